// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "checker.hpp"

#include <vector>

namespace fubini::faults {

// check::gradients of each model with the gradient in the place of its own, at level quick, through a worth an item.
std::vector<Job> jobs_of_models();

}  // namespace fubini::faults
