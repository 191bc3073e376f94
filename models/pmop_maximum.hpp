// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/pmop.hpp"
#include "fubini/model/stagewise/potentials/maximum.hpp"

namespace fubini {

// PMOP with the largest exp(f) as potential: a bucket is as good as its best item.
//
//   Phi(S) = max over S of exp(f),   Z(R) = sum over i of 2^(i-1) exp(f_(i)),  f_(1) <= ... <= f_(n)
//
// Where scores are equal there is no derivative (each of the best has an equal share in what is
// given): a fit must not begin at weights 0.
struct pmop_maximum : pmop<maximum> {
  static constexpr auto description = "ordered partitions, maxima as potentials";

  Laws laws() const {
    return {.sums_to_one = Over::ordered_partitions,
            .smooth_at_equal_scores = false,
            .reductions = {closed_form()}};
  }

  Recession recession() const { return {Recession::Of::maxima}; }
};

}  // namespace fubini
