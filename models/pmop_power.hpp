// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/pmop.hpp"
#include "fubini/model/stagewise/potentials/power.hpp"

namespace fubini {

// PMOP between products and geometric means, and beyond: how much a bucket gains by each further
// item of a high score is learned. Formula, derivative and algorithm stand in model/stagewise/affine_stages.hpp.
//
//   log Phi(S) = m^-p times the sum of f over S,   m = |S|
//
// p = exp(log_power) = 1 is pmop_mean, p -> 0 is pmop_product. A shift of all scores changes something
// but at p = 1.
struct pmop_power : pmop<power> {
  static constexpr auto description = "ordered partitions, m^-p times the sum of scores, p learned";

  Laws laws() const {
    return {
        .sums_to_one = Over::ordered_partitions,
        .shift_invariant = false,
        .far_within = 1e-9,  // the last digit of m^(1 - p) is seen there
        .reductions = {{.name = "p -> 0 is the product", .to = "pmop_product", .ties = -1e3},
                       {.name = "p = 1 is the geometric mean", .to = "pmop_mean", .ties = 0.0}}};
  }
};

}  // namespace fubini
