// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/fit/detail/bounds.hpp"
#include "fubini/model/recession.hpp"

#include <vector>

namespace fubini {

// What data without features want of a direction d of worths, as bounds on differences: O(items of
// all queries) of them, since buckets meet in nodes of their own. Gaps are those for a tie parameter
// that grows (b = 1/2 of davidson's, 1 of the others'); for one that stays they are all 0.
struct Comparisons {
  Bounds bounds;       // nodes are the items, then helpers
  Index zero = -1;     // of `sums`, a node whose d is 0
  bool apart = false;  // some gap is 1
};
Comparisons comparisons_of(const Dataset& data, const Recession& recession);

// Which items are compared with which, in a row: the number of its group for each node
std::vector<Index> joined(const Bounds& bounds);

}  // namespace fubini
