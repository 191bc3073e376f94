// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/objective.hpp"

#include <span>
#include <string>
#include <vector>

namespace fubini {

// What of a fit without penalties ran off: weights that separate the data, worths that leave the
// others behind, tie parameters; a sentence each. The objective is asked far out (a million, all
// weights that multiply the scores together, then the largest one by one; worths above the widest
// gaps; tie parameters 50 further). Where it is not lower there, no maximum is near, wherever the
// fit stopped; where it is lower, nothing is said. Some evaluations more, the same for any threads.
//
// `items` are the names of worths; empty for scorers of features.
std::vector<std::string> what_ran_off(const Objective& objective,
                                      std::span<const double> parameters,
                                      const std::vector<std::string>& items);

}  // namespace fubini
