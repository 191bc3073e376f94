// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/likelihood.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

namespace fubini {
namespace {

// What a thread needs for a query; kept between queries.
struct Workspace {
  AlignedVector<double> scores;
  AlignedVector<double> slopes;
  ScorerMemory kept;
};

// A workspace of this thread for the time of a call. A scorer may itself run tasks of TBB, and
// while it waits for them this thread may be given another query: that one gets the next
// workspace->
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

class ByHand final : public QueryLikelihood {
 public:
  ByHand(Model model, Scorer scorer) : model_(std::move(model)), scorer_(std::move(scorer)) {}

  Index num_weights() const override { return scorer_.num_weights(); }
  std::vector<std::string> tie_parameters() const override { return model_.tie_parameters(); }
  std::vector<double> initial_weights(std::uint64_t seed) const override {
    return scorer_.initial_weights(seed);
  }
  void check(const Dataset& data) const override { scorer_.check(data); }

  double value(const Query& query, std::span<const double> parameters) const override {
    const Lease space(query.items.size());
    scorer_.forward(query.items, parameters.first(num_weights()), space->scores, space->kept);
    check_scores(query, space->scores);
    return check_value(query, model_.log_likelihood(query.ranking, space->scores,
                                                    parameters.subspan(num_weights())));
  }

  double add_gradient(const Query& query, std::span<const double> parameters,
                      std::span<double> gradient) const override {
    const Lease space(query.items.size());
    const auto w = parameters.first(num_weights()), ties = parameters.subspan(num_weights());
    scorer_.forward(query.items, w, space->scores, space->kept);
    check_scores(query, space->scores);

    std::vector<double> tie_slopes(ties.size(), 0.0);
    const double value = check_value(
        query,
        model_.log_likelihood(query.ranking, space->scores, ties, {space->slopes, tie_slopes}));
    if (std::isinf(value)) return value;
    check_score_slopes(query, space->slopes);
    check_slopes(query, tie_slopes, "tie parameter");
    for (double& slope : space->slopes) slope *= query.weight;
    scorer_.backward(query.items, w, space->slopes, gradient.first(num_weights()), space->kept);
    for (std::size_t t = 0; t < ties.size(); ++t)
      gradient[num_weights() + t] += query.weight * tie_slopes[t];
    return value;
  }

 private:
  Model model_;
  Scorer scorer_;
};

}  // namespace

Likelihood by_hand(Model model, Scorer scorer) {
  if (!model.by_hand())
    throw ArgumentError("by_hand: model " + model.info().name +
                        " has no gradient by hand; wanted one, or by_autodiff, or "
                        "by_hand(differentiated(model), scorer)");
  if (!scorer.by_hand())
    throw ArgumentError("by_hand: scorer " + scorer.name() +
                        " has no forward and backward; wanted them, or by_autodiff, or "
                        "by_hand(model, differentiated(scorer))");
  return std::make_shared<ByHand>(std::move(model), std::move(scorer));
}

void check_scores(const Query& query, std::span<const double> scores) {
  const auto bad = std::ranges::find_if_not(scores, [](double f) { return std::isfinite(f); });
  if (bad != scores.end())
    throw NumericalError("query " + shown(query.id) + ": the score of item " +
                         std::to_string(query.ranking.order()[bad - scores.begin()] + 1) + " is " +
                         std::to_string(*bad) + "; the weights are too large or not finite");
}

namespace {

// The place of the first entry that is not finite; the size if there is none
std::size_t first_bad(std::span<const double> numbers) {
  const auto bad = std::ranges::find_if_not(numbers, [](double x) { return std::isfinite(x); });
  return static_cast<std::size_t>(bad - numbers.begin());
}

[[noreturn]] void bad_slope(const Query& query, const std::string& what, double slope) {
  throw NumericalError("query " + shown(query.id) + ": the derivative with respect to " + what +
                       " is " + std::to_string(slope) + "; wanted a finite number");
}

}  // namespace

void check_score_slopes(const Query& query, std::span<const double> slopes) {
  const std::size_t bad = first_bad(slopes);
  if (bad < slopes.size())
    bad_slope(query, "the score of item " + std::to_string(query.ranking.order()[bad] + 1),
              slopes[bad]);
}

void check_slopes(const Query& query, std::span<const double> slopes, std::string_view what) {
  const std::size_t bad = first_bad(slopes);
  if (bad < slopes.size())
    bad_slope(query, std::string(what) + " " + std::to_string(bad + 1), slopes[bad]);
}

double check_value(const Query& query, double value) {
  if (std::isnan(value))
    throw NumericalError("query '" + std::string(query.id) +
                         "': the log-likelihood is not a number");
  return value;
}

}  // namespace fubini
