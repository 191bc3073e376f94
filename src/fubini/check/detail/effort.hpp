// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/detail/comparison.hpp"

#include <functional>
#include <string>

namespace fubini::check {

// What may be spent on one trial, on one thread.
struct Allowance {
  double seconds = 5;
  double bytes = 4e9;
};

// Bytes for each of the threads at work, of what the budget and the machine allow
Allowance allowance(const Budget& budget, double seconds);

// The plan without the comparisons that would take too long or too much memory, by estimates from
// the declared cost; `tell` gets what was left out and why. No plan at all: nothing can be done, which is told too.
// Seconds of a gradient under test, and bytes that it takes
struct GradientCost {
  double seconds = 0;
  double bytes = 0;
};
GradientCost cost_of_gradient(const ModelTexts& model, Index items, Index parameters);

using TellLeftOut = std::function<void(const std::string& what, const std::string& why)>;
std::optional<TrialPlan> affordable(TrialPlan plan, const ModelTexts& model, Index items,
                                    Index parameters, const Allowance& allowance,
                                    const TellLeftOut& tell);

}  // namespace fubini::check
