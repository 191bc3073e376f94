// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/compensated_sum.hpp"
#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/pairwise/margin_pairs.hpp"
#include "fubini/model/pairwise/pairs.hpp"

#include <cmath>
#include <concepts>
#include <span>
#include <string>
#include <vector>

namespace fubini {

// Ranking SVM: the hinge loss on all pairs with different grades. Not a probability.
//
//   L       = - sum over pairs i > j of  max(0, 1 - d),   d = f_i - f_j
//   dL/df_i = (pairs with d < 1 in which i is the better) - (those in which it is the worse)
//
// By hand in O(n log n): the derivative is a count, found by two sweeps through the sorted scores
// (model/pairwise/margin_pairs.hpp); and L = sum over i of
// f_i dL/df_i - (pairs with d < 1).
struct ranking_svm {
  static constexpr auto description = "pairs, hinge loss (Ranking SVM)";
  static constexpr auto cost = Cost::n_log_n;
  static constexpr auto kind = Kind::loss;

  Laws laws() const { return {.constant_on_one_bucket = true}; }

  std::vector<std::string> tie_parameters() const { return {}; }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    return sum_win_pairs(ranking, f, [](const T& better, const T& worse) {
      return inside(value_of(better), value_of(worse)) ? T((better - worse) - 1) : T(0);
    });
  }

  double log_likelihood(const Ranking& ranking, std::span<const double> f, std::span<const double>,
                        Gradient g) const {
    const Index n = ranking.num_items();
    thread_local std::vector<double> counts;
    counts.assign(n, 0.0);
    const Index active = count_margin_pairs(ranking, f, counts);
    // The terms of the sum nearly cancel where scores have a large offset.
    CompensatedSum total;
    double size = 0;
    for (Index i = 0; i < n; ++i) {
      g.scores[i] += counts[i];
      total.add_product(counts[i], f[i]);
      size += std::abs(counts[i] * f[i]);
    }
    total.add(-static_cast<double>(active));
    constexpr double kRounding = 5e-32;  // of a term, in twice the precision
    const bool certain = kRounding * static_cast<double>(n) * size < 1e-13;
    return certain ? total.value() : exact_sum(counts, f, active);
  }

 private:
  static double exact_sum(std::span<const double> counts, std::span<const double> f, Index active) {
    ExactSum total;
    for (std::size_t i = 0; i < f.size(); ++i) total.add_product(counts[i], f[i]);
    total.add(-static_cast<double>(active));
    return total.value();
  }

  template <class C>
  static bool inside(const C& a, const C& b) {
    if constexpr (std::same_as<C, double>) return inside_margin(a, b);
    return a - b < 1;
  }
};

}  // namespace fubini
