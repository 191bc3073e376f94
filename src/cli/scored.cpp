// SPDX-License-Identifier: BSD-3-Clause
#include "cli/scored.hpp"

#include "fubini/core/error.hpp"
#include "fubini/evaluate/evaluate.hpp"
#include "fubini/io/scores.hpp"

namespace fubini::cli {

Scored scored_by_model(const std::string& model_path, const std::string&) {
  throw ArgumentError(model_path + ": models cannot be read yet; wanted --scores");
}

Scored scored_by_file(const std::string& scores_path, const std::string& data_path) {
  ReadData read = read_dataset(data_path);
  if (read.data.kind() != Items::Kind::identity) {
    auto scores = read_scores(scores_path, read.data.num_rows(), "row of " + data_path);
    return {std::move(read.data), std::move(scores), {}};
  }
  const auto by_item =
      read_scores(scores_path, static_cast<Index>(read.items.size()), "item of " + data_path);
  std::vector<double> scores = score_all(read.data, [&](const Query& query) {
    std::vector<double> found;
    for (Index i = 0; i < query.items.size(); ++i) found.push_back(by_item[query.items.id(i)]);
    return found;
  });
  return {std::move(read.data), std::move(scores), {}};
}

}  // namespace fubini::cli
