// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/objective.hpp"
#include "fubini/fit/options.hpp"
#include "fubini/model/contract.hpp"

namespace fubini {

// About how long an evaluation of the objective takes, value and derivatives. Measured: a few queries
// are evaluated at `parameters`, or the first items of the largest one, and what the model says of
// its cost does the rest.
double predicted_seconds(const Objective& objective, const ModelInfo& model,
                         std::span<const double> parameters, int threads);

// Calls options.notice if that is more than a minute.
void tell_of_long_evaluations(const Objective& objective, const ModelInfo& model,
                              const FitOptions& options);

// A weight for every number of a feature up to the largest costs memory and time, whether it occurs
// or not. Throws ArgumentError, beginning with `where`, if most of a million and more do not.
void check_features_pay(std::string_view where, const Dataset& data);

}  // namespace fubini
