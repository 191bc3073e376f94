// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/function/detail/asked.hpp"

#include <span>
#include <vector>

namespace fubini::check {

// What a thread was told
struct Answer {
  std::size_t which = 0;  // of the points
  double value = 0;
  std::vector<double> gradient;
  std::string thrown;
};

// Four threads ask at these points, so many times each, all at once and each beginning elsewhere.
// Of every thread, one answer a point: the first that is not what is known, or the last.
std::vector<Answer> ask_among_threads(const FunctionParts& parts, std::span<const Kept> points,
                                      int rounds);

}  // namespace fubini::check
