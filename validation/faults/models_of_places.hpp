// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "models.hpp"

namespace fubini::faults {

std::vector<SpoiltModel> models_of_places();  // at some sizes, scores or tie parameters only

}  // namespace fubini::faults
