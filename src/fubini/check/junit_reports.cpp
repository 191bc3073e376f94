// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/junit_reports.hpp"

#include "fubini/check/function/junit.hpp"
#include "fubini/check/tables.hpp"

namespace fubini::check {

std::string to_junit(const std::vector<GradientReport>& gradients,
                     const std::vector<LawReport>& laws) {
  std::vector<JUnitCase> cases;
  const auto add = [&](const char* of, const std::string& name, const auto& report) {
    cases.push_back({of, name});
    if (report.passed()) return;
    cases.back().failure = report.verdict();
    cases.back().text = to_text(std::vector{report});
  };
  for (const GradientReport& one : gradients) add("gradients", one.model + ", " + one.scorer, one);
  for (const LawReport& one : laws) add("laws", one.model + ": " + one.law, one);
  return junit("fubini check", cases);
}

}  // namespace fubini::check
