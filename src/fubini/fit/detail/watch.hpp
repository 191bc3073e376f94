// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/evaluate/evaluate.hpp"
#include "fubini/fit/objective.hpp"
#include "fubini/fit/options.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace fubini {

// Whether one more evaluation ends soon, also for who has pressed Ctrl-C
inline bool is_quick(const FitSummary& summary) {
  constexpr double kSoon = 0.5;  // seconds
  return summary.seconds < kSoon * std::max({summary.evaluations, summary.iterations, 1});
}

// Follows a fit: best parameters so far, patience, the user's progress.
class Watch {
 public:
  Watch(const FitOptions& options, const Objective& objective)
      : options_(options), objective_(objective) {}

  // On the validation data, if there is any
  std::optional<double> validate(std::span<const double> parameters) const {
    if (options_.validation == nullptr) return {};
    const std::vector<double> raw = objective_.folded(parameters);
    const auto w = std::span(raw).first(objective_.num_weights());
    const std::vector<double> all = score_all(
        *options_.validation,
        [&](const Query& query) {
          std::vector<double> f(query.items.size());
          ScorerMemory kept;
          objective_.likelihood().scorer().forward(query.items, w, f, kept);
          check_scores(query, f);
          return f;
        },
        options_.threads);
    const std::vector<Metric> metrics = {options_.metric};
    const double mean =
        evaluate(*options_.validation, all, metrics, {}, options_.threads).at(0).mean;
    if (std::isnan(mean))  // no iteration could be told to be the best
      throw ArgumentError("validation data: no query has " + options_.metric.name() +
                          "; wanted some with different grades");
    return mean;
  }

  // After an iteration; false: stop
  bool note(FitProgress now) {
    now.seconds = seconds();
    last_ = now;
    last_.parameters = {};
    if (!now.validation || !best_ || *now.validation > *best_) {
      best_ = now.validation;
      best_iteration_ = now.iteration;
      best_parameters_.assign(now.parameters.begin(), now.parameters.end());
    }
    const bool over = tired(now.iteration);
    const bool go_on = !options_.progress || options_.progress(now);
    if (!go_on) cancelled_ = true;
    return go_on && !over;
  }

  // Whether patience ends at this iteration
  bool tired(int iteration) {
    out_of_patience_ =
        best_ && options_.patience > 0 && iteration - best_iteration_ >= options_.patience;
    return out_of_patience_;
  }

  // Of a fit that was stopped in the middle of an evaluation: as it was after the last iteration
  FitSummary so_far() const {
    if (last_.iteration == 0)
      throw Stopped("fit: interrupted before the first iteration was over; there is no result yet");
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    FitSummary summary;
    summary.parameters = best_parameters_;
    summary.objective =
        last_.iteration == best_iteration_ ? last_.objective.value_or(kUnknown) : kUnknown;
    summary.gradient_norm = last_.gradient_norm;
    summary.iterations = last_.iteration;
    summary.evaluations = last_.evaluations;
    summary.reason = StopReason::cancelled;
    return summary;
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  std::optional<double> best() const { return best_; }
  int best_iteration() const { return best_iteration_; }
  void restore(std::optional<double> best, int iteration, std::vector<double> parameters) {
    best_ = best;
    best_iteration_ = iteration;
    best_parameters_ = std::move(parameters);
  }
  const std::vector<double>& best_parameters() const { return best_parameters_; }
  bool cancelled() const { return cancelled_; }
  bool out_of_patience() const { return out_of_patience_; }

 private:
  using Clock = std::chrono::steady_clock;
  const FitOptions& options_;
  const Objective& objective_;
  Clock::time_point start_ = Clock::now();
  FitProgress last_;
  std::optional<double> best_;
  int best_iteration_ = 0;
  std::vector<double> best_parameters_;
  bool cancelled_ = false, out_of_patience_ = false;
};

}  // namespace fubini
