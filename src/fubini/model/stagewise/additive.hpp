// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"

#include <cmath>
#include <optional>
#include <span>
#include <vector>

// The factor of the sizes in the sum of additive potentials, Phi(S) = c_m times the sum over S of phi:
//
//   Z(R) = W sum over R of phi,     W = sum over m of c_m C(n - 1, m - 1)
//   d log W / d log c_m = c_m C(n - 1, m - 1) / W
namespace fubini {

// log C(n - 1, m - 1), at m - 1, for every size m: rounded once, out of sums in twice the precision
template <class C>
std::vector<C> log_subsets_with_one(Index n) {
  using std::log;
  std::vector<C> result = {C(0)};
  C sum = 0, lost = 0;
  for (Index m = 1; 2 * m <= n; ++m) {
    const C x = log(C(n - m) / C(m)) - lost, next = sum + x;
    lost = (next - sum) - x;
    sum = next;
    result.push_back(sum);
  }
  result.resize(n);
  for (Index m = 0; m < n - 1 - m; ++m) result[n - 1 - m] = result[m];
  return result;
}

// The same in double, kept for small n
std::span<const double> log_subsets_with_one(Index n);

}  // namespace fubini
