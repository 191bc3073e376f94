// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/pmop.hpp"
#include "fubini/model/stagewise/potentials/extremes_mixture.hpp"

namespace fubini {

// PMOP between pmop_maximum and pmop_minimum: how much of a bucket's potential its best item makes,
// and how much its worst one, is learned.
//
//   Phi(S) = w max over S of exp(f) + (1 - w) min over S of exp(f),   logit w = logit_maximum
//   Z(R)   = w Z_maximum(R) + (1 - w) Z_minimum(R)
//
// Where scores are equal there is no derivative (equal items have equal shares in what is given): a
// fit must not begin at weights 0.
struct pmop_extremes : pmop<extremes_mixture> {
  static constexpr auto description = "ordered partitions, a learned mixture of maxima and minima";

  Laws laws() const {
    return {
        .sums_to_one = Over::ordered_partitions,
        .smooth_at_equal_scores = false,
        .reductions = {
            {.name = "all of it the largest is pmop_maximum", .to = "pmop_maximum", .ties = 1e3},
            {.name = "none of it is pmop_minimum", .to = "pmop_minimum", .ties = -1e3}}};
  }
};

}  // namespace fubini
