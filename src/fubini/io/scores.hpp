// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fubini {

// Scores from a text file, one number a line; empty lines are passed over. There must be `count` of
// them, each for one of `what` ("row of test.txt"). Throws FileError with file and line.
std::vector<double> read_scores(const std::string& path, Index count, const std::string& what);
// The same from text; `name` stands for the file in errors.
std::vector<double> parse_scores(std::string_view text, const std::string& name, Index count,
                                 const std::string& what);

}  // namespace fubini
