// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/stopping.hpp"

namespace fubini::detail {

void stop() { throw Stopped("interrupted"); }

}  // namespace fubini::detail
