// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/definition.hpp"
#include "fubini/model/model.hpp"
#include "fubini/score/scorer.hpp"

#include <span>
#include <vector>

// What is derived from texts, each written once; more of a model behind a scorer stands in
// likelihood/derivatives.hpp, and of any function of numbers in autodiff.hpp and digits.hpp.
// Arguments are assumed checked, as in Model.
namespace fubini {

// The value; adds the gradient to g, by reverse mode. Nothing is added where the value is infinite.
double reverse_gradient(const Definition<Reverse>& model, const Ranking& ranking,
                        std::span<const double> f, std::span<const double> ties, Gradient g);

// Adds the sum over i of df_i dscore_i/dw to dw, by reverse mode.
void add_backward(const ScorerDefinition<Reverse>& scorer, const Items& items,
                  std::span<const double> w, std::span<const double> df, std::span<double> dw);

// Scores, and their derivatives along a direction of the weights, by forward mode.
void scores_along(const ScorerDefinition<Forward>& scorer, const Items& items,
                  std::span<const double> w, std::span<const double> direction, std::span<double> f,
                  std::span<double> df);

// A number to about 32 digits: high is the nearest double, high + low the number.
struct Precise {
  double high = 0;
  double low = 0;
};
struct PreciseGradient {
  Precise value;
  std::vector<Precise> slopes;  // by scores (or weights), then by tie parameters
};

// Value and gradient in 50 digits: the truth that doubles are measured against. `wide`: more, and
// exponents without end, whatever the arguments; large ones have them in any case.
PreciseGradient in_fifty_digits(const Definition<Digits>& model, const Ranking& ranking,
                                std::span<const double> f, std::span<const double> ties,
                                bool wide = false);

// The same model or scorer, whose gradient is autodiff of its own text; what it says of itself
// stays what it is.
Model differentiated(const Model& model, Definition<Reverse> text);
Scorer differentiated(const Scorer& scorer, ScorerDefinition<Reverse> text);

}  // namespace fubini
