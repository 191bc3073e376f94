// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

#include <algorithm>
#include <vector>

namespace fubini::detail {

// Queries in at most so many runs of about the same number of rows, whatever the threads
inline std::vector<Index> runs_of(const Dataset& data, Index most) {
  constexpr Index kFewest = 4096;
  const Index rows = std::max(kFewest, (data.num_rows() + most - 1) / most);
  std::vector<Index> begin = {0};
  for (Index q = 1; q < data.num_queries(); ++q)
    if (data.first_row(q) - data.first_row(begin.back()) >= rows) begin.push_back(q);
  begin.push_back(data.num_queries());
  return begin;
}

}  // namespace fubini::detail
