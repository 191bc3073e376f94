// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/pmop.hpp"
#include "fubini/model/potentials.hpp"

namespace fubini {

// PMOP with the largest exp(f) as potential: a bucket is as good as its best item. All subsets are
// enumerated.
//
//   Phi(S) = max over S of exp(f),   Z(R) = sum over i of 2^(i-1) exp(f_(i)),  f_(1) <= f_(2) <=
//   ...
struct pmop_maximum : pmop<maximum> {
  static constexpr auto description = "ordered partitions, maxima, up to 20 items";

  Laws laws() const {
    return {.sums_to_one = Over::ordered_partitions,
            .reductions = {{.name = "Z is a sum over sorted items", .value = closed_form}}};
  }

 private:
  static double closed_form(const Ranking& ranking, std::span<const double> f) {
    double total = 0;
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      std::vector<double> rest(f.begin() + ranking.begin(k), f.end());
      total += *std::max_element(rest.begin(), rest.begin() + ranking.bucket_size(k));
      std::ranges::sort(rest);
      double sum = 0;
      for (std::size_t i = 0; i < rest.size(); ++i)
        sum += std::ldexp(std::exp(rest[i]), static_cast<int>(i));
      total -= std::log(sum);
    }
    return total;
  }
};

}  // namespace fubini
