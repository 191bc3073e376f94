// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

#include <string>
#include <string_view>

namespace fubini {

// See read.hpp. Dense in memory if more than a third of the features are there, else sparse.
Dataset parse_letor(std::string_view text, const std::string& name);

}  // namespace fubini
