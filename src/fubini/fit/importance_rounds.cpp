// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/error.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/fit/checkpoint.hpp"
#include "fubini/fit/detail/journal.hpp"
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
      : objective_(objective),
        likelihood_(likelihood),
        options_(options),
        checkpoint_(std::exchange(options_.checkpoint, {})) {}

  FitSummary fit(std::vector<double> x);

 private:
  static constexpr double kWornOut = 0.5;     // effective share of the draws
  static constexpr double kLeastGain = 1e-7;  // of the objective
  static constexpr double kHardly = 0.3;      // of what the last iteration gained
  static constexpr double kCloser = 0.1;      // tolerance of the repeats
  static constexpr int kMostRounds = 12, kMostHalves = 4, kRepeats = 3, kMostRepeated = 30;
  // Iterations: a scorer of many weights learns draws by heart.
  static constexpr int kMostOfARound = 100;
  static constexpr Index kFewer = 4;

  double draw(std::span<const double> x);
  double draw_again(std::span<const double> x);
  bool resume(std::vector<double>& x, FitSummary& summary);
  void save(const std::vector<double>& x, const FitSummary& summary) const;
  FitSummary one_round(std::span<const double> x, double value, double tolerance);
  int allowed() const { return options_.iterations.value_or(kUsualIterations); }
  double tolerance() const { return options_.tolerance.value_or(kUsualTolerance); }
  void climb(std::vector<double>& x, FitSummary& summary);
  void measure(std::vector<double>& x, FitSummary& summary, MonteCarlo& error);
  std::vector<double> deviations(std::vector<std::vector<double>> ends) const;
  void note_accuracy(MonteCarlo& found) const;

  const Objective& objective_;
  ImportanceLikelihood& likelihood_;
  FitOptions options_;
  CheckpointOptions checkpoint_;
  bool worn_out_ = false;
  std::vector<double> drawn_at_;  // all places so far, one behind the other
  double value_ = 0, last_gain_ = std::numeric_limits<double>::max();
  bool over_ = false;
  int rounds_ = 0, done_ = 0;  // iterations
  int evaluations_ = 0;
};

// Draws made anew at x; the objective there
double Rounds::draw(std::span<const double> x) {
  const double value = draw_again(x);
  drawn_at_.insert(drawn_at_.end(), x.begin(), x.end());
  return value;
}

double Rounds::draw_again(std::span<const double> x) {
  const std::size_t number = drawn_at_.size() / x.size();
  // Where it begins is far from where it ends: few draws show the way.
  std::optional<Index> draws;
  if (number == 0) draws = std::max<Index>(options_.draws / kFewer, 2);
  double value = likelihood_.draw_anew(objective_.folded(x), number, draws);
  for (Index j = 0; j < objective_.num_weights(); ++j)
    value -= options_.l1 * std::abs(x[j]) + options_.l2 / 2 * x[j] * x[j];
  return value;
}

// Until it converges by these draws, or they are worn out
FitSummary Rounds::one_round(std::span<const double> x, double value, double tolerance) {
  FitOptions how = options_;
  how.tolerance = tolerance;
  how.iterations = std::clamp(allowed() - done_, 1, kMostOfARound);
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

// What is saved after a round: where it is, and where draws were made. These depend on one another,
// so they are made again, which takes no fit.
void Rounds::save(const std::vector<double>& x, const FitSummary& summary) const {
  if (checkpoint_.path.empty()) return;
  const std::vector<double> numbers = {value_,
                                       last_gain_,
                                       static_cast<double>(evaluations_),
                                       over_ ? 1.0 : 0.0,
                                       static_cast<double>(summary.reason),
                                       summary.gradient_norm};
  write_checkpoint(checkpoint_.path, checkpoint_.identity,
                   {.state = {.parameters = x,
                              .first = drawn_at_,
                              .second = numbers,
                              .steps = rounds_,
                              .iteration = done_},
                    .best = summary.validation,
                    .best_iteration = summary.best_iteration});
}

bool Rounds::resume(std::vector<double>& x, FitSummary& summary) {
  if (checkpoint_.path.empty()) return false;
  check_checkpoint(checkpoint_.path);
  Checkpoint saved;
  if (!checkpoint_.resume || !read_checkpoint(checkpoint_.path, checkpoint_.identity, saved))
    return false;
  const std::vector<double>& numbers = saved.state.second;
  const std::size_t size = x.size();
  if (numbers.size() != 6 || saved.state.parameters.size() != size ||
      saved.state.first.size() % size != 0)
    refuse_checkpoint_of_another(checkpoint_.path);
  x = saved.state.parameters;
  for (std::size_t at = 0; at < saved.state.first.size(); at += size)
    draw(std::span(saved.state.first).subspan(at, size));
  value_ = numbers[0];
  last_gain_ = numbers[1];
  evaluations_ = static_cast<int>(numbers[2]);
  over_ = numbers[3] != 0;
  summary.reason = static_cast<StopReason>(static_cast<int>(numbers[4]));
  summary.gradient_norm = numbers[5];
  summary.validation = saved.best;
  summary.best_iteration = saved.best_iteration;
  rounds_ = static_cast<int>(saved.state.steps);
  done_ = saved.state.iteration;
  return true;
}

// Moves x, and what is left of a fit that is stopped stands there.
void Rounds::climb(std::vector<double>& x, FitSummary& summary) {
  if (!resume(x, summary)) value_ = draw(x);
  while (!over_ && rounds_ < kMostRounds && done_ < allowed()) {
    // A few draws are not worth more
    const double least = rounds_ == 0 ? kUsualTolerance : 0;
    summary = one_round(x, value_, std::max(tolerance(), least));
    summary.best_iteration += done_;
    done_ += summary.iterations;
    const double before = value_, gain = summary.objective - value_;
    const double error = likelihood_.accuracy().standard_error;
    const std::vector<double> from = std::exchange(x, summary.parameters);
    value_ = draw(x);
    // A step beyond what the draws could see: half of it
    for (int half = 0; half < kMostHalves && value_ < before - 4 * error; ++half) {
      for (std::size_t j = 0; j < x.size(); ++j) x[j] = (x[j] + from[j]) / 2;
      value_ = draw(x);
    }
    // What it gains is by chance where other draws give as much to gain again.
    const bool chance = gain < error && gain > std::exchange(last_gain_, gain) / 2;
    const bool still =
        chance || std::abs(gain) <= std::max(tolerance(), kLeastGain) * std::abs(value_);
    const bool stuck = summary.reason == StopReason::no_progress && gain == 0;
    if (still && !worn_out_ && !stuck) summary.reason = StopReason::converged;
    over_ = summary.cancelled() || summary.reason == StopReason::out_of_patience ||
            (still && !worn_out_);
    ++rounds_;
    // A fit that may go on for longer would not have ended this round here.
    if (!summary.cancelled() && (over_ || done_ < allowed())) save(x, summary);
  }
  summary.objective = value_;
}

FitSummary Rounds::fit(std::vector<double> x) {
  const auto begin = std::chrono::steady_clock::now();
  const Stoppable stoppable(options_.stop);
  FitSummary summary;
  MonteCarlo error;
  try {
    climb(x, summary);
    error.rounds = rounds_;
    measure(x, summary, error);
  } catch (const Stopped&) {
    error.rounds = rounds_;
    if (rounds_ == 0) summary.objective = std::numeric_limits<double>::quiet_NaN();
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
  else if (summary.reason == StopReason::no_progress)
    summary.message =
        "no step improves the objective further: rounding, or a kink of the potential";
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
  const auto likelihood = std::make_shared<ImportanceLikelihood>(model, scorer, data, options.draws,
                                                                 options.seed, options.threads);
  const Objective objective(data, likelihood, how);
  return Rounds(objective, *likelihood, options).fit({start.begin(), start.end()});
}

}  // namespace fubini
