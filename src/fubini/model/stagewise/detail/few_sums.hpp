// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/aligned.hpp"
#include "fubini/model/stagewise/detail/ranked_sums.hpp"

#include <span>
#include <vector>

namespace fubini::detail {

// The sums of RankedSums for a few items whose scores all differ, without a branch that hangs on
// them: places by counting, then at each stage one pass over all places, empty or not.
class FewSums {
 public:
  // Whether such items are served: not many, none equal, u close enough together
  bool start(std::span<const double> f, Extreme side, std::span<const double> u);
  void add(Index item) {
    const Index place = places_[item];
    halves_[place] = 0.5;
    there_[place] = e_[place];
  }
  RankedSums::Sum sum();
  void take(double share);
  void finish(std::span<double> g) const {
    for (std::size_t i = 0; i < g.size(); ++i) g[i] -= taken_[places_[i]];
  }

 private:
  bool count_places(std::span<const double> f, Extreme side);

  Index size_ = 0;
  double top_ = 0;
  // Of each place: exp(u - top); that or 0 while it is empty; 1/2 or 1; its part of the sum
  AlignedVector<double> scores_, e_, there_, halves_, parts_, taken_;
  std::vector<Index> places_;  // of items
};

}  // namespace fubini::detail
