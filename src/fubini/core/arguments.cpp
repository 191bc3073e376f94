// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/arguments.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <cmath>

namespace fubini {

void refuse(std::string_view where, std::string_view name, const std::string& found,
            const std::string& wanted) {
  throw ArgumentError(std::string(where) + ": " + std::string(name) + " is " + found + "; wanted " +
                      wanted);
}

void check_at_least(std::string_view where, std::string_view name, Index found, Index least) {
  if (found >= least) return;
  refuse(where, name, std::to_string(found),
         least == 1 ? "at least 1" : std::to_string(least) + " or more");
}

void check_not_negative(std::string_view where, std::string_view name, double found) {
  if (std::isfinite(found) && found >= 0) return;
  refuse(where, name, format_double(found), "a finite number, 0 or more");
}

void check_count(std::string_view where, std::string_view what, std::size_t found, Index wanted) {
  if (static_cast<Index>(found) == wanted) return;
  throw ArgumentError(std::string(where) + ": " + std::to_string(found) + " " + std::string(what) +
                      "; wanted " + std::to_string(wanted));
}

std::size_t first_not_finite(std::span<const double> numbers) {
  const auto bad = std::ranges::find_if_not(numbers, [](double x) { return std::isfinite(x); });
  return static_cast<std::size_t>(bad - numbers.begin());
}

void check_features(std::string_view scorer, Index num_features, const Dataset& data) {
  if (data.kind() == Items::Kind::identity)
    throw ArgumentError(std::string(scorer) +
                        ": the data has no features; wanted feature rows, or the scorer worths");
  if (data.num_features() != num_features)
    throw ArgumentError(std::string(scorer) + ": made for " + std::to_string(num_features) +
                        " features; the data has " + std::to_string(data.num_features()));
}

}  // namespace fubini
