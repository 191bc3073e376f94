// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/pmop.hpp"
#include "fubini/model/potentials.hpp"

namespace fubini {

// PMOP with the product of exp(f) as potential: each remaining item is in the next bucket on its
// own account, with odds exp(f), given that one is. All subsets are enumerated.
//
//   Phi(S) = product over S of exp(f),   Z(R) = product over R of (1 + exp(f)) - 1
struct pmop_product : pmop<product> {
  static constexpr auto description = "ordered partitions, products, up to 20 items";

  Laws laws() const {
    return {.sums_to_one = Over::ordered_partitions,
            .shift_invariant = false,
            .constant_on_one_bucket = false,
            .reductions = {{.name = "Z is the product of 1 + phi, less 1", .value = closed_form}}};
  }

 private:
  static double closed_form(const Ranking& ranking, std::span<const double> f) {
    double total = 0;
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      double all = 0;
      for (Index i = ranking.begin(k); i < ranking.num_items(); ++i) {
        all += softplus(f[i]);
        if (i < ranking.end(k)) total += f[i];
      }
      total -= std::log(std::expm1(all));
    }
    return total;
  }
};

}  // namespace fubini
