// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

// Elementary functions over arrays of doubles, compiled once for the machine's vector units, so
// that models stay free of intrinsics and of headers that depend on compiler flags. Arrays of one
// call have one size and either are the same or do not overlap. Each is within 4 ulp of the true
// function; exponentials below 1e-307 become 0. The bits of an element do not depend on its place.
namespace fubini::vector_math {

void exp(std::span<double> x);
void log(std::span<double> x);  // of normal numbers, not subnormal ones

// y = log(1 + exp(x)), s = 1 / (1 + exp(-x)): the logistic loss and its slope from one exponential
void softplus(std::span<const double> x, std::span<double> y, std::span<double> s);

void tanh(std::span<double> x);

// y = R(x), the Mills ratio of the normal law, x >= 0
void mills_ratio(std::span<const double> x, std::span<double> y);

}  // namespace fubini::vector_math
