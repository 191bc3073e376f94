// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/evaluate/evaluate.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/compensated_sum.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/core/text.hpp"
#include "fubini/model/log_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace fubini {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// in the order of TiedScores
constexpr const char* kTiedScores[] = {"expectation over their orders", "in the order of rows",
                                       "in the worst order", "in the best order"};

void check_grade(const std::string& what, double grade, const Metric& metric,
                 const Conventions& conventions) {
  std::string wanted;
  if (!std::isfinite(grade))
    wanted = "finite numbers";
  else if (metric.by_position() && grade < 0)
    wanted = "grades of 0 or more";
  else
    wanted = metric.wants(grade, conventions);
  if (!wanted.empty())
    throw ArgumentError(what + ": a grade is " + format_double(grade) + "; " + metric.name() +
                        " wants " + wanted);
}

void check_grades(const std::string& what, std::span<const double> grades,
                  std::span<const Metric> metrics, const Conventions& conventions) {
  if (grades.empty()) return;
  for (const double grade : grades)  // NaN would hide from minima
    if (!std::isfinite(grade)) check_grade(what, grade, metrics.front(), conventions);
  const auto [least, most] = std::ranges::minmax(grades);
  for (const Metric& metric : metrics) {
    check_grade(what, least, metric, conventions);
    check_grade(what, most, metric, conventions);
  }
}

void check_scores(const std::string& what, std::span<const double> scores) {
  for (std::size_t i = 0; i < scores.size(); ++i)
    if (!std::isfinite(scores[i]))
      throw ArgumentError(what + ": score " + std::to_string(i + 1) + " is " +
                          format_double(scores[i]) + "; wanted a finite number");
}

std::optional<double> measured(const Metric& metric, const Judged& query,
                               const Conventions& conventions) {
  const double value = metric.value(query, conventions);
  if (!std::isnan(value)) return value;
  return conventions.empty ? metric.empty().value_or(*conventions.empty) : conventions.empty;
}

void check_scored(std::string_view what, const Dataset& data, std::span<const double> scores) {
  if (static_cast<Index>(scores.size()) != data.num_rows())
    throw ArgumentError(std::string(what) + ": " + std::to_string(scores.size()) + " scores for " +
                        std::to_string(data.num_rows()) + " rows; wanted one a row");
}

std::span<const double> of_query(const Dataset& data, Index q, std::span<const double> rows) {
  return rows.subspan(data.first_row(q), data.ranking(q).num_items());
}

}  // namespace

void check_conventions(const Conventions& conventions) {
  constexpr double kMost = 1000;  // 2^grade must be a number
  if (!(conventions.max_grade > 0 && conventions.max_grade <= kMost))
    refuse("Conventions", "max_grade", format_double(conventions.max_grade),
           "a number above 0, at most 1000");
  if (!(conventions.relevant_above >= 0 && std::isfinite(conventions.relevant_above)))
    refuse("Conventions", "relevant_above", format_double(conventions.relevant_above),
           "a finite number, 0 or more");
  if (conventions.empty && !(*conventions.empty >= 0 && *conventions.empty <= 1))
    refuse("Conventions", "empty", format_double(*conventions.empty),
           "a value from 0 to 1, or none");
}

std::optional<double> evaluate(const Metric& metric, std::span<const double> grades,
                               std::span<const double> scores, const Conventions& conventions) {
  check_conventions(conventions);
  const std::string what = "evaluate";
  if (grades.size() != scores.size())
    throw ArgumentError(what + ": " + std::to_string(scores.size()) + " scores for " +
                        std::to_string(grades.size()) + " grades; wanted one each");
  const std::span<const Metric> metrics(&metric, 1);
  check_grades(what, grades, metrics, conventions);
  check_scores(what, scores);
  return measured(metric, Judged(grades, scores, conventions.ties), conventions);
}

std::string describe(const Conventions& conventions, std::span<const Metric> metrics) {
  std::vector<std::string> first, second;
  bool positions = false;
  std::string exceptions, halves;
  for (const Metric& metric : metrics) {
    const std::string says = metric.says(conventions);
    if (!says.empty() && !std::ranges::count(first, says)) first.push_back(says);
    positions = positions || metric.by_position();
    if (metric.tied_scores().empty()) continue;
    halves = "count " + metric.tied_scores();
    exceptions += " (" + metric.name() + ": " + metric.tied_scores() + ")";
  }
  if (positions || !halves.empty())
    second.push_back(
        "tied scores: " +
        (positions ? kTiedScores[static_cast<int>(conventions.ties)] + exceptions : halves));
  if (!metrics.empty())
    second.push_back(
        "queries without a relevant item or a pair: " +
        (conventions.empty ? "count " + format_double(*conventions.empty) : "skipped"));
  const std::string text = join(first, "; ") + (first.empty() ? "" : "\n");
  return text + join(second, "; ") + (second.empty() ? "" : "\n");
}

Summary summarize(std::string name, const Dataset& data,
                  std::vector<std::optional<double>> values) {
  Summary summary{.name = std::move(name), .values = std::move(values)};
  if (static_cast<Index>(summary.values.size()) != data.num_queries())
    throw ArgumentError("summarize: " + std::to_string(summary.values.size()) + " values for " +
                        std::to_string(data.num_queries()) + " queries; wanted one a query");
  CompensatedSum weights, total, squares;
  bool finite = true;
  const auto for_each_value = [&](const auto& visit) {
    for (Index q = 0; q < data.num_queries(); ++q)
      if (summary.values[q] && data.query(q).weight > 0)
        visit(data.query(q).weight, *summary.values[q]);
  };
  for_each_value([&](double weight, double value) {
    ++summary.counted;
    weights.add(weight);
    finite = finite && std::isfinite(value);
    if (finite) total.add_product(weight, value);
  });
  summary.weight = weights.value();
  // of values that are not finite only -infinity is allowed: see log_likelihoods
  summary.total = finite ? total.value() : -std::numeric_limits<double>::infinity();
  summary.mean = summary.counted == 0 ? kNaN : summary.total / summary.weight;
  for_each_value([&](double weight, double value) {
    if (finite) squares.add_product(weight, (value - summary.mean) * (value - summary.mean));
  });
  const bool enough = finite && summary.counted > 1 && summary.weight > 1;
  summary.standard_error =
      enough ? std::sqrt(squares.value() / (summary.weight - 1) / summary.weight) : kNaN;
  return summary;
}

std::vector<Summary> evaluate(const Dataset& data, std::span<const double> scores,
                              std::span<const Metric> metrics, const Conventions& conventions,
                              int threads) {
  check_conventions(conventions);
  check_scored("evaluate", data, scores);
  for (Index q = 0; q < data.num_queries(); ++q) {  // in order, so that the first fault is named
    const Query query = data.query(q);
    const std::string what = "query " + shown(query.id);
    check_grades(what, query.grades, metrics, conventions);
    check_scores(what, of_query(data, q, scores));
  }
  std::vector<std::vector<std::optional<double>>> values(
      metrics.size(), std::vector<std::optional<double>>(data.num_queries()));
  for_each_in_parallel(data.num_queries(), threads, [&](Index q) {
    const Query query = data.query(q);
    const std::vector<double> grades = query.ranking.to_input_order(query.grades);
    const Judged judged(grades, of_query(data, q, scores), conventions.ties);
    for (std::size_t m = 0; m < metrics.size(); ++m)
      values[m][q] = measured(metrics[m], judged, conventions);
  });
  std::vector<Summary> summaries;
  for (std::size_t m = 0; m < metrics.size(); ++m)
    summaries.push_back(summarize(metrics[m].name(), data, std::move(values[m])));
  return summaries;
}

namespace {

using OfQuery = std::function<double(Index q, const Ranking& ranking, std::span<const double> f)>;

// Of each query, at its scores in bucket order
Summary likelihoods_by(const OfQuery& value, const Model& model, const Dataset& data,
                       std::span<const double> scores, int threads) {
  if (model.info().kind != Kind::probability)
    throw ArgumentError("log_likelihoods: " + model.info().name +
                        " is a loss; wanted a model that is a probability");
  check_scored("log_likelihoods", data, scores);
  for (Index q = 0; q < data.num_queries(); ++q)
    check_scores("query " + shown(data.query(q).id), of_query(data, q, scores));
  std::vector<std::optional<double>> values(data.num_queries());
  for_each_in_parallel(data.num_queries(), threads, [&](Index q) {
    const Ranking& ranking = data.ranking(q);
    const auto f = ranking.to_bucket_order(of_query(data, q, scores));
    try {
      values[q] = value(q, ranking, f);
    } catch (const NumericalError& error) {
      throw NumericalError("query " + shown(data.query(q).id) + ": " + error.what());
    }
  });
  return summarize("log_likelihood", data, std::move(values));
}

}  // namespace

Summary log_likelihoods(const Model& model, const Dataset& data, std::span<const double> scores,
                        std::span<const double> ties, int threads) {
  const auto exact = [&](Index, const Ranking& ranking, std::span<const double> f) {
    return log_likelihood(model, ranking, f, ties);
  };
  return likelihoods_by(exact, model, data, scores, threads);
}

Summary log_likelihoods(const Model& model, const Sampler& sampler, const Dataset& data,
                        std::span<const double> scores, std::span<const double> ties, int threads,
                        std::uint64_t seed) {
  std::vector<ImportanceEstimate> estimates(data.num_queries());
  const auto any = [&](Index q, const Ranking& ranking, std::span<const double> f) {
    if (!sampler.must_estimate(ranking.num_items())) return log_likelihood(model, ranking, f, ties);
    estimates[q] =
        sampler.estimate_by_importance(ranking, f, ties, {seed, static_cast<std::uint64_t>(q)});
    return estimates[q].value - estimates[q].bias;
  };
  Summary result = likelihoods_by(any, model, data, scores, threads);
  double variance = 0;
  for (Index q = 0; q < data.num_queries(); ++q) {
    const ImportanceEstimate& one = estimates[q];
    if (one.draws == 0 || data.weight(q) == 0) continue;
    ++result.estimated;
    variance += data.weight(q) * data.weight(q) * one.standard_error * one.standard_error;
    result.k_hat = std::max(result.k_hat, one.k_hat);
  }
  result.estimation_error = std::sqrt(variance);
  return result;
}

std::vector<double> score_all(const Dataset& data,
                              const std::function<std::vector<double>(const Query&)>& score,
                              int threads) {
  std::vector<double> scores(data.num_rows());
  for_each_in_parallel(data.num_queries(), threads, [&](Index q) {
    const Query query = data.query(q);
    const std::vector<double> in_bucket_order = score(query);
    const auto in_input_order =
        query.ranking.to_input_order(std::span<const double>(in_bucket_order));
    std::ranges::copy(in_input_order, scores.begin() + data.first_row(q));
  });
  return scores;
}

}  // namespace fubini
