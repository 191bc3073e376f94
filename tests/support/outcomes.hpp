// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/partitions.hpp"
#include "fubini/model/log_likelihood.hpp"

#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace fubini {

inline constexpr double kRounding = 1e-14;  // a handful of exp and log on numbers near 1

// P(i > j), P(i ~ j), P(j > i) of a paired model at scores (f_i, f_j)
inline std::array<double, 3> outcomes(const Model& model, double f_i, double f_j,
                                      const std::vector<double>& ties) {
  const std::array scores = {f_i, f_j}, swapped = {f_j, f_i};
  return {std::exp(log_likelihood(model, Ranking({1, 1}), scores, ties)),
          std::exp(log_likelihood(model, Ranking({2}), scores, ties)),
          std::exp(log_likelihood(model, Ranking({1, 1}), swapped, ties))};
}

// The sum of P over all ordered partitions of the items with these scores
inline double total_probability(const Model& model, const std::vector<double>& scores,
                                const std::vector<double>& ties = {}) {
  double total = 0;
  for_each_ordered_partition(static_cast<Index>(scores.size()), [&](const Ranking& ranking) {
    const auto sorted = ranking.to_bucket_order<double>(scores);
    total += std::exp(log_likelihood(model, ranking, sorted, ties));
  });
  return total;
}

}  // namespace fubini
