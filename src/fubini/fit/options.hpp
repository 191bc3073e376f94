// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/evaluate/metrics/ndcg.hpp"
#include "fubini/fit/optimizers/lbfgs.hpp"
#include "fubini/io/model_file.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// One set of options, one progress and one summary, from the command line to the optimiser.
namespace fubini {

struct FitProgress {
  int iteration = 0, iterations = 0;     // of at most so many
  std::optional<double> objective = {};  // l1 penalty included; not known with chains
  double gradient_norm = 0;
  int evaluations = 0;
  std::span<const double> parameters = {};  // valid during the call
  std::optional<double> validation = {};    // the metric on the validation data
  double seconds = 0;                       // since the fit began (or went on)
  bool replayed = false;                    // a step that a checkpoint remembered
};

enum class StopReason {
  converged,          // the relative improvement fell below the tolerance
  gradient_vanished,  // the gradient fell below its tolerance, or is 0
  max_iterations,
  cancelled,    // by the callback
  no_progress,  // no step improves the objective further: rounding, or a kink
  out_of_patience,
};

// What a fit by draws knows of its own error.
struct MonteCarlo {
  int rounds = 0;  // of draws, made anew where the last ones ended
  double log_likelihood =
      std::numeric_limits<double>::quiet_NaN();  // by draws that had no part in the fit
  double log_likelihood_error = 0;               // its standard error
  double left_out = 0;              // the largest share of a normaliser that has no draws
  std::vector<double> errors = {};  // of the parameters, standard deviations over other draws
};

struct FitSummary {
  std::vector<double> parameters;  // the best by validation, else the last
  double objective = 0;            // there, l1 penalty included; NaN with chains
  double gradient_norm = 0;        // where it ended, without l1
  int iterations = 0;
  int evaluations = 0;
  int best_iteration = 0;
  std::optional<double> validation = {};  // of the best
  StopReason reason = StopReason::no_progress;
  double seconds = 0;                      // since the fit began, or went on
  std::string message;                     // why it stopped, in a sentence
  std::vector<std::string> warnings = {};  // of fit(): what has no finite maximum, a sentence each
  std::optional<MonteCarlo> monte_carlo = {};  // by importance sampling only

  bool cancelled() const { return reason == StopReason::cancelled; }
};

// How gradients come about: exactly, by short chains from the observed buckets (`gibbs` exchanges
// items too, gibbs_as_printed has single flips alone, as the paper), or by importance sampling.
enum class Inference {
  exact,
  gibbs,
  metropolis,
  metropolis_as_printed,
  importance,
  gibbs_as_printed
};
inline bool by_chains(Inference inference) {
  return inference != Inference::exact && inference != Inference::importance;
}
Inference parse_inference(std::string_view name);  // throws UnknownName

struct CheckpointOptions {
  std::string path = {};      // empty: none
  std::string identity = {};  // of the fit: a checkpoint is used by the same one only
  int interval = 10;          // iterations between two
  bool resume = false;        // go on from the checkpoint, if there is one
};

// What is not said depends on the data: of worths, which cost little, many digits are wanted.
struct FitOptions {
  std::string scorer = {};  // by name; linear, or worths for data without features
  bool standardise = true;  // features, over the training data
  double l2 = 0, l1 = 0;    // on weights of standardised features; tie parameters go free
  std::optional<Optimizer> optimizer =
      {};                              // lbfgs; with chains, whose gradients have noise, adagrad
  std::optional<int> iterations = {};  // or passes over the data, 1 or more: 100, of worths 1000
  // Whole optimisers stop when |objective(t) - objective(t-1)| < tolerance |objective(t)|, the
  // paper's rule: 1e-5, of worths 0. And when |gradient| < gradient_tolerance max(1, |parameters|):
  // 0, of worths 1e-10. 0 is off.
  std::optional<double> tolerance = {}, gradient_tolerance = {};
  // Exact; importance sampling where normalisers are enumerated and a query has too many items.
  std::optional<Inference> inference = {};
  Index samples = 1;                // steps of a chain
  Index draws = 64;                 // of a stage, about, by importance sampling
  double rate = 0;                  // of stochastic steps; 0: the optimiser's usual one
  std::optional<Index> batch = {};  // queries in a step; 32, or all (0) with chains
  const Dataset* validation = nullptr;
  Metric metric = ndcg{.cutoff = 10};
  int patience = 0;  // iterations without a better validation; 0: any number
  std::uint64_t seed = 1;
  int threads = 0;  // 0: as many as TBB may use; any number gives the same bits
  CheckpointOptions checkpoint = {};
  std::function<bool(const FitProgress&)> progress = {};  // after every iteration; false stops
  const StopFlag* stop = nullptr;  // looked at inside evaluations; stops as `progress` does
  // Hears, in a sentence, of an evaluation that may take more than a minute, before it begins
  std::function<void(const std::string&)> notice = {};

  // For the fitted model
  std::vector<std::string> items = {};  // names, for data without features
  Provenance from = {};                 // where the data came from
};

// Throws ArgumentError if nothing could be fitted with these, whatever the data.
void check_options(const FitOptions& options);

inline constexpr int kUsualIterations = 100;
inline constexpr double kUsualTolerance = 1e-5;

}  // namespace fubini
