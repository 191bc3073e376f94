// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/io/model_file.hpp"
#include "fubini/io/read.hpp"
#include "fubini/score/scorer.hpp"

#include <span>
#include <string>
#include <vector>

namespace fubini {

// Scores items by a fitted model. A value; all its calls may run on many threads at once.
//
//   const Ranker ranker = Ranker::load("model.json");
//   std::vector<double> scores = ranker.score(Items::dense(rows, stride, count,
//   ranker.num_features()));
class Ranker {
 public:
  // Throws ArgumentError unless scorer and number of weights go together.
  explicit Ranker(FittedModel model);
  static Ranker load(const std::string& path);  // throws FileError

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
