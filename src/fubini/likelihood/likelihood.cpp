// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/likelihood/likelihood.hpp"

#include "fubini/arithmetic/digits.hpp"
#include "fubini/core/aligned.hpp"
#include "fubini/core/arguments.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/detail/lanes.hpp"
#include "fubini/core/text.hpp"
#include "fubini/likelihood/derivatives.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <utility>

namespace fubini {
namespace {

// What a thread needs for a query; kept between queries.
struct Workspace {
  AlignedVector<double> scores;
  AlignedVector<double> slopes;
  std::vector<double> ties;
  ScorerMemory kept;
};

// A workspace of this thread for the time of a call. A scorer may itself run tasks of TBB, and
// while it waits for them this thread may be given another query: that one gets the next workspace.
class Lease {
 public:
  explicit Lease(Index num_items) {
    if (pool.size() == used) pool.emplace_back();
    space_ = &pool[used];
    space_->scores.resize(num_items);
    space_->slopes.assign(num_items, 0.0);
    ++used;  // last: nothing throws after it
  }
  ~Lease() { --used; }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  Workspace* operator->() const { return space_; }

 private:
  static thread_local std::deque<Workspace> pool;
  static thread_local std::size_t used;
  Workspace* space_;
};

thread_local std::deque<Workspace> Lease::pool;
thread_local std::size_t Lease::used = 0;

// Cuts queries into runs of neighbours, without those of weight 0.
class Runs {
 public:
  Runs(const Dataset& data, std::span<const Index> queries) : data_(data), left_(queries) {}

  bool next() {
    const auto counts = [this](Index q) { return data_.weight(q) != 0; };
    while (!left_.empty() && !counts(left_[0])) left_ = left_.subspan(1);
    if (left_.empty()) return false;
    first_ = left_[0];
    end_ = first_;
    while (!left_.empty() && left_[0] == end_ && counts(end_)) {
      left_ = left_.subspan(1);
      ++end_;
    }
    return true;
  }
  Index first() const { return first_; }
  Index end() const { return end_; }

  // Where to stop reading ahead. What is summed in long runs is all of the data, in pieces: the
  // next one follows.
  Index last_row() const {
    constexpr Index kLong = 256;
    const Index last = data_.first_row(end_);
    return last - data_.first_row(first_) < kLong ? last : data_.num_rows();
  }

 private:
  const Dataset& data_;
  std::span<const Index> left_;
  Index first_ = 0, end_ = 0;
};

class ByHand final : public QueryLikelihood {
 public:
  ByHand(Model model, Scorer scorer)
      : QueryLikelihood(model.tie_parameters(), std::move(scorer)), model_(std::move(model)) {}

  double value(const Query& query, std::span<const double> parameters) const override {
    const Lease space(query.items.size());
    scorer().forward(query.items, parameters.first(num_weights()), space->scores, space->kept);
    return value(query, space->scores, parameters);
  }

  double add_gradient(const Query& query, std::span<const double> parameters,
                      std::span<double> gradient) const override {
    const Lease space(query.items.size());
    const auto w = parameters.first(num_weights());
    scorer().forward(query.items, w, space->scores, space->kept);
    const double value = add_slopes(query, space->scores, parameters, space->slopes,
                                    gradient.subspan(num_weights()), space->ties);
    if (std::isinf(value)) return value;
    scorer().backward(query.items, w, space->slopes, gradient.first(num_weights()), space->kept);
    return value;
  }

  // Queries that follow one another in memory go through the scorer together.
  double sum(const Dataset& data, std::span<const Index> queries,
             std::span<const double> parameters, std::span<double> gradient) const override {
    const Index most = scorer().info().rows_at_once;
    double total = 0;
    for (Runs runs(data, queries); runs.next();)
      for (Index first = runs.first(), end; first < runs.end(); first = end) {
        end = first + 1;
        while (end < runs.end() && data.first_row(end + 1) - data.first_row(first) <= most) ++end;
        Items items = data.items(first, end);
        items.set_rows_to_come(runs.last_row() - data.first_row(end));
        total += sum(data, first, end, items, parameters, gradient);
      }
    return total;
  }

 private:
  double value(const Query& query, std::span<const double> scores,
               std::span<const double> parameters) const {
    check_scores(query, scores);
    return check_value(
        query, model_.log_likelihood(query.ranking, scores, parameters.subspan(num_weights())),
        model_.info().largest_bucket);
  }

  // Weighted; no slopes where the value is -infinity
  double add_slopes(const Query& query, std::span<const double> scores,
                    std::span<const double> parameters, std::span<double> slopes,
                    std::span<double> ties_gradient, std::vector<double>& tie_slopes) const {
    check_scores(query, scores);
    tie_slopes.assign(ties_gradient.size(), 0.0);
    const double value =
        check_value(query,
                    model_.log_likelihood(query.ranking, scores, parameters.subspan(num_weights()),
                                          {slopes, tie_slopes}),
                    model_.info().largest_bucket);
    if (std::isinf(value)) {
      std::ranges::fill(slopes, 0.0);
      return value;
    }
    check_score_slopes(query, slopes);
    check_slopes(query, tie_slopes, "tie parameter");
    if (query.weight != 1)
      for (double& slope : slopes) slope *= query.weight;
    for (std::size_t t = 0; t < tie_slopes.size(); ++t)
      ties_gradient[t] += query.weight * tie_slopes[t];
    return value;
  }

  double sum(const Dataset& data, Index first, Index end, const Items& items,
             std::span<const double> parameters, std::span<double> gradient) const {
    const Lease space(items.size());
    const auto w = parameters.first(num_weights());
    scorer().forward(items, w, space->scores, space->kept);
    double total = 0;
    for (Index q = first; q < end; ++q) {
      const Query query = data.query(q);
      const Index row = data.first_row(q) - data.first_row(first), size = query.items.size();
      const auto scores = std::span(space->scores).subspan(row, size);
      total += query.weight * (gradient.empty()
                                   ? value(query, scores, parameters)
                                   : add_slopes(query, scores, parameters,
                                                std::span(space->slopes).subspan(row, size),
                                                gradient.subspan(num_weights()), space->ties));
    }
    if (!gradient.empty())
      scorer().backward(items, w, space->slopes, gradient.first(num_weights()), space->kept);
    return total;
  }

  Model model_;
};

}  // namespace

double QueryLikelihood::sum(const Dataset& data, std::span<const Index> queries,
                            std::span<const double> parameters, std::span<double> gradient) const {
  double total = 0;
  for (const Index q : queries) {
    const Query query = data.query(q);
    if (query.weight == 0) continue;
    total += query.weight * (gradient.empty() ? value(query, parameters)
                                              : add_gradient(query, parameters, gradient));
  }
  return total;
}

Likelihood by_hand(Model model, Scorer scorer) {
  if (!model.has_gradient())
    throw ArgumentError("by_hand: model " + model.info().name +
                        " has no gradient by hand; wanted one, or by_autodiff, or "
                        "by_hand(differentiated(model), scorer)");
  if (!scorer.has_backward())
    throw ArgumentError("by_hand: scorer " + scorer.name() +
                        " has no forward and backward; wanted them, or by_autodiff, or "
                        "by_hand(model, differentiated(scorer))");
  return std::make_shared<ByHand>(std::move(model), std::move(scorer));
}

void check_scores(const Query& query, std::span<const double> scores) {
  if (all_finite(scores)) return;
  const std::size_t bad = first_not_finite(scores);
  if (bad < scores.size())
    throw NumericalError("query " + shown(query.id) + ": the score of item " +
                         std::to_string(query.ranking.order()[bad] + 1) + " is " +
                         std::to_string(scores[bad]) + "; the weights are too large or not finite");
}

namespace {

[[noreturn]] void bad_slope(const Query& query, const std::string& what, double slope) {
  throw NumericalError("query " + shown(query.id) + ": the derivative with respect to " + what +
                       " is " + std::to_string(slope) + "; wanted a finite number");
}

}  // namespace

void check_score_slopes(const Query& query, std::span<const double> slopes) {
  if (all_finite(slopes)) return;
  const std::size_t bad = first_not_finite(slopes);
  if (bad < slopes.size())
    bad_slope(query, "the score of item " + std::to_string(query.ranking.order()[bad] + 1),
              slopes[bad]);
}

void check_slopes(const Query& query, std::span<const double> slopes, std::string_view what) {
  const std::size_t bad = first_not_finite(slopes);
  if (bad < slopes.size())
    bad_slope(query, std::string(what) + " " + std::to_string(bad + 1), slopes[bad]);
}

double check_value(const Query& query, double value, Index largest_bucket) {
  if (std::isfinite(value) || impossible(query.ranking, largest_bucket)) return value;
  throw NumericalError("query " + shown(query.id) + ": the log-likelihood is " +
                       (std::isnan(value) ? "not a number" : "infinite") +
                       "; scores or tie parameters are too far out");
}

PreciseGradient in_fifty_digits(const ModelTexts& model, const ScorerTexts& scorer,
                                const Query& query, std::span<const double> parameters) {
  const auto unseen = [](const auto&) {};
  return in_fifty_digits(function_of<Digits>(model.digits, scorer.digits, query.ranking,
                                             query.items, scorer.plain.num_weights(), unseen),
                         parameters);
}

}  // namespace fubini
