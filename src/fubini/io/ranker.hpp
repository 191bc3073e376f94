// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/catalogue/scorers.hpp"
#include "fubini/core/dataset.hpp"
#include "fubini/io/model_file.hpp"
#include "fubini/io/read.hpp"
#include "fubini/score/scorer.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fubini {

// Scores items by a fitted model. A value; all its calls may run on many threads at once.
//
//   const Ranker ranker = Ranker::load("model.json");
//   const Items items = Items::dense(rows, stride, count, ranker.num_features());
//   std::vector<double> scores = ranker.score(items);
class Ranker {
 public:
  // Throws UnknownName if the scorer is not known, ArgumentError unless it and the weights go
  // together.
  explicit Ranker(FittedModel model, const ScorerCatalogue& scorers = built_in_scorers());
  // From a file, or its text; throws FileError.
  static Ranker parse(std::string_view text, const std::string& name,
                      const ScorerCatalogue& scorers = built_in_scorers());
  static Ranker load(const std::string& path, const ScorerCatalogue& scorers = built_in_scorers());

  const FittedModel& model() const { return model_; }
  const Scorer& scorer() const { return scorer_; }
  Index num_features() const { return model_.num_features; }

  // Higher is better; in the order of the items. Throws ArgumentError unless they have features
  // (or, for worths, numbers) as the model wants them; NumericalError if a score is not finite.
  std::vector<double> score(const Items& items) const;

  // How to read data for this model: its number of features, or its items by name.
  ReadOptions read_options() const;

 private:
  FittedModel model_;
  Scorer scorer_;
};

}  // namespace fubini
