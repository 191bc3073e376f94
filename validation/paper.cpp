// SPDX-License-Identifier: BSD-3-Clause
#include "paper.hpp"

#include "paper_tables.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/fit.hpp"
#include "fubini/fit/optimizers/sgd.hpp"
#include "fubini/io/ranker.hpp"
#include "fubini/io/read.hpp"
#include "fubini/simulate/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace fubini::validation {
namespace {

Dataset read_graded(const std::string& path, Index num_features) {
  ReadOptions options;
  options.num_features = num_features;
  Dataset data = read_dataset(path, options).data;
  if (data.kind() == Items::Kind::identity)
    throw ArgumentError(path + ": items without features; wanted learning to rank (SVMlight, qid)");
  return data;
}

PaperData data_for(const PaperOptions& options) {
  if (options.train.empty() != options.test.empty())
    throw ArgumentError("--train and --test: found one of them; wanted both or none");
  if (!options.train.empty()) {
    Dataset train = read_graded(options.train, 0);
    Dataset test = read_graded(options.test, train.num_features());
    return {std::move(train), std::move(test), options.train + " and " + options.test};
  }
  constexpr Index kFewest = 20;  // two to test with, for a standard error
  if (options.queries < kFewest)
    throw ArgumentError(
        fmt::format("--queries: {}; wanted {} or more", options.queries, Index{kFewest}));
  const Index testing = options.queries / 10;
  SimulateOptions part{
      .queries = options.queries - testing, .features = options.features, .seed = options.seed};
  Dataset train = simulate(part);
  part.first_query = part.queries;
  part.queries = testing;
  return {std::move(train), simulate(part), fmt::format("simulated, seed {}", options.seed)};
}

double largest_grade(const Dataset& data) {
  double largest = 0;
  for (Index q = 0; q < data.num_queries(); ++q)
    if (const auto grades = data.query(q).grades; !grades.empty())
      largest = std::max(largest, grades.front());
  return largest;
}

PaperFit fit_one(const Method& method, bool second, const PaperData& data,
                 const Conventions& conventions, const PaperOptions& options) {
  const bool chains = method.inference != Inference::exact;
  const Catalogues known = built_in();
  PaperFit result{.method = &method, .second = second};
  FitOptions how;
  if (second) how.scorer = "products:" + format_double(options.threshold);
  how.iterations = chains ? options.passes : options.iterations;
  how.inference = method.inference;
  how.seed = options.seed;
  how.progress = [&](const FitProgress& now) {
    result.seconds = now.seconds;
    return true;
  };
  if (chains) {
    how.optimizer = sgd{};
    how.rate = options.rate;
  }
  const Fit found = fit(known, data.train, method.model, how);
  const Model model = known.models.make(found.model.model);
  result.cost = model.info().cost;
  result.iterations = found.summary.iterations;
  result.products = std::ssize(found.model.weights) - data.train.num_features();
  const auto queries = static_cast<double>(data.train.num_queries());
  result.likelihood = found.model.from.log_likelihood / queries;
  if (chains) {
    const std::vector<double> equal(static_cast<std::size_t>(data.train.num_rows()), 0.0);
    const std::vector<double> ties(model.tie_parameters().size(), 0.0);
    result.at_start = log_likelihoods(model, data.train, equal, ties).mean;
  }
  const Ranker ranker(found.model);
  const std::vector<double> scores =
      score_all(data.test, [&](const Query& query) { return ranker.score(query.items); });
  result.measured = evaluate(data.test, scores, paper_metrics(), conventions);
  return result;
}

}  // namespace

std::vector<Section> run_paper(const PaperOptions& options) {
  const PaperData data = data_for(options);
  Conventions conventions;
  conventions.max_grade =
      std::max({conventions.max_grade, largest_grade(data.train), largest_grade(data.test)});
  std::vector<PaperFit> fits;
  for (const bool second : {false, true}) {
    if (second && options.first_only) break;
    for (const Method& method : paper_methods())
      fits.push_back(fit_one(method, second, data, conventions, options));
  }
  return {paper_table_1(fits, data, conventions, options), paper_table_2(fits, data)};
}

}  // namespace fubini::validation
