// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/evaluate/evaluate.hpp"

#include "fubini/core/compensated_sum.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/core/text.hpp"
#include "fubini/evaluate/pair_counts.hpp"
#include "fubini/evaluate/positions.hpp"
#include "fubini/model/log_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fubini {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kLargestGain = 1e300;  // so that sums of them are numbers

void check_grade(const std::string& what, double grade, const Metric& metric,
                 const Conventions& conventions) {
  const auto fail = [&](const std::string& wanted) {
    throw ArgumentError(what + ": a grade is " + format_double(grade) + "; " + name(metric) +
                        " wants " + wanted);
  };
  if (!std::isfinite(grade)) fail("finite numbers");
  if (!by_position(metric)) return;
  if (grade < 0) fail("grades of 0 or more");
  if (metric.measure == Measure::err && grade > conventions.max_grade)
    fail("grades of at most max_grade = " + format_double(conventions.max_grade) +
         "; set it (--max-grade)");
  const bool gains = metric.measure == Measure::ndcg || metric.measure == Measure::dcg;
  if (gains && !(gain_of(grade, conventions.gain) <= kLargestGain))
    fail("gains of at most " + format_double(kLargestGain));
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

// Metrics of one query; what they share is computed once.
class Evaluator {
 public:
  Evaluator(std::span<const double> grades, std::span<const double> scores,
            std::span<const Metric> metrics, const Conventions& conventions)
      : conventions_(conventions) {
    if (std::ranges::any_of(metrics, by_position))
      sorted_ = sort_by_score(grades, scores, conventions.ties);
    if (!std::ranges::all_of(metrics, by_position)) pairs_ = count_pairs(grades, scores);
  }

  std::optional<double> operator()(const Metric& metric) const {
    const double value = raw(metric);
    if (!std::isnan(value)) return value;
    if (metric.measure == Measure::dcg && conventions_.empty) return 0;
    return conventions_.empty;
  }

 private:
  double raw(const Metric& metric) const {
    switch (metric.measure) {
      case Measure::ndcg:
        return ndcg(sorted_, metric.cutoff, conventions_.gain);
      case Measure::dcg:
        return dcg(sorted_, metric.cutoff, conventions_.gain);
      case Measure::err:
        return err(sorted_, metric.cutoff, conventions_.max_grade);
      case Measure::map:
        return average_precision(sorted_, conventions_.relevant_above);
      case Measure::mrr:
        return reciprocal_rank(sorted_, metric.cutoff, conventions_.relevant_above);
      case Measure::tau_b:
        return tau_b(pairs_);
      case Measure::pairwise:
        return pairwise_accuracy(pairs_);
    }
    return kNaN;
  }

  const Conventions& conventions_;
  SortedGrades sorted_;
  PairCounts pairs_;
};

void check_count(std::string_view what, const Dataset& data, std::span<const double> scores) {
  if (static_cast<Index>(scores.size()) != data.num_rows())
    throw ArgumentError(std::string(what) + ": " + std::to_string(scores.size()) + " scores for " +
                        std::to_string(data.num_rows()) + " rows; wanted one a row");
}

std::span<const double> of_query(const Dataset& data, Index q, std::span<const double> rows) {
  return rows.subspan(data.first_row(q), data.ranking(q).num_items());
}

}  // namespace

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
  return Evaluator(grades, scores, metrics, conventions)(metric);
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
  check_count("evaluate", data, scores);
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
    const Evaluator value_of(grades, of_query(data, q, scores), metrics, conventions);
    for (std::size_t m = 0; m < metrics.size(); ++m) values[m][q] = value_of(metrics[m]);
  });
  std::vector<Summary> summaries;
  for (std::size_t m = 0; m < metrics.size(); ++m)
    summaries.push_back(summarize(name(metrics[m]), data, std::move(values[m])));
  return summaries;
}

Summary log_likelihoods(const Model& model, const Dataset& data, std::span<const double> scores,
                        std::span<const double> ties, int threads) {
  if (model.info().kind != Kind::probability)
    throw ArgumentError("log_likelihoods: " + model.info().name +
                        " is a loss; wanted a model that is a probability");
  check_count("log_likelihoods", data, scores);
  for (Index q = 0; q < data.num_queries(); ++q)
    check_scores("query " + shown(data.query(q).id), of_query(data, q, scores));
  std::vector<std::optional<double>> values(data.num_queries());
  for_each_in_parallel(data.num_queries(), threads, [&](Index q) {
    const Ranking& ranking = data.ranking(q);
    const auto f = ranking.to_bucket_order(of_query(data, q, scores));
    const double value = log_likelihood(model, ranking, f, ties);
    if (std::isnan(value) || value == std::numeric_limits<double>::infinity())
      throw NumericalError("query " + shown(data.query(q).id) + ": the log-likelihood of " +
                           model.info().name + " is " + format_double(value));
    values[q] = value;
  });
  return summarize("log_likelihood", data, std::move(values));
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
