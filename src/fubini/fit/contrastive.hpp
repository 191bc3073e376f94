// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/fit/ascent.hpp"
#include "fubini/sample/sampler.hpp"
#include "fubini/score/scorer.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace fubini {

struct ContrastiveOptions {
  SampleOptions chains = {.by = SampleBy::gibbs};  // gibbs or metropolis
  Index samples = 1;                               // steps of each chain, from the observed bucket
  Update update = Update::fixed;
  double rate = 0.1;  // the paper's
  int iterations = 1000;
  Index batch = 0;  // queries in a step; 0: all
  double l2 = 0;    // (l2/2) |w|^2 on the scorer's weights, as in Objective
  std::uint64_t seed = 1;
  int threads = 0;  // 0: as many as TBB may use
  // Called after each iteration; false stops.
  std::function<bool(int iteration, std::span<const double> parameters)> progress = {};
};

// The sampled gradient as a likelihood, so that Objective sums it over queries, in parallel and in
// order. The value is not known: it is 0. Every (query, iteration) has its own random numbers,
// whichever thread asks.
class ByContrast : public QueryLikelihood {
 public:
  virtual void set_iteration(int iteration) = 0;
};
// Throws ArgumentError unless the model can be sampled and its potential has slopes.
std::shared_ptr<ByContrast> by_contrast(Sampler model, Scorer scorer, const SampleOptions& chains,
                                        Index samples, std::uint64_t seed);

// Fits a model with any potential by contrastive divergence: stochastic gradient ascent on the
// log-likelihood a query (weights, then tie parameters), whose gradient comes from short chains.
// The same seed gives the same bits for any number of threads. Returns the parameters. Throws
// ArgumentError unless the model can be sampled and its potential has slopes.
std::vector<double> fit_by_contrast(const Dataset& data, const Sampler& model, const Scorer& scorer,
                                    std::span<const double> start,
                                    const ContrastiveOptions& options = {});

}  // namespace fubini
