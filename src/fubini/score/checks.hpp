// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

namespace fubini {

// Throws ArgumentError unless size >= 1.
void check_size(const char* scorer, const char* argument, Index size);

// Throws ArgumentError unless `data` has features, and as many as `scorer` wants.
void check_features(const char* scorer, Index num_features, const Dataset& data);

}  // namespace fubini
