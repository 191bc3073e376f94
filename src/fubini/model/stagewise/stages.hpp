// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"

#include <cmath>
#include <span>

// Choice stage by stage with sum potentials, which several models share: at stage k the bucket X_k
// is chosen out of what remains, R_k, with potential sum over X_k of exp(f). Buckets are given by
// their ends, best first.
//
//   L       = sum over k of  lse(X_k) - lse(R_k)
//   dL/df_i = exp(f_i - lse(X_k)) - sum over j <= k of exp(f_i - lse(R_j)),   i in X_k
namespace fubini {

template <class T>
T log_stage_choice(std::span<const Index> ends, std::span<const T> f) {
  const auto bucket = [&](std::size_t k) {
    const Index begin = k == 0 ? 0 : ends[k - 1];
    return sum_exp(f.subspan(begin, ends[k] - begin));
  };
  // The last bucket is all that remains, so its stage adds 0.
  T total = 0;
  ScaledSum<T> rest = bucket(ends.size() - 1);
  for (std::size_t k = ends.size() - 1; k-- > 0;) {
    const ScaledSum<T> chosen = bucket(k);
    rest += chosen;
    total += log_ratio(chosen, rest);
  }
  return total;
}

// The same by hand in O(n) of the scores scale f, scale >= 0; adds the derivatives with respect to
// these to g. Differences are scaled, not scores: a product of a large score would be rounded.
double log_stage_choice(std::span<const Index> ends, std::span<const double> f, std::span<double> g,
                        double scale = 1);

// What makes the potentials means and the law sum to one over all ordered partitions:
//   sum over k of  log m_k + log C(n_k),   log C(n) = log(2^n - 1) - log n
template <class C>
C log_stage_constant(std::span<const Index> ends) {
  using std::log;
  C total = 0;
  Index begin = 0;
  for (const Index end : ends) {
    const Index remaining = ends.back() - begin;
    total += log(C(end - begin)) + log_num_subsets<C>(remaining) - log(C(remaining));
    begin = end;
  }
  return total;
}
// In double from tables.
template <>
double log_stage_constant<double>(std::span<const Index> ends);

}  // namespace fubini
