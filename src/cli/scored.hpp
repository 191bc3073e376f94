// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/catalogue/scorers.hpp"
#include "fubini/evaluate/evaluate.hpp"
#include "fubini/io/model_file.hpp"
#include "fubini/io/read.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

// Data and scores of its rows, for the commands that rank and evaluate.
namespace fubini::cli {

struct Scored {
  Dataset data;
  std::vector<double> scores;         // of all rows, in input order
  std::optional<FittedModel> fitted;  // where the scores come from, if from a model
};

Scored scored_by_model(const ScorerCatalogue& scorers, const std::string& model_path,
                       const std::string& data_path);

// By a file of scores, one a row; for data without features, one an item, as they first appear.
Scored scored_by_file(const std::string& scores_path, const std::string& data_path);

// evaluate(), with errors that name the file
std::vector<Summary> evaluate_file(const std::string& path, const Dataset& data,
                                   std::span<const double> scores, std::span<const Metric> metrics,
                                   const Conventions& conventions = {});

}  // namespace fubini::cli
