// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "cli/command_line.hpp"
#include "fubini/io/read.hpp"

#include <optional>
#include <string>

// What the commands that fit share: their options as words, and how these become FitOptions.
namespace fubini::cli {

struct TrainingWords {
  FitOptions how = {};                         // what needs no translation
  std::string optimizer = {}, inference = {};  // by the data, and by each other
  bool raw = false;
};

// --model, one of them
CLI::Option* add_model(Command& app, std::string& to, const Catalogues& known,
                       const std::string& help = "Name, with options as NAME:option=value:...");
void add_training_options(Command& app, TrainingWords& to, const Catalogues& known);

// Throws ArgumentError, naming the option.
FitOptions parse_training(const TrainingWords& words, const Catalogues& known);
// The same, once the data are known.
void check_scorer(const TrainingWords& words, const Catalogues& known, const Dataset& data);
ReadOptions reading_options(const TrainingWords& words);

// "linear, mlp:64,32[:relu], products[:0.15], worths"
std::string scorers_in_words(const ScorerCatalogue& scorers);

}  // namespace fubini::cli
