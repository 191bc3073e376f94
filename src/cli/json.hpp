// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/io/json.hpp"

#include <cmath>

namespace fubini::cli {

// What is not finite has no number in JSON.
inline Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

}  // namespace fubini::cli
