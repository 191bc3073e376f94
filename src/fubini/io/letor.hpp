// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

#include <string>
#include <string_view>

namespace fubini {

// See read.hpp. Dense in memory if more than a third of the features are there, else sparse.
// num_features: how many there may be; 0: as many as occur.
Dataset parse_letor(std::string_view text, const std::string& name, Index num_features = 0);

}  // namespace fubini
