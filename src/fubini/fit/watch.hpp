// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/fit/objective.hpp"
#include "fubini/fit/train.hpp"

#include <chrono>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fubini {

// Follows a fit: best parameters so far, patience, the user's progress.
class Watch {
 public:
  Watch(const TrainOptions& options, const Objective& objective, const Scorer& scorer)
      : options_(options), objective_(objective), scorer_(scorer) {}

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
          scorer_.forward(query.items, w, f, kept);
          check_scores(query, f);
          return f;
        },
        options_.threads);
    const std::vector<Metric> metrics = {options_.metric};
    const double mean =
        evaluate(*options_.validation, all, metrics, {}, options_.threads).at(0).mean;
    if (std::isnan(mean))  // no iteration could be told to be the best
      throw ArgumentError("validation data: no query has " + name(options_.metric) +
                          "; wanted some with different grades");
    return mean;
  }

  // After an iteration; false: stop
  bool note(TrainProgress now, std::span<const double> parameters) {
    now.iterations = options_.iterations;
    now.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (!now.validation || !best_ || *now.validation > *best_) {
      best_ = now.validation;
      best_iteration_ = now.iteration;
      best_parameters_.assign(parameters.begin(), parameters.end());
    }
    const bool out_of_patience = tired(now.iteration);
    const bool go_on = !options_.progress || options_.progress(now);
    if (!go_on) cancelled_ = true;
    return go_on && !out_of_patience;
  }

  // Whether patience ends at this iteration
  bool tired(int iteration) {
    if (!best_ || options_.patience == 0 || iteration - best_iteration_ < options_.patience)
      return false;
    message_ = name(options_.metric) + " of the validation data has not risen for " +
               std::to_string(options_.patience) + " iterations";
    return true;
  }

  // With validation, the best; else where the optimiser ended.
  std::vector<double> chosen(std::vector<double> last) const {
    return best_ ? best_parameters_ : last;
  }
  std::optional<double> best() const { return best_; }
  int best_iteration() const { return best_iteration_; }
  void restore(std::optional<double> best, int iteration, std::vector<double> parameters) {
    best_ = best;
    best_iteration_ = iteration;
    best_parameters_ = std::move(parameters);
  }
  const std::vector<double>& best_parameters() const { return best_parameters_; }
  bool cancelled() const { return cancelled_; }
  const std::string& message() const { return message_; }

 private:
  using Clock = std::chrono::steady_clock;
  const TrainOptions& options_;
  const Objective& objective_;
  const Scorer& scorer_;
  Clock::time_point start_ = Clock::now();
  std::optional<double> best_;
  int best_iteration_ = 0;
  std::vector<double> best_parameters_;
  bool cancelled_ = false;
  std::string message_;
};

}  // namespace fubini
