// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "examine.hpp"

#include "fubini/check/function.hpp"

#include <utility>

namespace fubini::faults {

template <class Text>
check::FunctionReport examine(const Beside<Text>& function, const Point& start) {
  return check::function(function.text, function.slopes, start);
}

#define FAULTS_EXAMINE(Text) \
  template check::FunctionReport examine(const Beside<Text>&, const Point&)

}  // namespace fubini::faults
