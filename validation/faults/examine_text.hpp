// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "examine.hpp"

#include "fubini/check/function.hpp"

#include <utility>

namespace fubini::faults {

template <class Text>
check::FunctionReport examine(const Beside<Text>& function, const Point& start) {
  // A machine that is busy with other things must not see less.
  return check::function(function.text, function.slopes, start, {.seconds = 60});
}

#define FAULTS_EXAMINE(Text) \
  template check::FunctionReport examine(const Beside<Text>&, const Point&)

}  // namespace fubini::faults
