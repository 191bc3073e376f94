// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fubini {

// Where a number may lie, its borders included; anywhere, unless said.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  bool holds(double x) const { return low <= x && x <= high; }
  bool operator==(const Range&) const = default;
};

// Where a model or potential claims that its digits are right: `Ranges ranges() const`. Outside it
// may refuse with NumericalError or lose digits, but not crash. Without such a member nothing is
// claimed, and digits that the text itself loses are told, not failed.
//
//   Ranges ranges() const { return {.scores = {-700, 700}, .ties = {{-10, 15}}}; }
struct Ranges {
  Range scores = {};
  std::vector<Range> ties = {};  // one a tie parameter; none: all of them anywhere
};

// Throws ArgumentError unless there are `wanted` ranges (or none, or one for all), each of some width.
inline void check_ranges(std::string_view who, std::span<const Range> ranges, std::size_t wanted) {
  if (!ranges.empty() && ranges.size() != 1 && ranges.size() != wanted)
    throw ArgumentError(std::string(who) + ": " + std::to_string(ranges.size()) +
                        " ranges; wanted " + std::to_string(wanted) + ", or one for all");
  for (const Range& range : ranges)
    if (!(range.low < range.high))
      throw ArgumentError(std::string(who) + ": a range from " + std::to_string(range.low) +
                          " to " + std::to_string(range.high) + "; wanted low < high");
}

// The range of number j: there may be one for all, or none.
inline Range range_of(std::span<const Range> ranges, std::size_t j) {
  if (ranges.empty()) return {};
  return ranges.size() == 1 ? ranges[0] : ranges[j];
}

}  // namespace fubini
