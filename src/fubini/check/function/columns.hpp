// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace fubini::check {

// A table's cells: the first row is the head.
using Rows = std::vector<std::vector<std::string>>;

// Rows as aligned columns, two spaces apart; those whose cells below the head all begin as numbers
// do (or are "-") are set to the right.
std::string columns(const Rows& rows);
bool is_number_column(const Rows& rows, std::size_t column);

// "4.5e-14", "0"; "inf" for what is not finite
std::string format_error(double error);

}  // namespace fubini::check
