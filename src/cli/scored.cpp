// SPDX-License-Identifier: BSD-3-Clause
#include "cli/scored.hpp"
#include "cli/progress.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/io/ranker.hpp"
#include "fubini/io/scores.hpp"

namespace fubini::cli {

namespace {

void check_kind(const Ranker& ranker, const std::string& model_path, const Dataset& data,
                const std::string& data_path) {
  const bool wanted = ranker.num_features() > 0, found = data.kind() != Items::Kind::identity;
  if (wanted != found)
    throw FileError(shown_name(data_path) + ": " +
                    (found ? "rows with features" : "items without features") + "; " +
                    shown_name(model_path) + " is a model of " +
                    (wanted ? "rows with features" : "items by name"));
}

}  // namespace

Scored scored_by_model(const ScorerCatalogue& scorers, const std::string& model_path,
                       const std::string& data_path) {
  const Ranker ranker = Ranker::load(model_path, scorers);
  Dataset data = read_with_progress(data_path, ranker.read_options()).data;
  check_kind(ranker, model_path, data, data_path);
  std::vector<double> scores = score_all(data, [&](const Query& query) {
    try {
      return ranker.score(query.items);
    } catch (const NumericalError& error) {
      throw NumericalError(shown_name(data_path) + ": query " + shown(query.id) + ": " +
                           error.what());
    }
  });
  return {std::move(data), std::move(scores), ranker.model()};
}

Scored scored_by_file(const std::string& scores_path, const std::string& data_path) {
  ReadData read = read_with_progress(data_path);
  if (read.data.kind() != Items::Kind::identity) {
    auto scores = read_scores(scores_path, read.data.num_rows(), "row of " + shown_name(data_path));
    return {std::move(read.data), std::move(scores), {}};
  }
  const auto by_item = read_scores(scores_path, static_cast<Index>(read.items.size()),
                                   "item of " + shown_name(data_path));
  std::vector<double> scores = score_all(read.data, [&](const Query& query) {
    std::vector<double> found;
    for (Index i = 0; i < query.items.size(); ++i) found.push_back(by_item[query.items.id(i)]);
    return found;
  });
  return {std::move(read.data), std::move(scores), {}};
}

std::vector<Summary> evaluate_file(const std::string& path, const Dataset& data,
                                   std::span<const double> scores, std::span<const Metric> metrics,
                                   const Conventions& conventions) {
  try {
    return evaluate(data, scores, metrics, conventions);
  } catch (const ArgumentError& error) {
    throw FileError(shown_name(path) + ": " + error.what());
  }
}

}  // namespace fubini::cli
