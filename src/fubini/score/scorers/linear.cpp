// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/scorers/linear.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/score/detail/dense_rows.hpp"

#include <algorithm>

namespace fubini {
namespace {

// Four sums at once: a single one would wait for each addition.
double dot(const SparseRows& rows, Index i, std::span<const double> w) {
  double sums[4] = {};
  Index k = rows.offsets[i];
  for (; k + 4 <= rows.offsets[i + 1]; k += 4)
    for (Index s = 0; s < 4; ++s)
      sums[s] += w[rows.columns[k + s]] * static_cast<double>(rows.values[k + s]);
  for (; k < rows.offsets[i + 1]; ++k)
    sums[0] += w[rows.columns[k]] * static_cast<double>(rows.values[k]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

linear::linear(Index num_features) : num_features_(num_features) {
  check_at_least("linear", "num_features", num_features, 1);
}

void linear::check(const Dataset& data) const { check_features("linear", num_features_, data); }

// Rows that stay in a core's second cache from the first pass to the second
Index linear::rows_at_once() const {
  constexpr Index kBytes = Index{1} << 17;
  return std::clamp<Index>(kBytes / (num_features_ * Index{sizeof(float)}), 1, 512);
}

void linear::forward(const Items& items, std::span<const double> w, std::span<double> f,
                     ScorerMemory&) const {
  if (items.kind() == Items::Kind::dense) return dense_rows::score(items, w, f);
  for (Index i = 0; i < items.size(); ++i) f[i] = dot(items.sparse_rows(), i, w);
}

void linear::backward(const Items& items, std::span<const double>, std::span<const double> df,
                      std::span<double> dw, const ScorerMemory&) const {
  if (items.kind() == Items::Kind::dense) return dense_rows::add_gradient(items, df, dw);
  for (Index i = 0; i < items.size(); ++i)
    items.for_each_feature(i, [&](Index j, double x) { dw[j] += df[i] * x; });
}

}  // namespace fubini
