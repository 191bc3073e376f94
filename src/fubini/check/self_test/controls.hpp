// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/gradients.hpp"
#include "fubini/check/tables.hpp"

#include <functional>
#include <string>
#include <vector>

// Negative controls: the checker on gradients that are known to be wrong, and on right ones. A
// checker that catches none of the planted faults, or cries at right gradients, is worth nothing.
namespace fubini::check {

struct ControlResult {
  std::string fault;    // what was planted
  std::string where;    // model and scorer
  bool caught = false;  // reported, by the comparison that must see it, with the right entry named
  std::string by;       // the comparisons that reported it
  std::string entry;    // the entry that the first of them names
};

struct SelfTest {
  std::vector<ControlResult> faults;
  std::int64_t right_cases = 0;     // cases of gradients that are right
  std::vector<std::string> alarms;  // those reported all the same: there should be none

  std::size_t caught() const;
  bool passed() const { return caught() == faults.size() && alarms.empty(); }
};

struct SelfTestOptions {
  std::uint64_t seed = 1;
  std::uint64_t fault_cases = 60;      // a fault
  std::uint64_t right_cases = 10'000;  // over all models and scorers together
  std::function<void(std::size_t done, std::size_t total)> progress = {};
};

// Plants in models of this catalogue: the paper's three printed slips (rao_kupper, davidson), a
// dropped term, a wrong sign, a stale prefix sum, an off-by-one bucket (pmop_full), entries off by
// 1e-6, a gradient that overwrites, a shared scratch array, NaN, an exception, a scorer's backward.
SelfTest self_test(const ModelCatalogue& models, const ScorerCatalogue& scorers,
                   const SelfTestOptions& options = {});

std::string to_text(const SelfTest& result);
Rows rows(const SelfTest& result);

}  // namespace fubini::check
