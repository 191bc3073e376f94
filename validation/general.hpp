// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "section.hpp"

namespace fubini::validation {

// The general case: what exactness costs, and what sampling costs and loses. Times are reported,
// not judged; contrastive divergence must come within 1% of the exact fit on new data.
Section measure_exactness(bool full);
Section compare_learning(bool full);

}  // namespace fubini::validation
