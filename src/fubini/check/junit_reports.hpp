// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/gradients.hpp"
#include "fubini/check/laws.hpp"

#include <string>
#include <vector>

namespace fubini::check {

// JUnit's XML: a test case a model with a scorer, and one a law. What failed stands in it.
std::string to_junit(const std::vector<GradientReport>& gradients,
                     const std::vector<LawReport>& laws);

}  // namespace fubini::check
