// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/mean_stages.hpp"
#include "fubini/model/options.hpp"
#include "fubini/model/potentials.hpp"

#include <limits>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace fubini {

// Davidson-Luce (Turner, van Etten, Firth, Kosmidis 2020): Plackett-Luce with ties of up to
// max_order items, each order with a prevalence of its own. Formula, derivative and algorithm stand
// in model/mean_stages.hpp, with gamma_1 = 1, gamma_m = delta_m up to max_order and 0 beyond.
//
//   P(S first out of R) = delta_m exp(mean of f over S) / Z(R),   m = |S|
//
// Tie parameters: log delta_2, ..., log delta_max_order. An order that never occurs has its maximum
// at delta = 0: leave it out by max_order. A larger bucket has probability 0.
struct davidson_luce {
  static constexpr auto description = "one bucket a stage, ties up to max_order (Davidson-Luce)";
  static constexpr auto complexity = "n";

  int max_order = 2;

  static constexpr auto options =
      std::tuple{option("max_order", &davidson_luce::max_order, "the most items that may tie")};

  void check() const {
    if (max_order < 1)
      throw ArgumentError("davidson_luce: max_order is " + std::to_string(max_order) +
                          "; wanted at least 1");
  }
  Index largest_bucket() const { return max_order; }

  Laws laws() const {
    Laws laws{.sums_to_one = Over::ordered_partitions,
              .reductions = {{.name = "no ties is Plackett-Luce",
                              .to = "plackett_luce",
                              .on = On::singletons,
                              .ties = -1e3}}};
    if (max_order == 2)
      laws.reductions.push_back({.name = "a pair is Davidson's", .to = "davidson", .items = 2});
    return laws;
  }

  std::vector<std::string> tie_parameters() const {
    std::vector<std::string> names;
    for (int m = 2; m <= max_order; ++m) names.push_back("log_delta_" + std::to_string(m));
    return names;
  }

  sized<geometric_mean> stage_potential() const {
    return {{}, {.largest = max_order, .learned = max_order}};
  }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T> ties) const {
    return log_mean_choice<T>(ranking.bucket_ends(), f, max_order,
                              [ties](Index m, Index) { return m == 1 ? T(0) : ties[m - 2]; });
  }

  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    std::vector<double> sizes(max_order, 0.0);
    const double value = log_mean_choice(
        ranking.bucket_ends(), f, max_order,
        [ties](Index m, Index) { return m == 1 ? 0.0 : ties[m - 2]; }, g.scores, sizes);
    for (std::size_t t = 0; t < ties.size(); ++t) g.ties[t] += sizes[t + 1];
    return value;
  }
};

}  // namespace fubini
