// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/sample/exact.hpp"

namespace fubini {

std::vector<Index> draw_subset(const arithmetic_mean& potential, std::span<const double> scores,
                               const Stage& stage, std::span<const double>, Draws& draws) {
  const Index n = std::ssize(scores);
  std::vector<double> f(scores.begin(), scores.end());
  for (double& x : f) x *= potential.factor(stage);
  Index size = 0;
  while (size == 0)
    for (Index i = 0; i < n; ++i) size += draws.uniform() < 0.5 ? 1 : 0;

  const double top = *std::ranges::max_element(f);
  double total = 0;
  for (const double x : f) total += std::exp(x - top);
  double left = draws.uniform() * total;
  Index first = 0;
  while (first + 1 < n && (left -= std::exp(f[first] - top)) >= 0) ++first;

  std::vector<Index> subset;
  for (Index i = 0, wanted = size - 1, others = n - 1; i < n; ++i) {
    if (i == first) {
      subset.push_back(i);
      continue;
    }
    if (draws.uniform() * static_cast<double>(others--) < static_cast<double>(wanted)) {
      subset.push_back(i);
      --wanted;
    }
  }
  return subset;
}

}  // namespace fubini
