// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/objective.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fubini {

struct FitProgress {
  int iteration = 0;
  double objective = 0;  // l1 penalty included
  double gradient_norm = 0;
  int evaluations = 0;
  std::span<const double> parameters;  // valid during the call
};

struct FitOptions {
  int max_iterations = 100;  // 0: no limit

  // Stop when |objective(t) - objective(t-1)| < tolerance |objective(t)|: the paper's rule. 0: off.
  double tolerance = 1e-5;

  // Stop when |gradient| < gradient_tolerance max(1, |parameters|). 0: off.
  double gradient_tolerance = 0;

  // Penalty l1 sum |w_j| on the scorer's weights, by OWL-QN; tie parameters go free.
  double l1 = 0;

  int memory = 6;  // pairs that L-BFGS keeps

  // Stands between the optimiser and the objective, say to keep a journal; answers like
  // Objective::value_and_gradient.
  std::function<double(std::span<const double> x, std::span<double> g)> evaluate = {};

  // Called after every iteration; returns false to stop there.
  std::function<bool(const FitProgress&)> progress = {};
};

enum class StopReason {
  converged,          // the relative improvement fell below the tolerance
  gradient_vanished,  // the gradient fell below its tolerance, or is 0
  max_iterations,
  cancelled,    // by the callback
  no_progress,  // no step improves the objective further: rounding, or a kink
};

struct FitSummary {
  std::vector<double> parameters;  // the best that were seen
  double objective = 0;            // there, l1 penalty included
  double gradient_norm = 0;        // there, of the objective without l1
  int iterations = 0;
  int evaluations = 0;
  StopReason reason = StopReason::no_progress;
  std::string message;  // why it stopped, in a sentence
};

// Maximises the objective by L-BFGS (libLBFGS) from `start`. Throws ArgumentError for unusable
// arguments, NumericalError if the objective is not finite at the start; whatever the callback or
// the objective throws comes through.
FitSummary fit(const Objective& objective, std::span<const double> start,
               const FitOptions& options = {});

}  // namespace fubini
