// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/command_line.hpp"
#include "fubini/fit/train.hpp"
#include "fubini/io/read.hpp"

#include <optional>
#include <string>

// What the commands that fit share: their options, and how these become a fit.
namespace fubini::cli {

struct TrainingOptions {
  std::string scorer = {};  // by the data: linear or worths
  std::string features = "first";
  bool raw = false;
  double l2 = 0, l1 = 0;
  std::string optimizer = "lbfgs", inference = "exact";
  std::optional<int> iterations = {};
  std::optional<double> tolerance = {};
  double rate = 0;
  std::optional<long> batch = {};
  long samples = 1;
  std::string seed = "1";
  int threads = 0;
};

void add_training_options(CLI::App& app, TrainingOptions& to);
// Those that the help has no line for
inline constexpr auto kMoreTraining =
    "--tolerance T (1e-5: of lbfgs), --rate R (0.1; adam 0.01), --batch N (32; chains: all),\n"
    "  --samples N (1 step of chains), --raw (no standardising), --seed S, --threads N";

ReadOptions reading_options(const TrainingOptions& options);

// Of the options, what has the same meaning for all data.
TrainOptions parse_training(const TrainingOptions& options, const Dataset& data);

// A model by name, with options that the data decide, ready to be fitted.
struct ModelToFit {
  std::string specification;
  Model model;
  std::optional<Sampler> sampler;
};
ModelToFit model_to_fit(const ProgramModels& models, const std::string& name, const Dataset& data,
                        Inference inference);

// Throws ArgumentError if a fit of worths has no finite maximum, naming items.
void check_maximum(const ReadData& read, const Model& model, double l2);

// Log-worths relative to the first item, where a shift of all of them changes nothing.
void anchor_worths(FittedModel& fitted, const Model& model);

}  // namespace fubini::cli
