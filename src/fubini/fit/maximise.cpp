// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/maximise.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/ascent.hpp"
#include "fubini/fit/checkpoint.hpp"
#include "fubini/fit/detail/journal.hpp"
#include "fubini/fit/detail/watch.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace fubini {
namespace {

FitSummary by_whole(const Objective& objective, std::span<const double> start,
                    const FitOptions& options, Watch& watch) {
  std::optional<Journal> journal;
  const CheckpointOptions& checkpoint = options.checkpoint;
  if (!checkpoint.path.empty())
    journal.emplace(checkpoint.path, checkpoint.identity, checkpoint.resume, checkpoint.interval);
  const auto evaluate = [&](std::span<const double> x, std::span<double> g) {
    return objective.value_and_gradient(x, g);
  };
  Maximand f{evaluate, objective.num_weights()};
  if (journal)
    f.evaluate = [&](std::span<const double> x, std::span<double> g) {
      return journal->evaluate(x, g, evaluate);
    };
  FitOptions how = options;
  how.progress = [&](FitProgress now) {
    now.replayed = journal && journal->replaying();
    if (options.validation != nullptr) {
      const auto measure = [&] { return *watch.validate(now.parameters); };
      now.validation = journal ? journal->note(now.parameters, measure) : measure();
    }
    if (journal) journal->tick();
    return watch.note(now);
  };
  FitSummary summary = options.optimizer.maximise(f, start, how);
  if (journal) journal->flush();
  return summary;
}

FitSummary by_steps(const Objective& objective, std::span<const double> start,
                    const FitOptions& options, Watch& watch) {
  Checkpoint saved{.state = {.parameters = {start.begin(), start.end()}}};
  const CheckpointOptions& checkpoint = options.checkpoint;
  if (!checkpoint.path.empty() && checkpoint.resume &&
      read_checkpoint(checkpoint.path, checkpoint.identity, saved))
    watch.restore(saved.best, saved.best_iteration, saved.best_parameters);
  FitSummary summary;
  summary.reason = StopReason::max_iterations;
  const auto after = [&](const AscentState& state, double value, double norm) {
    summary.gradient_norm = norm;
    FitProgress seen{.iteration = state.iteration,
                     .iterations = options.iterations.value_or(kUsualIterations),
                     .gradient_norm = norm,
                     .parameters = state.parameters};
    if (objective.likelihood().has_value()) seen.objective = value;
    seen.validation = watch.validate(state.parameters);
    const bool go_on = watch.note(seen);
    const bool over = !go_on || state.iteration == seen.iterations;
    if (!checkpoint.path.empty() && (state.iteration % checkpoint.interval == 0 || over))
      write_checkpoint(checkpoint.path, checkpoint.identity,
                       {state, watch.best(), watch.best_iteration(), watch.best_parameters()});
    return go_on;
  };
  // A checkpoint may be of the very end.
  if (!watch.tired(saved.state.iteration)) ascend(objective, saved.state, options, after);
  summary.parameters = saved.state.parameters;
  summary.iterations = saved.state.iteration;
  summary.objective = std::numeric_limits<double>::quiet_NaN();
  return summary;
}

void check(const Objective& objective, std::span<const double> start, const FitOptions& options) {
  const OptimizerInfo& how = options.optimizer.info();
  check_count("fit", "parameters to start from", start.size(), objective.num_parameters());
  if (!objective.likelihood().has_value() && !how.by_steps)
    throw ArgumentError("inference by chains gives gradients with noise, which the optimizer " +
                        how.name + " cannot use; wanted one by steps: sgd, adagrad or adam");
  if (options.l1 != 0 && !how.takes_l1)
    throw ArgumentError("l1 does not go with the optimizer " + how.name +
                        "; wanted lbfgs (OWL-QN), or l1 = 0");
  if (!(options.rate >= 0) || !std::isfinite(options.rate))
    refuse("fit", "rate", format_double(options.rate), "a positive number, or 0 for the usual one");
  check_at_least("fit", "patience", options.patience, 0);
  if (options.patience > 0 && options.validation == nullptr)
    throw ArgumentError("patience without validation data");
  check_at_least("fit", "checkpoint interval", options.checkpoint.interval, 1);
}

std::string in_words(const FitSummary& summary, const FitOptions& options) {
  const int allowed = options.iterations.value_or(kUsualIterations);
  switch (summary.reason) {
    case StopReason::converged:
      return "the relative improvement fell below " +
             format_double(options.tolerance.value_or(kUsualTolerance));
    case StopReason::gradient_vanished: return "the gradient vanished";
    case StopReason::max_iterations:
      return "the limit of " + std::to_string(allowed) +
             (options.optimizer.info().by_steps ? " passes" : " iterations") + " was reached";
    case StopReason::cancelled: return "it was interrupted";
    case StopReason::no_progress: return "no step improves the objective further";
    case StopReason::out_of_patience:
      return options.metric.name() + " of the validation data has not risen for " +
             std::to_string(options.patience) + " iterations";
  }
  return "";
}

}  // namespace

FitSummary maximise(const Objective& objective, std::span<const double> start,
                    const FitOptions& options) {
  check(objective, start, options);
  if (!options.checkpoint.path.empty()) check_checkpoint(options.checkpoint.path);
  if (options.validation != nullptr) objective.likelihood().scorer().check(*options.validation);
  Watch watch(options, objective);
  FitSummary summary = options.optimizer.info().by_steps
                           ? by_steps(objective, start, options, watch)
                           : by_whole(objective, start, options, watch);
  if (watch.out_of_patience()) summary.reason = StopReason::out_of_patience;
  if (watch.cancelled()) summary.reason = StopReason::cancelled;
  summary.message = in_words(summary, options);
  summary.validation = watch.best();
  summary.best_iteration = watch.best() ? watch.best_iteration() : summary.iterations;
  if (watch.best() && summary.parameters != watch.best_parameters()) {
    summary.parameters = watch.best_parameters();
    summary.objective = std::numeric_limits<double>::quiet_NaN();
  }
  if (!objective.likelihood().has_value() || !std::isnan(summary.objective)) return summary;
  summary.objective = objective.value(summary.parameters);
  for (Index j = 0; j < objective.num_weights(); ++j)
    summary.objective -= options.l1 * std::abs(summary.parameters[j]);
  return summary;
}

Inference parse_inference(std::string_view name) {
  const std::vector<std::string> names = {"exact", "gibbs", "metropolis", "metropolis-as-printed"};
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k] == name) return static_cast<Inference>(k);
  throw UnknownName(unknown_name("inference", name, names));
}

FitSummary Optimizer::maximise(const Maximand& f, std::span<const double> start,
                               const FitOptions& options) const {
  FitSummary summary;
  maximise_(f, start, options, summary);
  return summary;
}

}  // namespace fubini
