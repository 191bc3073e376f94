// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <span>
#include <vector>

namespace fubini::detail {

// Subsets of m out of n items, S with weight exp(sum over S of x - sum over the m largest of x):
// their total, and how likely each item is in one. O(n m), and for many items 60 n besides.
class LossesOfSize {
 public:
  // x decreasing, relative to the m-th: x[m - 1] = 0
  LossesOfSize(std::span<const double> x, Index m);

  double log_total() const { return log_total_; }
  double in(Index i) const { return in_[i]; }
  double out(Index i) const { return out_[i]; }  // 1 - in, with its own digits

 private:
  void set_weights(std::span<const double> x, Index m);
  void count(Index m);

  Index first_ = 0, last_ = 0;  // items before are in, items from `last` on are out
  double log_total_ = 0;
  std::vector<double> in_, out_;
};

}  // namespace fubini::detail
