// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/derivatives.hpp"
#include "fubini/check/function/report.hpp"

#include <functional>
#include <span>

namespace fubini::check {

// What can be asked of a function; gradient.hpp, function.hpp and stan_function.hpp fill it.
struct FunctionParts {
  using Point = std::span<const double>;

  std::function<double(Point x)> value;
  // The gradient under test: writes every entry.
  std::function<void(Point x, std::span<double> gradient)> gradient;
  bool by_hand = true;

  // Other ways, where there are any: slopes along a direction, whole gradients
  std::function<double(Point x, Point direction, double& real)> complex_step;
  std::function<double(Point x, std::span<double> gradient)> reverse;  // returns the value
  std::function<double(Point x, Point direction)> forward;
  std::function<PreciseGradient(Point x)> digits;
};

// At x and the points around it; with options.sizes also at points of so many entries, drawn like
// those of x. Throws ArgumentError for x or options that cannot be used; what the function throws is reported.
FunctionReport examine(const FunctionParts& function, std::span<const double> x,
                       const FunctionOptions& options);

}  // namespace fubini::check
