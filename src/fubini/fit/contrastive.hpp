// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/likelihood/likelihood.hpp"
#include "fubini/sample/sampler.hpp"
#include "fubini/score/scorer.hpp"

#include <cstdint>

namespace fubini {

// The gradient of short chains as a likelihood (contrastive divergence), so that Objective sums it
// over queries, in parallel and in order, and any optimiser by steps climbs it. The value is not
// known: it is 0. Every (query, pass) has its own random numbers, whichever thread asks. `chains`
// are gibbs or metropolis, and take `samples` steps from the observed bucket. Throws ArgumentError
// unless the model can be sampled and its potential has slopes.
Likelihood by_contrast(Sampler model, Scorer scorer, const SampleOptions& chains, Index samples,
                       std::uint64_t seed);

}  // namespace fubini
