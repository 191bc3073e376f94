// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/pmop.hpp"
#include "fubini/model/stagewise/potentials/minimum.hpp"

namespace fubini {

// PMOP with the smallest exp(f) as potential: a bucket is as good as its worst item.
//
//   Phi(S) = min over S of exp(f),   Z(R) = sum over i of 2^(n-i) exp(f_(i)),  f_(1) <= ... <= f_(n)
//
// Where scores are equal there is no derivative (each of the worst has an equal share in what is
// given): a fit must not begin at weights 0.
struct pmop_minimum : pmop<minimum> {
  static constexpr auto description = "ordered partitions, minima as potentials";

  Laws laws() const {
    return {.sums_to_one = Over::ordered_partitions,
            .smooth_at_equal_scores = false,
            .reductions = {closed_form()}};
  }

  // The smallest over X is at least that over all S in R where every item of X is at the top of R: as
  // with means.
  Recession recession() const { return {Recession::Of::means}; }
};

}  // namespace fubini
