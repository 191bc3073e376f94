// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fubini {

// What is measured. By position in the list sorted by score:
//   dcg       sum over i of gain_i / log2(1 + i)
//   ndcg      dcg, divided by that of the best order
//   err       sum over i of (1/i) V_i prod_{j<i} (1 - V_j), V = (2^grade - 1) / 2^max_grade
//   map       average precision: the mean, over relevant items, of precision at their position
//   mrr       1 / position of the first relevant item
// By pairs of items:
//   tau_b     Kendall's: (concordant - discordant) / sqrt(pairs untied in grade * in score)
//   pairwise  of the pairs with different grades, how many are in order; tied scores count a half
enum class Measure { ndcg, dcg, err, map, mrr, tau_b, pairwise };

struct Metric {
  Measure measure = Measure::ndcg;
  Index cutoff = 0;  // only the first so many positions count; 0: all

  bool operator==(const Metric&) const = default;
};

// Needs grades that are not negative, 0 being worthless; the others take any grades.
bool by_position(const Metric& metric);

std::string name(const Metric& metric);  // "ndcg@5"
const std::vector<std::string>& measure_names();

// "ndcg@5"; throws UnknownName or ArgumentError. And several, separated by commas.
Metric parse_metric(std::string_view text);
std::vector<Metric> parse_metrics(std::string_view text);

}  // namespace fubini
