// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>

namespace fubini {

// The pairs of items of a query, by what grades and scores say of them. In n log n.
struct PairCounts {
  std::int64_t concordant = 0, discordant = 0;
  std::int64_t tied_scores = 0;  // with different grades
  std::int64_t tied_grades = 0;  // with different scores
};

PairCounts count_pairs(std::span<const double> grades, std::span<const double> scores);

// NaN if there is no pair to compare
double kendall_tau_b(const PairCounts& counts);
double pairwise_accuracy(const PairCounts& counts);

}  // namespace fubini
