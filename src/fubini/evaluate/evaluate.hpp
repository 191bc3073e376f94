// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/evaluate/conventions.hpp"
#include "fubini/evaluate/metric.hpp"
#include "fubini/model/model.hpp"
#include "fubini/sample/sampler.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fubini {

// One query: the i-th grade and the i-th score are of the same item. Nothing if the query has no
// value and conventions.empty says to skip it. Throws ArgumentError if a number is not finite, a
// grade is negative (metrics by position), too large for its gain or above max_grade (err).
//
//   evaluate(ndcg{.cutoff = 5}, grades, scores)
std::optional<double> evaluate(const Metric& metric, std::span<const double> grades,
                               std::span<const double> scores, const Conventions& conventions = {});

// In a line or two, what these metrics depend on.
std::string describe(const Conventions& conventions, std::span<const Metric> metrics);

// One number a query, and what it comes to over all of them. Queries count by their weight: one of
// weight 2 is as good as two of weight 1.
struct Summary {
  std::string name;
  Index counted = 0;  // queries with a value
  double weight = 0;  // theirs
  // NaN where there are too few
  double total = 0, mean = 0;
  double standard_error = 0;                  // of the mean, over queries
  std::vector<std::optional<double>> values;  // a query each, in the order of the data
  // Log-likelihoods that are estimates by draws: how many, the standard error of the total that comes
  // of it, and the worst tail of their weights
  Index estimated = 0;
  double estimation_error = 0, k_hat = 0;
};

Summary summarize(std::string name, const Dataset& data, std::vector<std::optional<double>> values);

// One summary a metric. Scores are those of all rows, query after query, each in INPUT order: the
// order in which its items were added, which is the order of the rows in a file. (A Query has its
// items in bucket order; score_all() takes them back.) Queries run in parallel on at most `threads`
// threads (0: all), with the same bits for any number. Errors name the query.
std::vector<Summary> evaluate(const Dataset& data, std::span<const double> scores,
                              std::span<const Metric> metrics, const Conventions& conventions = {},
                              int threads = 0);

// The log-likelihood of each query at these scores (as above) and tie parameters. A value is
// -infinity where a bucket is larger than the model's largest. Throws ArgumentError if the model is a loss, not a probability.
Summary log_likelihoods(const Model& model, const Dataset& data, std::span<const double> scores,
                        std::span<const double> ties, int threads = 0);

// The same by importance sampling for queries with too many items to enumerate their subsets, where
// the model has no other way. Deterministic by seed, for any number of threads.
Summary log_likelihoods(const Model& model, const Sampler& sampler, const Dataset& data,
                        std::span<const double> scores, std::span<const double> ties,
                        int threads = 0, std::uint64_t seed = 1);

// All scores in the order that evaluate() wants, from a function that scores the items of a query
// as they stand there, in bucket order:
//
//   score_all(data, [&](const Query& query) { return ranker.score(query.items); })
std::vector<double> score_all(const Dataset& data,
                              const std::function<std::vector<double>(const Query&)>& score,
                              int threads = 0);

}  // namespace fubini
