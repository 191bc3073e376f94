// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

namespace fubini::check {

// A derivative by finite differences, and how far off it may be by its own account.
struct Difference {
  double slope = 0;
  double error = 0;
};

// The derivatives at 0 of each component of f(t), by central differences and Ridders'
// extrapolation to step 0. It is done from two first steps at least, the smallest ones first, so
// that a kink nearby stays outside; larger ones follow while some error exceeds `tolerance`. The
// error is the largest of Ridders' estimate, with what rounding in f makes of the step, and the
// distance of the two best results. `terms` is the size of what f sums up, where that is larger
// than f itself: rounding is relative to it.
std::vector<Difference> differences(const std::function<std::vector<double>(double)>& f,
                                    double tolerance, double terms = 0);
Difference difference(const std::function<double(double)>& f, double tolerance, double terms = 0);

}  // namespace fubini::check
