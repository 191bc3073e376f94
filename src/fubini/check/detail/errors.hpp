// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/log_likelihood.hpp"
#include "fubini/arithmetic/derivatives.hpp"

#include <span>

namespace fubini::check {

// The largest difference of two gradients, over all scores and tie parameters, divided by
// max(|b|, 1): a query of one bucket has gradient 0. Infinity if any entry is not finite.
double gradient_error(const ValueAndGradient& a, const ValueAndGradient& b);
double gradient_error(const ValueAndGradient& a, const PreciseGradient& truth);

// The Euclidean length, without overflow; infinity if any entry is not finite.
double norm(std::span<const double> x);

// |a - b| / max(|b|, 1)
double value_error(double a, double b);

}  // namespace fubini::check
