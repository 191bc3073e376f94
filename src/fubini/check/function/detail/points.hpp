// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/function/report.hpp"

#include <span>
#include <string>
#include <vector>

namespace fubini::check {

struct Point {
  std::string name;  // "x", "x with x[2] = 0", "equal entries"
  std::vector<double> x;
};

// |x_j|, or 1 where that is 0: a step of this size is a large one.
std::vector<double> sizes_of(std::span<const double> x);

std::string entry_name(const FunctionOptions& options, std::size_t j);

// x first, then its neighbours, then where functions switch: zeros, equal entries, whole numbers,
// tiny and large entries, other signs and orders; at last points drawn at random, over many
// magnitudes. All in the box, none twice. The same seed gives the same.
std::vector<Point> points_around(std::span<const double> x, const FunctionOptions& options);

}  // namespace fubini::check
