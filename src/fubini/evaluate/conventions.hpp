// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

namespace fubini {

enum class Gain { exponential, linear };  // 2^grade - 1, or the grade

// The order of items with equal scores, for what is measured by position. With `average`, the
// order of rows does not matter, to the last bit.
enum class TiedScores {
  average,  // the exact expectation over all their orders
  row,      // as they came
  worst,    // the order with the lowest value
  best,     // with the highest
};

// What people do differently, and what moves the numbers more than models do. State it beside the
// numbers: describe() does.
struct Conventions {
  Gain gain = Gain::exponential;  // of ndcg and dcg
  TiedScores ties = TiedScores::average;
  // The value of a query that has none: no item has a gain (map, mrr: none is relevant); for tau_b
  // and pairwise, no pair can be compared. Nothing: such queries are skipped. (dcg takes 0.)
  std::optional<double> empty = {};
  double max_grade = 4;       // of err; a larger grade is an error
  double relevant_above = 0;  // for map and mrr, items with grades above this are relevant
};

void check_conventions(const Conventions& conventions);  // throws ArgumentError

}  // namespace fubini
