// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/core/vector_math.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/pairwise/pair_ratios.hpp"
#include "fubini/model/pairwise/pairs.hpp"

#include <span>
#include <string>
#include <vector>

namespace fubini {

// Bradley-Terry on all pairs with different grades, known in learning to rank as RankNet's logistic
// loss. Tied pairs say nothing here.
//
//   P(i > j) = phi_i / (phi_i + phi_j) = 1 / (1 + exp(-d)),   d = f_i - f_j
//   L        = sum over pairs i > j of  -log(1 + exp(-d))
//   dL/dd    = 1 / (1 + exp(d))
struct bradley_terry {
  static constexpr auto description = "pairs, tied pairs ignored (RankNet's logistic loss)";
  static constexpr auto cost = Cost::n_squared;

  Laws laws() const {
    return {.sums_to_one = Over::permutations, .most_items = 2, .constant_on_one_bucket = true};
  }

  Recession recession() const { return {Recession::Of::wins}; }

  std::vector<std::string> tie_parameters() const { return {}; }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    return sum_win_pairs(ranking, f, [](const T& better, const T& worse) {
      return T(-softplus(T(worse - better)));
    });
  }

  double log_likelihood(const Ranking& ranking, std::span<const double> f, std::span<const double>,
                        Gradient g) const {
    if (pair_ratios_serve(f)) return sum_wins(ranking, f, WinLaw{}, g.scores).value;
    return sum_wins(ranking, f, g.scores, [](auto d, auto slope) {
      PairBuffer x, loss;
      for (std::size_t k = 0; k < d.size(); ++k) x[k] = -d[k];
      vector_math::softplus(std::span(x).first(d.size()), std::span(loss).first(d.size()), slope);
      double total = 0;
      for (std::size_t k = 0; k < d.size(); ++k) total -= loss[k];
      return total;
    });
  }
};

}  // namespace fubini
