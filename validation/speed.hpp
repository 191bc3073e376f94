// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "section.hpp"

#include <string>
#include <vector>

namespace fubini::validation {

// Value and gradient at the level of the scores, by hand and by Stan Math's reverse mode, side by
// side by Google Benchmark, which also prints its own lines if `verbose`.
Section compare_speed(const std::vector<std::string>& models, bool full, bool verbose);

}  // namespace fubini::validation
