// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/likelihood/likelihood.hpp"
#include "fubini/sample/sampler.hpp"
#include "fubini/score/scorer.hpp"

#include <cstdint>
#include <memory>

namespace fubini {

class ContrastiveLikelihood : public QueryLikelihood {
 public:
  using QueryLikelihood::QueryLikelihood;
  // Of the last pass over the data: how many of its chains ever moved
  virtual ChainMoves moves() const = 0;
};

// The gradient of short chains as a likelihood (contrastive divergence), so that Objective sums it
// over queries, in parallel and in order, and any optimiser by steps climbs it. The value is not
// known: it is 0. Every (query, pass) has its own random numbers, whichever thread asks. `chains`
// are gibbs or metropolis, and take `samples` steps from the observed bucket. Throws ArgumentError
// unless the model can be sampled and its potential has slopes.
std::shared_ptr<const ContrastiveLikelihood> by_contrast(Sampler model, Scorer scorer,
                                                         const SampleOptions& chains, Index samples,
                                                         std::uint64_t seed);

}  // namespace fubini
