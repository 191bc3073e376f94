// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/aligned.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/model/stagewise/extremes.hpp"

#include <span>
#include <vector>

namespace fubini::detail {

// The sums of one side of extremes.hpp, while items are added: groups of equal scores in their
// order, each with its weight 2^-rank exp(u).
class RankedSums {
 public:
  // All stages together have the items with scores f. Memory is kept for the next query.
  void start(std::span<const double> f, Extreme side, std::span<const double> u);
  void add(Index item);

  // The sum over all items added, exp(top) 2^-rank times sum
  struct Sum {
    double top = 0;
    Index rank = 0;
    double sum = 0;
  };
  Sum sum();
  // Each item takes its part of the sum, times `share`.
  void take(double share);
  // Subtracts what was taken from g.
  void finish(std::span<double> g);

 private:
  double key(Index item) const { return sign_ * f_[item]; }
  void insert(Index at, Index item);
  void join(Index at, Index item);
  void halve_from(Index at);
  void weigh(Index at);
  void drop_last();
  Sum weigh_anew();

  std::span<const double> f_, u_;
  double sign_ = 1, top_ = 0;
  bool near_ = true;
  Index most_ = 0, size_ = 0, count_ = 0;  // rank of what is dropped; entries; items in them
  // Of each entry: its score as a key that increases, its weight, and a single item's
  AlignedVector<double> keys_, weights_, parts_, taken_;
  std::vector<Index> first_, members_, ranks_;  // an item, how many, how many before
  // Of each item
  AlignedVector<double> e_, before_, all_;  // exp(u - top); taken before it joined, and at the end
  std::vector<Index> group_;                // the first item of its group; -1: dropped
};

}  // namespace fubini::detail
