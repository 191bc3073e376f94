// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/pmop.hpp"
#include "fubini/model/potentials.hpp"

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
            .reductions = {
                {.name = "the closed form is the sum over subsets", .value = by_enumeration}}};
  }

 private:
  static double by_enumeration(const Ranking& ranking, std::span<const double> f) {
    double total = 0;
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      const Stage stage{k, ranking.num_items() - ranking.begin(k)};
      total += product{}.log_potential<double>(
          {f.subspan(ranking.begin(k), ranking.bucket_size(k)), stage}, {});
      total -= pmop{}.enumerated<double>(f.subspan(ranking.begin(k)), stage, {});
    }
    return total;
  }
};

}  // namespace fubini
