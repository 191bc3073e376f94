// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "section.hpp"

namespace fubini::validation {

// Maximum-likelihood fits on published tables, against estimates by other people's software: see
// estimates/estimates.R.
Section check_estimates();

}  // namespace fubini::validation
