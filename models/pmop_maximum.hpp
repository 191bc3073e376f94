// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/pmop.hpp"
#include "fubini/model/potentials.hpp"

namespace fubini {

// PMOP with the largest exp(f) as potential: a bucket is as good as its best item.
//
//   Phi(S) = max over S of exp(f),   Z(R) = sum over i of 2^(i-1) exp(f_(i)),  f_(1) <= ... <=
//   f_(n)
//
// Where scores are equal there is no derivative (each of the best has an equal share in what is
// given): a fit must not begin at weights 0.
struct pmop_maximum : pmop<maximum> {
  static constexpr auto description = "ordered partitions, maxima as potentials";

  Laws laws() const {
    return {.sums_to_one = Over::ordered_partitions,
            .smooth_at_equal_scores = false,
            .reductions = {
                {.name = "the closed form is the sum over subsets", .value = by_enumeration}}};
  }

 private:
  static double by_enumeration(const Ranking& ranking, std::span<const double> f) {
    double total = 0;
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      const Stage stage{k, ranking.num_items() - ranking.begin(k)};
      total += maximum{}.log_potential<double>(
          {f.subspan(ranking.begin(k), ranking.bucket_size(k)), stage}, {});
      total -= pmop{}.enumerated<double>(f.subspan(ranking.begin(k)), stage, {});
    }
    return total;
  }
};

}  // namespace fubini
