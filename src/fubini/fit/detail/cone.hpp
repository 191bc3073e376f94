// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <functional>
#include <optional>
#include <vector>

namespace fubini {

using Fraction = boost::multiprecision::cpp_rational;
using Fractions = std::vector<Fraction>;

// A v with a v >= 0 for every row a and goal v > 0, or nothing if there is none. Rows are many and
// found when needed: violated(v) returns one with a v < 0, or nothing. The dual is solved by the
// simplex method, rows as columns, with the lexicographic rule: it ends, and it is exact.
std::optional<Fractions> find_in_cone(
    const Fractions& goal,
    const std::function<std::optional<Fractions>(const Fractions& v)>& violated);

}  // namespace fubini
