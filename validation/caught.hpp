// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "section.hpp"

#include <string>
#include <vector>

namespace fubini::validation {

// Who catches what, as validation/faults/run has left it in this folder: by kind of fault, then each.
std::vector<Section> who_catches_what(const std::string& folder);

}  // namespace fubini::validation
