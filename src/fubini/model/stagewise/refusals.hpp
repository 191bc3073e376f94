// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <limits>
#include <span>

// What is said of potentials that cannot be: by enumeration and by importance sampling alike.
namespace fubini {

// A log potential that is a number, or -infinity: then the subset is impossible.
inline bool is_log_potential(double x) { return x < std::numeric_limits<double>::infinity(); }

// Throw NumericalError with the scores of the subset that was asked for.
[[noreturn]] void refuse_log_potential(double value, std::span<const double> scores);
[[noreturn]] void refuse_order(double value, double other, std::span<const double> scores);

// None of `tried` subsets out of so many items is possible; `scores` are those of one.
[[noreturn]] void refuse_zeros(double tried, std::ptrdiff_t items, std::span<const double> scores);

}  // namespace fubini
