// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/objective.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fubini {

enum class Update { fixed, adagrad, adam };

// Everything that the next step depends on: an ascent that goes on from a state takes the same
// steps, to the last bit, as one that was never interrupted.
struct AscentState {
  std::vector<double> parameters = {};
  std::vector<double> first = {},
                      second = {};  // moments of the gradient, where the update keeps them
  std::int64_t steps = 0;
  int iteration = 0;  // passes over the data that are done
};

struct AscentOptions {
  Update update = Update::fixed;
  double rate = 0.1;
  int iterations = 100;  // passes over the data, those of the state included
  Index batch = 0;       // queries in a step, drawn anew for each pass; 0: all
  std::uint64_t seed = 1;
  // Called before a pass with its number from 1.
  std::function<void(int iteration)> before = {};
  // Called after a pass; `value` is the sum over its steps, each before it was taken, and `norm`
  // the norm of the last gradient a query. false stops.
  std::function<bool(const AscentState&, double value, double norm)> progress = {};
};

// Stochastic gradient ascent on the objective a query (the objective over the weight of all
// queries): parameters += rate * gradient, or Adagrad's or Adam's step. The same seed gives the
// same bits for any number of threads. Throws ArgumentError for unusable arguments.
void ascend(const Objective& objective, AscentState& state, const AscentOptions& options);

}  // namespace fubini
