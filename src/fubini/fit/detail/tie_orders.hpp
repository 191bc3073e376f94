// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

#include <optional>
#include <vector>

// Where buckets of several sizes have weights that are learned (Recession::Of::means): the bounds of
// a direction are those of means, not of differences, and a linear programme it is.
namespace fubini {

// How each size fares: whether it was seen, and out of how many items at most.
class TieOrders {
 public:
  TieOrders(const Dataset& data, const std::vector<Index>& learned);

  bool seen(Index size) const { return size < std::ssize(longest_) && longest_[size] > 0; }
  Index most_items() const { return most_items_; }
  // Scores at rest, log-weights of sizes beyond this one are free to grow together, if seen.
  Index reach() const { return reach_; }

 private:
  std::vector<Index> longest_;  // by size: the most items that a bucket of it was chosen from
  Index most_items_ = 0, reach_ = 1;
};

struct Growth {
  bool decided = true;                             // false: too large a programme
  std::optional<std::vector<double>> worths = {};  // along this direction, one an item
};
// A direction of recession in which log-weights grow; exactly, in fractions. Every learned size must
// have been seen, or be larger than every choice. `parts` are those of items that have no way to
// part, from bounds on wins alone.
Growth growth_of_tie_orders(const Dataset& data, const std::vector<Index>& learned,
                            const std::vector<Index>& parts);

}  // namespace fubini
