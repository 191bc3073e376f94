// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

#include <span>
#include <string>
#include <string_view>

// Checks of arguments, for everybody: each throws ArgumentError, "WHERE: NAME is FOUND; wanted ...".
namespace fubini {

[[noreturn]] void refuse(std::string_view where, std::string_view name, const std::string& found,
                         const std::string& wanted);

void check_at_least(std::string_view where, std::string_view name, Index found, Index least);
void check_not_negative(std::string_view where, std::string_view name, double found);

// As many `what` ("parameters") as wanted
void check_count(std::string_view where, std::string_view what, std::size_t found, Index wanted);

// The place of the first entry that is not finite; the size if there is none.
std::size_t first_not_finite(std::span<const double> numbers);

// Data with features, and as many as `scorer` wants.
void check_features(std::string_view scorer, Index num_features, const Dataset& data);

}  // namespace fubini
