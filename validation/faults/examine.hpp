// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "checker.hpp"

#include "fubini/check/function/report.hpp"

namespace fubini::faults {

inline Finding finding(const check::FunctionReport& report) {
  const auto note = report.verdict() + "; " + report.worst().place + ", " + report.worst().entry;
  switch (report.outcome()) {
    case check::Outcome::passed: return {"ok", ""};
    case check::Outcome::wrong: return {"wrong", note};
    case check::Outcome::loses_digits: return {"loses digits", note};
    case check::Outcome::undecided: return {"undecided", note};
  }
  return {};
}

// check::function of a text; the units examine_*.cpp have it for each, as Stan Math and 50 digits take long to compile.
template <class Text>
check::FunctionReport examine(const Beside<Text>& function, const Point& start);

}  // namespace fubini::faults
