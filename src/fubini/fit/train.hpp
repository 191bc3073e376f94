// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/evaluate/evaluate.hpp"
#include "fubini/fit/ascent.hpp"
#include "fubini/io/model_file.hpp"
#include "fubini/model/model.hpp"
#include "fubini/sample/sampler.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// From data to a fitted model: what `fubini fit` does.
namespace fubini {

enum class Optimizer { lbfgs, sgd, adagrad, adam };

// How gradients come about: exactly, or by short chains from the observed buckets.
enum class Inference { exact, gibbs, metropolis, metropolis_as_printed };

struct TrainProgress {
  int iteration = 0, iterations = 0;     // of at most so many
  std::optional<double> objective = {};  // not known with chains
  double gradient_norm = 0;
  std::optional<double> validation = {};  // the metric on the validation data
  double seconds = 0;                     // since the fit began (or went on)
  bool replayed = false;                  // a step that a checkpoint remembered
};

struct CheckpointOptions {
  std::string path = {};      // empty: none
  std::string identity = {};  // of the fit: a checkpoint is used by the same one only
  int interval = 10;          // iterations between two
  bool resume = false;        // go on from the checkpoint, if there is one
};

struct TrainOptions {
  std::string scorer = "linear";
  std::optional<double> second_order = {};  // products with correlations above this; linear only
  bool standardise = true;                  // features, over the training data
  double l2 = 0, l1 = 0;                    // on weights of standardised features
  Optimizer optimizer = Optimizer::lbfgs;
  int iterations = 100;           // of L-BFGS, or passes over the data
  double tolerance = 1e-5;        // L-BFGS: of the relative improvement
  double gradient_tolerance = 0;  // L-BFGS: see FitOptions
  Inference inference = Inference::exact;
  Index samples = 1;                // steps of a chain
  double rate = 0;                  // of stochastic steps; 0: 0.1, for adam 0.01
  std::optional<Index> batch = {};  // queries in a step; 32, or all (0) with chains
  const Dataset* validation = nullptr;
  Metric metric = {Measure::ndcg, 10};
  int patience = 0;  // iterations without a better validation; 0: any number
  std::uint64_t seed = 1;
  int threads = 0;
  CheckpointOptions checkpoint = {};
  std::function<bool(const TrainProgress&)> progress = {};  // false stops
};

struct Trained {
  FittedModel model;  // the best by validation, else the last; weights of raw features
  double objective = 0;
  double gradient_norm = 0;
  std::optional<double> validation = {};  // of the best
  int iterations = 0;
  int best_iteration = 0;
  bool cancelled = false;
  std::string message;  // why it stopped
};

// Fits `model` (with a gradient of its own; `specification` names it in the model file) to the
// data. `sampler` is wanted for inference by chains only. The same options give the same bits for
// any number of threads, and from a checkpoint the same as without interruption. Throws
// ArgumentError for options that do not go together, FileError for checkpoints.
Trained train(const Dataset& data, const Model& model, const std::string& specification,
              const std::optional<Sampler>& sampler, const TrainOptions& options);

Optimizer parse_optimizer(std::string_view name);  // throw UnknownName
Inference parse_inference(std::string_view name);

}  // namespace fubini
