// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/model/model.hpp"
#include "fubini/score/scorer.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fubini {

// The log-likelihood of one query as a function of all parameters: the scorer's weights, then the
// model's tie parameters. Made by by_hand(model, scorer) or by_autodiff(model, scorer).
class QueryLikelihood {
 public:
  QueryLikelihood(std::vector<std::string> tie_parameters, Scorer scorer)
      : ties_(std::move(tie_parameters)), scorer_(std::move(scorer)) {}
  virtual ~QueryLikelihood() = default;

  const std::vector<std::string>& tie_parameters() const { return ties_; }
  const Scorer& scorer() const { return scorer_; }
  Index num_weights() const { return scorer_.num_weights(); }

  // Safe to call from many threads at once. Throws NumericalError, naming the query, where scores,
  // value or derivatives leave the numbers. A query with a bucket that the model cannot give has the
  // value -infinity and adds no gradient.
  virtual double value(const Query& query, std::span<const double> parameters) const = 0;
  // Adds query.weight times the derivative to `gradient`; returns the value without the weight.
  virtual double add_gradient(const Query& query, std::span<const double> parameters,
                              std::span<double> gradient) const = 0;

  // The sum of weight times value over queries of `data`, by number; adds the derivatives unless
  // `gradient` is empty. Queries of weight 0 have no part in it, even where their value is
  // -infinity. By default one query after the other.
  virtual double sum(const Dataset& data, std::span<const Index> queries,
                     std::span<const double> parameters, std::span<double> gradient) const;

  // Gradients by sampling know no value, and draw anew for every pass over the data (from 1), which
  // is announced when no call is under way.
  virtual bool has_value() const { return true; }
  virtual void begin_pass(int) const {}

 private:
  std::vector<std::string> ties_;
  Scorer scorer_;
};

using Likelihood = std::shared_ptr<const QueryLikelihood>;

// Gradients by the model's and the scorer's own hand-written code; throws ArgumentError if either
// has none.
Likelihood by_hand(Model model, Scorer scorer);

// For implementers of QueryLikelihood: throw NumericalError unless all scores are finite, the value
// is a number (or -infinity, for buckets larger than `largest_bucket`; 0: any), all derivatives are
// finite. Derivatives are named: by item, or "WHAT 3".
void check_scores(const Query& query, std::span<const double> scores);
double check_value(const Query& query, double value, Index largest_bucket);
void check_score_slopes(const Query& query, std::span<const double> slopes);
void check_slopes(const Query& query, std::span<const double> slopes, std::string_view what);

}  // namespace fubini
