// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/sample/sampler.hpp"
#include "fubini/score/scorer.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fubini {

enum class Update { fixed, adagrad, adam };

struct ContrastiveOptions {
  SampleOptions chains = {.by = SampleBy::gibbs};  // gibbs or metropolis
  Index samples = 1;                               // steps of each chain, from the observed bucket
  Update update = Update::fixed;
  double rate = 0.1;  // the paper's
  int iterations = 1000;
  double l2 = 0;  // (l2/2) |w|^2 on the scorer's weights, as in Objective
  std::uint64_t seed = 1;
  int threads = 0;  // 0: as many as TBB may use
  // Called after each iteration; false stops.
  std::function<bool(int iteration, std::span<const double> parameters)> progress = {};
};

// Fits a model with any potential by contrastive divergence: stochastic gradient ascent on the
// log-likelihood a query (weights, then tie parameters), whose gradient comes from short chains.
// The same seed gives the same bits for any number of threads. Returns the parameters. Throws
// ArgumentError unless the model can be sampled and its potential has slopes.
std::vector<double> fit_by_contrast(const Dataset& data, const Sampler& model, const Scorer& scorer,
                                    std::span<const double> start,
                                    const ContrastiveOptions& options = {});

}  // namespace fubini
