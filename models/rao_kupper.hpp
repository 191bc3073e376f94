// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/core/vector_math.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/pairs.hpp"

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
//   log P(i ~ j) = alpha + log(2 + exp(alpha)) - softplus(lambda - d) - softplus(lambda + d)
//
//   d/dd log P(i > j)     =  s(lambda - d)
//   d/dd log P(i ~ j)     =  s(lambda - d) - s(lambda + d)
//   d/dalpha log P(i > j) = -s(alpha) s(lambda - d)
//   d/dalpha log P(i ~ j) =  2 theta/(1 + theta) - s(alpha) [ s(lambda - d) + s(lambda + d) ]
struct rao_kupper {
  static constexpr auto description = "pairs with ties below a threshold (Rao-Kupper 1967)";
  static constexpr auto complexity = "n^2";

  std::vector<std::string> tie_parameters() const { return {"alpha"}; }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T> ties) const {
    const auto win = [](const T& d, std::span<const T> t) {
      return T(-softplus(T(softplus(t[0]) - d)));
    };
    const auto tie = [](const T& d, std::span<const T> t) {
      const T lambda = softplus(t[0]);
      return T(log_theta_squared_minus_one(t[0]) - softplus(T(lambda - d)) -
               softplus(T(lambda + d)));
    };
    return sum_pairs(ranking, f, ties, win, tie);
  }

  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    const double alpha = ties[0], lambda = softplus(alpha);
    double d_lambda = 0;  // block sums of the logistic terms; the chain to alpha comes at the end

    const auto win = [&](auto d, auto slope) {
      PairBuffer x, loss;
      for (std::size_t k = 0; k < d.size(); ++k) x[k] = lambda - d[k];
      vector_math::softplus(std::span(x).first(d.size()), std::span(loss).first(d.size()), slope);
      double total = 0, slopes = 0;
      for (std::size_t k = 0; k < d.size(); ++k) {
        total -= loss[k];
        slopes += slope[k];
      }
      d_lambda -= slopes;
      return total;
    };
    double num_ties = 0;
    const auto tie = [&](auto d, auto slope) {
      double total = win(d, slope);
      PairBuffer x, loss, other;
      for (std::size_t k = 0; k < d.size(); ++k) x[k] = lambda + d[k];
      vector_math::softplus(std::span(x).first(d.size()), std::span(loss).first(d.size()), other);
      double slopes = 0;
      for (std::size_t k = 0; k < d.size(); ++k) {
        total -= loss[k];
        slopes += other[k];
        slope[k] -= other[k];
      }
      d_lambda -= slopes;
      num_ties += static_cast<double>(d.size());
      return total;
    };

    double total = sum_wins(ranking, f, g.scores, win) + sum_ties(ranking, f, g.scores, tie);
    total += num_ties * log_theta_squared_minus_one(alpha);
    // 2 theta/(1 + theta) = 1 + e^alpha/(2 + e^alpha) = 1 + s(alpha - log 2)
    g.ties[0] += num_ties * (1 + logistic(alpha - std::log(2.0))) + logistic(alpha) * d_lambda;
    return total;
  }

 private:
  // log(theta^2 - 1) = alpha + log(2 + exp(alpha)), for any alpha
  template <class T>
  static T log_theta_squared_minus_one(const T& alpha) {
    using std::log;
    const constant_t<T> log_two = log(constant_t<T>(2));
    return alpha + log_two + softplus(T(alpha - log_two));
  }
};

}  // namespace fubini
