// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/texts.hpp"

#include <functional>

// Gradients with faults on purpose, for the negative controls.
namespace fubini::check {

using AddGradient = std::function<void(const Ranking& ranking, std::span<const double> f,
                                       std::span<const double> ties, Gradient g)>;

// The model with this in place of its gradient by hand; the definitions stay what they are.
ModelTexts with_gradient(const ModelTexts& model, const AddGradient& add);

// The scorer with dw passed through `spoil` after each backward call.
ScorerTexts with_backward(const ScorerTexts& scorer,
                          const std::function<void(std::span<double> dw)>& spoil);

// Rao-Kupper's and Davidson's gradients pair by pair as the paper has them; with its slips, or put
// right.
struct Slips {
  bool weights = false;
  bool ties = false;
};
AddGradient printed_rao_kupper(Slips slips);
AddGradient printed_davidson(Slips slips);

// pmop_full's gradient straight from its formula, in O(n K).
enum class Slip { none, dropped_term, wrong_sign, stale_prefix_sum, next_bucket };
AddGradient textbook_pmop_full(Slip slip);

// The model's own gradient, handed through an array that all threads share.
AddGradient through_shared_scratch(const Model& model);

}  // namespace fubini::check
