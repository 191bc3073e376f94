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
// gaps; tie parameters 50 and 100 further). Where it does not fall on the way, no maximum is near,
// wherever the fit stopped; where it falls, nothing is said, but of worths that are farther apart than
// so many queries could tell. Some evaluations more, the same for any threads.
//
// `items` are the names of worths; empty for scorers of features. `decided`: that worths have a finite
// maximum is known (see existence.hpp), however far apart.
std::vector<std::string> what_ran_off(const Objective& objective,
                                      std::span<const double> parameters,
                                      const std::vector<std::string>& items, bool decided = false);

}  // namespace fubini
