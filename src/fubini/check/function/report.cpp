// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/function/report.hpp"

#include <algorithm>

namespace fubini::check {

std::string_view name(Against way) {
  constexpr std::array<std::string_view, kAgainst> names = {
      "truth", "reverse", "forward", "complex_step", "differences",
      "value", "repeat",  "writes",  "threads"};
  return names[static_cast<std::size_t>(way)];
}

std::string rule(Against way) {
  constexpr auto kRounding = ", or what rounding moves it by among neighbours";
  const auto within = [&](const std::string& what) {
    return "|found - " + what + "| <= the tolerance, relative to the entry" + kRounding;
  };
  switch (way) {
    case Against::truth: return within("50 digits");
    case Against::reverse: return within("reverse mode");
    case Against::forward: return within("forward mode");
    case Against::complex_step: return within("complex step");
    case Against::differences:
      return "|found - differences| <= the tolerance, ten times the differences' own error "
             "included, for steps of several sizes";
    case Against::value: return "the value in doubles is that of the same text, up to rounding";
    case Against::repeat: return "asked again, after another point, it gives the same gradient";
    case Against::writes:
      return "every entry of the gradient is written, and nothing added to what stood there";
    case Against::threads: break;
  }
  return "four threads get the same values and gradients as one";
}

Outcome FunctionReport::outcome() const {
  const auto any = [&](auto member) {
    return std::ranges::any_of(ways,
                               [&](const FunctionComparison& way) { return way.*member > 0; });
  };
  if (thrown > 0 || any(&FunctionComparison::failures)) return Outcome::wrong;
  if (points == 0 || num_never_judged > 0) return Outcome::undecided;
  return any(&FunctionComparison::lost) ? Outcome::loses_digits : Outcome::passed;
}

std::string FunctionReport::verdict() const {
  switch (outcome()) {
    case Outcome::passed: return by_hand ? "ok" : "ok (no gradient by hand)";
    case Outcome::loses_digits: return "loses digits";
    case Outcome::undecided:
      if (!never_judged.empty()) return "undecided: " + never_judged.front();
      return "undecided: the value is finite at no point";
    case Outcome::wrong: break;
  }
  std::string text = thrown > 0 ? ", threw" : "";
  for (std::size_t way = 0; way < kAgainst; ++way)
    if (ways[way].failures > 0) text += ", " + std::string(check::name(static_cast<Against>(way)));
  return "FAILED: " + text.substr(2);
}

const FunctionEntry& FunctionReport::worst() const {
  const auto rank = [](const FunctionComparison& way) {
    return std::pair(way.failures > 0, way.worst.entry.empty() ? -1 : way.excess);
  };
  return std::ranges::max_element(ways, {}, rank)->worst;
}

int exit_code(const std::vector<FunctionReport>& reports) {
  return std::ranges::all_of(reports, &FunctionReport::passed) ? 0 : 1;
}

}  // namespace fubini::check
