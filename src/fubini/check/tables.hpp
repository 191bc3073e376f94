// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/gradients.hpp"
#include "fubini/check/laws.hpp"

#include <string>
#include <vector>

// Reports as text for people: a table, and under it what failed and where.
namespace fubini::check {

std::string to_text(const std::vector<GradientReport>& reports);
std::string to_text(const std::vector<LawReport>& reports);

// The parts of it: the first row is the head.
using Rows = std::vector<std::vector<std::string>>;
Rows rows(const std::vector<GradientReport>& reports);
Rows rows(const std::vector<LawReport>& reports);
std::string remarks(const std::vector<GradientReport>& reports);
std::string remarks(const std::vector<LawReport>& reports);

// Rows as aligned columns, two spaces apart; those whose cells below the head all begin as numbers
// do (or are "-") are set to the right.
std::string columns(const Rows& rows);
bool is_number_column(const Rows& rows, std::size_t column);

// "4.5e-14", "0"; "inf" for what is not finite
std::string format_error(double error);

}  // namespace fubini::check
