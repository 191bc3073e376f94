// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/error.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/fit/importance.hpp"
#include "fubini/fit/maximise.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace fubini {
namespace {

// A fit by rounds: parameters are those of the objective, draws are made at what the scorer sees.
class Rounds {
 public:
  Rounds(const Objective& objective, ImportanceLikelihood& likelihood, const FitOptions& options)
      : objective_(objective), likelihood_(likelihood), options_(options) {
    options_.checkpoint = {};
  }

  FitSummary fit(std::vector<double> x);

 private:
  static constexpr double kWornOut = 0.5;     // effective share of the draws
  static constexpr double kLeastGain = 1e-7;  // of the objective
  static constexpr double kHardly = 0.3;      // of what the last iteration gained
  static constexpr double kCloser = 0.1;      // tolerance of the repeats
  static constexpr int kMostRounds = 12, kMostHalves = 4, kRepeats = 3, kMostRepeated = 30;
  static constexpr Index kFewer = 4;

  double draw(std::span<const double> x, std::optional<Index> draws = {});
  FitSummary one_round(std::span<const double> x, double value, double tolerance);
  int allowed() const { return options_.iterations.value_or(kUsualIterations); }
  double tolerance() const { return options_.tolerance.value_or(kUsualTolerance); }
  int climb(std::vector<double>& x, FitSummary& summary);
  void measure(std::vector<double>& x, FitSummary& summary, MonteCarlo& error);
  std::vector<double> deviations(std::vector<std::vector<double>> ends) const;
  void note_accuracy(MonteCarlo& found) const;

  const Objective& objective_;
  ImportanceLikelihood& likelihood_;
  FitOptions options_;
  bool worn_out_ = false;
  std::uint64_t round_ = 0;
  int done_ = 0;  // iterations
  int evaluations_ = 0;
};

// Draws made anew at x; the objective there
double Rounds::draw(std::span<const double> x, std::optional<Index> draws) {
  double value = likelihood_.draw_anew(objective_.folded(x), round_++, draws);
  for (Index j = 0; j < objective_.num_weights(); ++j)
    value -= options_.l1 * std::abs(x[j]) + options_.l2 / 2 * x[j] * x[j];
  return value;
}

// Until it converges by these draws, or they are worn out
FitSummary Rounds::one_round(std::span<const double> x, double value, double tolerance) {
  FitOptions how = options_;
  how.tolerance = tolerance;
  how.iterations = std::max(allowed() - done_, 1);
  worn_out_ = false;
  double last = value;
  how.progress = [&](FitProgress now) {
    now.iteration += done_;
    now.iterations = allowed();
    if (options_.progress && !options_.progress(now)) return false;
    const double before = std::exchange(last, *now.objective);
    worn_out_ = likelihood_.accuracy().effective_share < kWornOut;
    if (!worn_out_) return true;
    // While it climbs fast the optimiser need not know: other draws would hardly tell it otherwise.
    const double there = draw(now.parameters);
    worn_out_ = !(std::abs(there - last) < kHardly * (last - before));
    last = there;
    return !worn_out_;
  };
  FitSummary summary = maximise(objective_, x, how);
  evaluations_ += summary.evaluations;
  if (worn_out_) summary.reason = StopReason::max_iterations;  // of these draws
  return summary;
}

// Moves x, and what is left of a fit that is stopped stands there.
int Rounds::climb(std::vector<double>& x, FitSummary& summary) {
  // Where it begins is far from where it ends: few draws show the way.
  double value = draw(x, std::max<Index>(options_.draws / kFewer, 2));
  int rounds = 0;
  double last_gain = std::numeric_limits<double>::infinity();
  for (bool over = false; !over && rounds < kMostRounds && done_ < allowed(); ++rounds) {
    summary = one_round(x, value, tolerance());
    summary.best_iteration += done_;
    done_ += summary.iterations;
    const double before = value, gain = summary.objective - value;
    const double error = likelihood_.accuracy().standard_error;
    const std::vector<double> from = std::exchange(x, summary.parameters);
    value = draw(x);
    // A step beyond what the draws could see: half of it
    for (int half = 0; half < kMostHalves && value < before - 4 * error; ++half) {
      for (std::size_t j = 0; j < x.size(); ++j) x[j] = (x[j] + from[j]) / 2;
      value = draw(x);
    }
    // What it gains is by chance where other draws give as much to gain again.
    const bool chance = gain < error && gain > std::exchange(last_gain, gain) / 2;
    const bool still =
        chance || std::abs(gain) <= std::max(tolerance(), kLeastGain) * std::abs(value);
    if (still && !worn_out_) summary.reason = StopReason::converged;
    over = summary.cancelled() || summary.reason == StopReason::out_of_patience ||
           (still && !worn_out_);
  }
  summary.objective = value;
  return rounds;
}

FitSummary Rounds::fit(std::vector<double> x) {
  const auto begin = std::chrono::steady_clock::now();
  const Stoppable stoppable(options_.stop);
  FitSummary summary;
  MonteCarlo error;
  try {
    error.rounds = climb(x, summary);
    measure(x, summary, error);
  } catch (const Stopped&) {
    if (error.rounds == 0) summary.objective = std::numeric_limits<double>::quiet_NaN();
    summary.reason = StopReason::cancelled;
    summary.message = "it was interrupted";
  }
  summary.parameters = x;
  summary.iterations = done_;
  summary.evaluations = evaluations_;
  summary.monte_carlo = std::move(error);
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (summary.reason == StopReason::converged)
    summary.message = "draws made anew no longer change it";
  else if (!summary.cancelled() && summary.reason != StopReason::out_of_patience)
    summary.message = "the limit of " +
                      (done_ < allowed() ? std::to_string(kMostRounds) + " rounds of draws"
                                         : std::to_string(allowed()) + " iterations") +
                      " was reached";
  return summary;
}

// The same fit from the same place by other draws: how far the parameters move is their error, and
// their mean errs less than each.
void Rounds::measure(std::vector<double>& x, FitSummary& summary, MonteCarlo& found) {
  note_accuracy(found);
  if (summary.cancelled()) return;
  const bool whole = summary.reason == StopReason::converged && options_.validation == nullptr &&
                     options_.l1 == 0;  // zeros stay zeros
  options_.progress = {};
  options_.validation = nullptr;
  options_.patience = 0;
  std::vector<std::vector<double>> ends = {x};  // by its own draws
  const auto asked = std::exchange(options_.iterations, done_ + kMostRepeated);
  while (ends.size() < kRepeats) {
    const double value = draw(x);
    ends.push_back(one_round(x, value, kCloser * tolerance()).parameters);
  }
  options_.iterations = asked;
  if (whole) {
    std::vector<double> mean(x.size(), 0.0);
    for (const auto& end : ends)
      for (std::size_t j = 0; j < x.size(); ++j) mean[j] += end[j] / kRepeats;
    const double value = draw(mean);
    if (value > summary.objective - 4 * likelihood_.accuracy().standard_error) {
      x = mean;
      summary.objective = value;
      note_accuracy(found);
    }
  }
  found.errors = deviations(ends);
}

// Of what the scorer sees
std::vector<double> Rounds::deviations(std::vector<std::vector<double>> ends) const {
  for (auto& end : ends) end = objective_.folded(end);
  std::vector<double> result;
  for (std::size_t j = 0; j < ends[0].size(); ++j) {
    double mean = 0, squares = 0;
    for (const auto& end : ends) mean += end[j] / kRepeats;
    for (const auto& end : ends) squares += (end[j] - mean) * (end[j] - mean);
    result.push_back(std::sqrt(squares / (kRepeats - 1)));
  }
  return result;
}

// By draws that had no part in the fit
void Rounds::note_accuracy(MonteCarlo& found) const {
  const ImportanceAccuracy accuracy = likelihood_.accuracy();
  found.log_likelihood = likelihood_.value();
  found.log_likelihood_error = accuracy.standard_error;
  found.left_out = accuracy.left_out;
}

}  // namespace

FitSummary maximise_by_importance(const Dataset& data, const Sampler& model, const Scorer& scorer,
                                  const ObjectiveOptions& how, std::span<const double> start,
                                  const FitOptions& options) {
  if (options.checkpoint.resume)
    throw ArgumentError(
        "resume does not go with inference by importance sampling; wanted a fit "
        "from its beginning");
  const auto likelihood = std::make_shared<ImportanceLikelihood>(model, scorer, data, options.draws,
                                                                 options.seed, options.threads);
  const Objective objective(data, likelihood, how);
  return Rounds(objective, *likelihood, options).fit({start.begin(), start.end()});
}

}  // namespace fubini
