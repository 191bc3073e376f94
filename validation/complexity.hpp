// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "section.hpp"

#include <string>
#include <vector>

namespace fubini::validation {

// The paper's Table 2, measured: how the time of value and gradient grows with the items of one
// query. Reported, not judged: times on shared machines are no grounds for failure.
Section measure_growth(const std::vector<std::string>& models, bool full);

}  // namespace fubini::validation
