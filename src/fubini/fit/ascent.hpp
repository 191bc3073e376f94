// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/objective.hpp"
#include "fubini/fit/options.hpp"

#include <functional>

namespace fubini {

// Called after every pass; `value` is the sum over its steps, each before it was taken, and `norm`
// the norm of the last gradient a query. false stops.
using AfterPass = std::function<bool(const AscentState&, double value, double norm)>;

// Stochastic gradient ascent on the objective a query (the objective over the weight of all
// queries), by the step rule of options.optimizer: options.iterations passes, those of the state
// included, in batches that are drawn anew for each. The same seed gives the same bits for any
// number of threads. Throws ArgumentError for unusable arguments.
void ascend(const Objective& objective, AscentState& state, const FitOptions& options,
            const AfterPass& after = {});

}  // namespace fubini
