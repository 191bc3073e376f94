// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/core/two_parts.hpp"
#include "fubini/core/vector_math.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/pairwise/pair_ratios.hpp"
#include "fubini/model/pairwise/pairs.hpp"

#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace fubini {

// Rao-Kupper (1967): a pair ties where neither item is better by a threshold.
//
//   P(i > j) = phi_i / (phi_i + theta phi_j)         phi = exp(f), theta = 1 + exp(alpha)
//   P(i ~ j) = (theta^2 - 1) phi_i phi_j / ((phi_i + theta phi_j)(theta phi_i + phi_j))
//
// In log domain, d = f_i - f_j, lambda = log theta, s = logistic, softplus(x) = log(1 + exp(x)):
//   log P(i > j) = -softplus(lambda - d)
//   log P(i ~ j) = log(1 - 1/theta^2) - softplus(d - lambda) - softplus(-d - lambda)
//
//   d/dd log P(i > j)     =  s(lambda - d)
//   d/dd log P(i ~ j)     =  s(-d - lambda) - s(d - lambda)
//   d/dalpha log P(i > j) = -s(alpha) s(lambda - d)
//   d/dalpha log P(i ~ j) =  2/(theta (theta + 1)) + s(alpha) [ s(d - lambda) + s(-d - lambda) ]
// Every term of a tie vanishes as ties become certain: nothing large cancels.
struct rao_kupper {
  static constexpr auto description = "pairs with ties below a threshold (Rao-Kupper 1967)";
  static constexpr auto cost = Cost::n_squared;

  Laws laws() const {
    return {.sums_to_one = Over::ordered_partitions,
            .most_items = 2,
            .reductions = {{.name = "theta -> 1 is Bradley-Terry",
                            .to = "bradley_terry",
                            .on = On::singletons,
                            .ties = -1e3}}};
  }

  Recession recession() const { return {Recession::Of::thresholds}; }

  std::vector<std::string> tie_parameters() const { return {"alpha"}; }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T> ties) const {
    const auto win = [](const T& d, std::span<const T> t) {
      return T(-softplus(T(softplus(t[0]) - d)));
    };
    const auto tie = [](const T& d, std::span<const T> t) {
      const T lambda = softplus(t[0]);
      return T(log_tie_factor(t[0]) - softplus(T(d - lambda)) - softplus(T(-d - lambda)));
    };
    return sum_pairs(ranking, f, ties, win, tie);
  }

  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    const double alpha = ties[0], theta = std::exp(softplus(alpha));
    if (pair_ratios_serve(f, alpha)) return by_ratios(ranking, f, alpha, g);
    const TwoParts lambda = softplus_in_parts(alpha);  // beside d it may cancel
    double d_lambda = 0;  // from the softplus terms, summed by blocks; to alpha at the end
    // sum of -softplus(sign_d d + sign_lambda lambda), its slope, and the slope's sum
    const auto minus_softplus = [&](auto d, auto lost, double sign_d, double sign_lambda,
                                    std::span<double> slope, double& slopes) {
      PairBuffer x, loss;
      for (std::size_t k = 0; k < d.size(); ++k)
        x[k] = (sign_d * d[k] + sign_lambda * lambda.high) +
               (sign_d * lost[k] + sign_lambda * lambda.low);
      vector_math::softplus(std::span(x).first(d.size()), std::span(loss).first(d.size()), slope);
      double total = 0;
      for (std::size_t k = 0; k < d.size(); ++k) {
        total -= loss[k];
        slopes += slope[k];
      }
      return total;
    };
    const auto win = [&](auto d, auto lost, auto slope) {
      double slopes = 0;
      const double total = minus_softplus(d, lost, -1, 1, slope, slopes);
      d_lambda -= slopes;
      return total;
    };
    double num_ties = 0;
    const auto tie = [&](auto d, auto lost, auto slope) {
      PairBuffer up;
      double slopes = 0;
      const double total = minus_softplus(d, lost, -1, -1, slope, slopes) +
                           minus_softplus(d, lost, 1, -1, std::span(up).first(d.size()), slopes);
      for (std::size_t k = 0; k < d.size(); ++k) slope[k] -= up[k];
      d_lambda += slopes;
      num_ties += static_cast<double>(d.size());
      return total;
    };

    double total = sum_wins(ranking, f, g.scores, win) + sum_ties(ranking, f, g.scores, tie);
    if (num_ties > 0) total += num_ties * log_tie_factor(alpha);
    g.ties[0] += num_ties * (2 / (theta * (theta + 1))) + logistic(alpha) * d_lambda;
    return total;
  }

 private:
  // With r = exp(-d): a win is 1/(1 + theta r), a tie (1 - 1/theta^2)/Z,
  // Z = (1 + r/theta)(1 + 1/(theta r)) = 1 + 1/theta^2 + (r + 1/r)/theta.
  static double by_ratios(const Ranking& ranking, std::span<const double> f, double alpha,
                          Gradient g) {
    const double theta = std::exp(softplus(alpha)), a = 1 / (theta * theta);
    const PairSums wins = sum_wins(ranking, f, WinLaw{.b = theta}, g.scores);
    const PairSums draws = sum_ties(ranking, f, TieLaw{.a = a, .b = 1 / theta}, g.scores);
    const double d_lambda = draws.share + a * (draws.count - draws.share) - wins.share;
    g.ties[0] += draws.count * (2 / (theta * (theta + 1))) + logistic(alpha) * d_lambda;
    double total = wins.value + draws.value;
    if (draws.count > 0) total += draws.count * log_tie_factor(alpha);
    return total;
  }

  // log(1 - 1/theta^2) for any alpha; below 0 as log(theta^2 - 1) - 2 log(theta)
  template <class T>
  static T log_tie_factor(const T& alpha) {
    using std::exp, std::log, std::log1p;
    const T lambda = softplus(alpha);
    if (value_of(alpha) > 0) return log1p(-exp(-2 * lambda));
    const constant_t<T> log_two = log(constant_t<T>(2));
    return alpha + log_two + softplus(T(alpha - log_two)) - 2 * lambda;
  }
};

}  // namespace fubini
