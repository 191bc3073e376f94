// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/trials.hpp"

#include "fubini/core/text.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fubini::check {
namespace {

constexpr Index kFeatures = 5;
constexpr double kOrdinary = 3;
constexpr std::uint64_t kParameterStream = 0x9e3779b97f4a7c15;  // apart from those of the cases

std::vector<double> grades_of(const Ranking& ranking) {
  std::vector<double> grades;
  for (Index i = 0; i < ranking.num_items(); ++i)
    grades.push_back(static_cast<double>(ranking.num_buckets() - ranking.bucket_of(i)));
  return grades;
}

// n rows of features on +-1, a quarter of them 0; all rows alike if `equal`
std::vector<float> draw_features(Index n, bool equal, Draws& draws) {
  std::vector<float> rows;
  for (Index k = 0; k < n * kFeatures; ++k) {
    if (equal && k >= kFeatures) {
      rows.push_back(rows[k - kFeatures]);
      continue;
    }
    const auto x = static_cast<float>(draws.between(-1, 1));
    rows.push_back(draws.below(4) == 0 ? 0.0F : x);
  }
  return rows;
}

Dataset one_query(const std::vector<double>& grades, const std::vector<float>& rows, bool sparse) {
  Dataset data = sparse ? Dataset::sparse(kFeatures) : Dataset::dense(kFeatures);
  data.add_query("1", grades, rows);
  return data;
}

std::vector<double> draw_weights(const Scorer& scorer, std::uint64_t seed, Draws& draws) {
  std::vector<double> weights = scorer.initial_weights(seed);
  for (double& w : weights) w += draws.between(-1, 1);
  return weights;
}

double largest(const std::vector<double>& scores) {
  double most = 0;
  for (const double f : scores) most = std::max(most, std::abs(f));
  return most;
}

// Multiplies the output weights so that the largest score has the size `reach`.
void stretch(const Scorer& scorer, std::vector<double>& weights, const std::vector<double>& scores,
             double reach) {
  const double size = largest(scores);
  if (size == 0) return;
  const auto count = static_cast<Index>(weights.size());
  const Index own = scorer.info().output_weights, outputs = own == 0 ? count : own;
  for (Index j = count - outputs; j < count; ++j) weights[j] *= reach / size;
}

// Rows in the order of their scores, the lowest first
std::vector<float> sorted_by(const std::vector<double>& scores, const std::vector<float>& rows) {
  std::vector<Index> order(scores.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&](Index i) { return scores[i]; });
  std::vector<float> result;
  for (const Index i : order)
    result.insert(result.end(), rows.begin() + i * kFeatures, rows.begin() + (i + 1) * kFeatures);
  return result;
}

Trial by_features(const ScorerUnderTest& under_test, const CaseOptions& options, const Case& one,
                  std::uint64_t seed, std::uint64_t index) {
  Draws draws(seed ^ kParameterStream, index);
  const bool sparse = draws.below(2) == 1;
  std::vector<float> rows =
      draw_features(options.num_items, options.spread == Spread::equal, draws);
  const std::vector<double> grades = grades_of(one.ranking);
  Dataset data = one_query(grades, rows, sparse);
  ScorerTexts scorer = under_test.make(data);
  std::vector<double> weights = draw_weights(scorer.plain, seed ^ index, draws);

  // Equal rows cancel in the gradient of every weight: large weights would only show rounding.
  if (options.spread != Spread::equal)
    stretch(scorer.plain, weights, scores(scorer.plain, data.query(0).items, weights),
            largest(one.scores));
  if (options.spread == Spread::worst_last) {
    rows = sorted_by(scores(scorer.plain, data.query(0).items, weights), rows);
    data = one_query(grades, rows, sparse);
  }
  return {.data = std::make_shared<const Dataset>(std::move(data)),
          .scorer = scorer,
          .parameters = weights};
}

Trial by_number(const ScorerUnderTest& under_test, const Case& one) {
  std::vector<Index> items(one.scores.size());
  std::iota(items.begin(), items.end(), Index{0});
  Dataset data = Dataset::identity(static_cast<Index>(items.size()));
  data.add_query("1", grades_of(one.ranking), items);
  ScorerTexts scorer = under_test.make(data);
  return {.data = std::make_shared<const Dataset>(std::move(data)),
          .scorer = scorer,
          .parameters = one.scores};
}

}  // namespace

Query Trial::view() const {
  Query query = data->query(this->query);
  query.weight = 1;
  return query;
}

std::span<const double> Trial::weights() const {
  return std::span(parameters).first(scorer.plain.num_weights());
}

std::span<const double> Trial::ties() const {
  return std::span(parameters).subspan(scorer.plain.num_weights());
}

std::string Trial::describe() const {
  const Query query = view();
  return check::describe(Case{query.ranking, scores(scorer.plain, query.items, weights()),
                              std::vector<double>(ties().begin(), ties().end())});
}

Trial make_trial(const ScorerUnderTest& under_test, const CaseOptions& options, std::uint64_t seed,
                 std::uint64_t index) {
  const Case one = make_case(options, seed, index);
  Trial trial = under_test.features ? by_features(under_test, options, one, seed, index)
                                    : by_number(under_test, one);
  trial.parameters.insert(trial.parameters.end(), one.ties.begin(), one.ties.end());
  trial.ordinary = options.spread == Spread::ordinary;
  trial.equal = options.spread == Spread::equal;
  trial.name = "case " + std::to_string(index) + " of seed " + std::to_string(seed);
  return trial;
}

Trial make_trial(const ScorerTexts& scorer, const std::shared_ptr<const Dataset>& data, Index q,
                 std::size_t num_ties, std::uint64_t seed, std::uint64_t index) {
  Draws draws(seed ^ kParameterStream, index);
  Trial trial{.data = data, .query = q, .scorer = scorer, .generated = false};
  const Query query = trial.view();
  trial.parameters = draw_weights(trial.scorer.plain, seed ^ index, draws);
  stretch(trial.scorer.plain, trial.parameters,
          scores(trial.scorer.plain, query.items, trial.parameters), kOrdinary);
  for (std::size_t t = 0; t < num_ties; ++t) trial.parameters.push_back(draws.between(-2, 2));
  trial.name = "query " + shown(query.id) + ", weights " + std::to_string(index) + " of seed " +
               std::to_string(seed);
  return trial;
}

Dataset make_queries(bool features, const ModelInfo& model, Index num_queries, std::uint64_t seed) {
  const Index most = feasible_items(model.cost, 30);
  Dataset data = features ? Dataset::dense(kFeatures) : Dataset::identity(most);
  for (Index q = 0; q < num_queries; ++q) {
    Draws draws(seed, static_cast<std::uint64_t>(q));
    const Index n = 1 + draws.below(most);
    std::vector<double> grades;
    std::vector<Index> items;
    for (Index i = 0; i < n; ++i) {
      const auto grade = static_cast<double>(draws.below(5));
      const bool full =
          model.largest_bucket > 0 && std::ranges::count(grades, grade) >= model.largest_bucket;
      grades.push_back(full ? static_cast<double>(5 + i) : grade);
      items.push_back(i);
    }
    if (features)
      data.add_query(std::to_string(q + 1), grades, draw_features(n, false, draws));
    else
      data.add_query(std::to_string(q + 1), grades, items);
  }
  return data;
}

}  // namespace fubini::check
