// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/derivatives.hpp"
#include "fubini/arithmetic/texts.hpp"
#include "fubini/likelihood/likelihood.hpp"

#include <span>

// A model behind a scorer, through the texts of both: what gradients by hand are compared with. The
// query's weight is left out, as everywhere in values. This header needs no Stan Math.
namespace fubini {

// Gradients by reverse mode from the weights to the value. For concrete types, autodiff.hpp beside
// this has by_autodiff(my_model{}, my_scorer{}).
Likelihood by_autodiff(const Model& model, Definition<Reverse> model_text, Scorer scorer,
                       ScorerDefinition<Reverse> scorer_text);
Likelihood by_autodiff(const ModelTexts& model, const ScorerTexts& scorer);

// Along a direction of all parameters (weights, then ties), by forward mode.
double derivative_along(const ModelTexts& model, const ScorerTexts& scorer, const Query& query,
                        std::span<const double> parameters, std::span<const double> direction);

// The Hessian times such a direction, written to `product`.
void hessian_times(const ModelTexts& model, const ScorerTexts& scorer, const Query& query,
                   std::span<const double> parameters, std::span<const double> direction,
                   std::span<double> product);

PreciseGradient in_fifty_digits(const ModelTexts& model, const ScorerTexts& scorer,
                                const Query& query, std::span<const double> parameters);

}  // namespace fubini
