// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/core/vector_math.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/pairwise/pair_ratios.hpp"
#include "fubini/model/pairwise/pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace fubini {

// Davidson (1970): a pair may tie, the more easily the closer its scores.
//
//   P(i > j) = phi_i / Z        phi = exp(f), nu = exp(beta)
//   P(i ~ j) = nu sqrt(phi_i phi_j) / Z
//   Z        = phi_i + phi_j + nu sqrt(phi_i phi_j)
//
// Divided by sqrt(phi_i phi_j), with d = f_i - f_j: the three weights are exp(d/2), exp(-d/2), nu.
//
//   L        = sum over pairs of log P(outcome)
//   d/dd     = P(j > i) + P(i ~ j)/2 for a win,   [P(j > i) - P(i > j)]/2 for a tie
//   d/dbeta  = -P(i ~ j) for a win,               1 - P(i ~ j) for a tie
struct davidson {
  static constexpr auto description = "pairs with ties, geometric mean (Davidson 1970)";
  static constexpr auto cost = Cost::n_squared;

  Laws laws() const {
    return {.sums_to_one = Over::ordered_partitions,
            .most_items = 2,
            .reductions = {{.name = "nu -> 0 is Bradley-Terry",
                            .to = "bradley_terry",
                            .on = On::singletons,
                            .ties = -1e3}}};
  }

  Recession recession() const { return {Recession::Of::thresholds}; }

  std::vector<std::string> tie_parameters() const { return {"beta"}; }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T> ties) const {
    const auto win = [](const T& d, std::span<const T> t) {
      return T(-log1p_sum_exp(T(-d), T(t[0] - d / 2)));
    };
    const auto tie = [](const T& d, std::span<const T> t) {
      return T(-log1p_sum_exp(T(d / 2 - t[0]), T(-d / 2 - t[0])));
    };
    return sum_pairs(ranking, f, ties, win, tie);
  }

  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    const double beta = ties[0];
    if (pair_ratios_serve(f, beta)) return by_ratios(ranking, f, beta, g);
    double d_beta = 0;
    const auto win = [&](auto d, auto lost, auto slope) {
      const Outcomes p(d, lost, beta);
      double total = 0, ties_expected = 0;
      for (std::size_t k = 0; k < d.size(); ++k) {
        total += (d[k] > 0 ? std::min(p.lead[k], 0.0) : d[k] / 2 - p.top[k]) - p.log_sum[k];
        slope[k] = p.lose[k] + p.tie[k] / 2;
        ties_expected += p.tie[k];
      }
      d_beta -= ties_expected;
      return total;
    };
    const auto tie = [&](auto d, auto lost, auto slope) {
      const Outcomes p(d, lost, beta);
      double total = 0, wins_expected = 0;
      for (std::size_t k = 0; k < d.size(); ++k) {
        total += std::min(-p.lead[k], 0.0) - p.log_sum[k];
        slope[k] = (p.lose[k] - p.win[k]) / 2;
        wins_expected += p.win[k] + p.lose[k];
      }
      d_beta += wins_expected;
      return total;
    };
    const double total = sum_wins(ranking, f, g.scores, win) + sum_ties(ranking, f, g.scores, tie);
    g.ties[0] += d_beta;
    return total;
  }

 private:
  // With r = exp(-d/2): a win is 1/(1 + nu r + r^2), a tie 1/(1 + (r + 1/r)/nu).
  static double by_ratios(const Ranking& ranking, std::span<const double> f, double beta,
                          Gradient g) {
    const double nu = std::exp(beta);
    const PairSums wins = sum_wins(ranking, f, WinLaw{.rate = 0.5, .b = nu, .c = 1}, g.scores);
    const PairSums draws = sum_ties(ranking, f, TieLaw{.rate = 0.5, .b = 1 / nu}, g.scores);
    g.ties[0] += draws.share - wins.share;
    return wins.value + draws.value;
  }

  // The probabilities of a block of pairs, and log Z = top + log_sum. Of the weights, the largest
  // is scaled to 1, so two exponentials serve. lead = |d|/2 - beta has all digits also where large
  // numbers cancel.
  struct Outcomes {
    PairBuffer win, lose, tie, lead, top, log_sum;

    Outcomes(std::span<const double> d, std::span<const double> lost, double beta) {
      const std::size_t n = d.size();
      std::array<double, 2 * kPairBlock> e;
      for (std::size_t k = 0; k < n; ++k) {
        const double half = std::abs(d[k]) / 2;
        lead[k] = (half - beta) + (d[k] < 0 ? -lost[k] : lost[k]) / 2;
        top[k] = lead[k] > 0 ? half : beta;
        e[k] = -std::abs(lead[k]);
        e[n + k] = -half - top[k];
      }
      vector_math::exp(std::span(e).first(2 * n));
      for (std::size_t k = 0; k < n; ++k) {
        const double rest = e[k] + e[n + k], sum = 1 + rest, scale = 1 / sum;
        const bool tie_leads = lead[k] <= 0;
        const double favourite = (tie_leads ? e[k] : 1.0) * scale, other = e[n + k] * scale;
        tie[k] = (tie_leads ? 1.0 : e[k]) * scale;
        win[k] = d[k] < 0 ? other : favourite;
        lose[k] = d[k] < 0 ? favourite : other;
        log_sum[k] = sum;
        e[k] = (rest - (sum - 1)) * scale;  // what rounding took from 1 + rest, seen by the log
      }
      vector_math::log(std::span(log_sum).first(n));
      for (std::size_t k = 0; k < n; ++k) log_sum[k] += e[k];
    }
  };
};

}  // namespace fubini
