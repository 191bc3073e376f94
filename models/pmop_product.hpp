// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/pmop.hpp"
#include "fubini/model/stagewise/potentials/product.hpp"

namespace fubini {

// PMOP with the product of exp(f) as potential: each remaining item is in the next bucket on its
// own account, with odds exp(f), given that one is.
//
//   Phi(S) = product over S of exp(f),   Z(R) = product over R of (1 + exp(f)) - 1
struct pmop_product : pmop<product> {
  static constexpr auto description = "ordered partitions, products as potentials";

  Laws laws() const {
    return {.sums_to_one = Over::ordered_partitions,
            .shift_invariant = false,
            .constant_on_one_bucket = false,
            .reductions = {closed_form()}};
  }

  Recession recession() const { return {Recession::Of::sums}; }
};

}  // namespace fubini
