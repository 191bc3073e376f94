// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/function/columns.hpp"
#include "fubini/check/gradients.hpp"
#include "fubini/check/laws.hpp"

#include <string>
#include <vector>

// Reports as text for people: a table, and under it what failed and where.
namespace fubini::check {

std::string to_text(const std::vector<GradientReport>& reports);
std::string to_text(const std::vector<LawReport>& reports);

// The parts of it: the first row is the head.
Rows rows(const std::vector<GradientReport>& reports);
Rows rows(const std::vector<LawReport>& reports);
std::string remarks(const std::vector<GradientReport>& reports);
std::string remarks(const std::vector<LawReport>& reports);

}  // namespace fubini::check
