// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/maximise.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/ascent.hpp"
#include "fubini/fit/checkpoint.hpp"
#include "fubini/fit/optimizers/adagrad.hpp"
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
  FitSummary summary = options.optimizer->maximise(f, start, how);
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
  const bool kept = !checkpoint.path.empty();
  Checkpoint last;  // after whole passes: what a stop in the middle of one goes back to
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
    if (kept) last = {state, watch.best(), watch.best_iteration(), watch.best_parameters()};
    return go_on;
  };
  try {
    // A checkpoint may be of the very end.
    if (!watch.tired(saved.state.iteration)) ascend(objective, saved.state, options, after);
  } catch (const Stopped&) {
    if (last.state.iteration > 0) write_checkpoint(checkpoint.path, checkpoint.identity, last);
    throw;
  }
  summary.parameters = saved.state.parameters;
  summary.iterations = saved.state.iteration;
  summary.objective = std::numeric_limits<double>::quiet_NaN();
  return summary;
}

void check_chains(bool chains, const FitOptions& options) {
  const OptimizerInfo how = optimizer_of(options, chains).info();
  if (chains && !how.by_steps)
    throw ArgumentError("inference by chains gives gradients with noise, which the optimizer " +
                        how.name + " cannot use; wanted one by steps: sgd, adagrad or adam");
}

void check(const Objective& objective, std::span<const double> start, const FitOptions& options) {
  check_options(options);
  check_count("fit", "parameters to start from", start.size(), objective.num_parameters());
  check_chains(!objective.likelihood().has_value(), options);
  if (options.patience > 0 && options.validation == nullptr)
    throw ArgumentError("patience without validation data");
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
             (options.optimizer->info().by_steps ? " passes" : " iterations") + " was reached";
    case StopReason::cancelled: return "it was interrupted";
    case StopReason::no_progress: return "no step improves the objective further";
    case StopReason::out_of_patience:
      return options.metric.name() + " of the validation data has not risen for " +
             std::to_string(options.patience) + " iterations";
  }
  return "";
}

}  // namespace

Optimizer optimizer_of(const FitOptions& options, bool chains) {
  if (options.optimizer) return *options.optimizer;
  return chains ? Optimizer(adagrad{}) : Optimizer(lbfgs{});
}

FitSummary maximise(const Objective& objective, std::span<const double> start,
                    const FitOptions& given) {
  FitOptions options = given;
  options.optimizer = optimizer_of(given, !objective.likelihood().has_value());
  check(objective, start, options);
  if (!options.checkpoint.path.empty()) check_checkpoint(options.checkpoint.path);
  if (options.validation != nullptr) objective.likelihood().scorer().check(*options.validation);
  Watch watch(options, objective);
  FitSummary summary;
  try {
    const Stoppable stoppable(options.stop);
    summary = options.optimizer->info().by_steps ? by_steps(objective, start, options, watch)
                                                 : by_whole(objective, start, options, watch);
  } catch (const Stopped&) {
    summary = watch.so_far();
  }
  summary.seconds = watch.seconds();
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
  if (summary.cancelled() && !is_quick(summary)) return summary;
  summary.objective = objective.value(summary.parameters);
  for (Index j = 0; j < objective.num_weights(); ++j)
    summary.objective -= options.l1 * std::abs(summary.parameters[j]);
  return summary;
}

void check_options(const FitOptions& options) {
  const bool chains = by_chains(options.inference.value_or(Inference::exact));
  const OptimizerInfo how = optimizer_of(options, chains).info();
  check_not_negative("fit", "l2", options.l2);
  check_not_negative("fit", "l1", options.l1);
  if (options.l1 != 0 && !how.takes_l1)
    throw ArgumentError("l1 does not go with the optimizer " + how.name +
                        "; wanted lbfgs (OWL-QN), or l1 = 0");
  check_chains(chains, options);
  check_at_least("fit", "draws", options.draws, 2);
  check_at_least("fit", "iterations", options.iterations.value_or(1), 1);
  check_not_negative("fit", "tolerance", options.tolerance.value_or(0));
  check_not_negative("fit", "gradient_tolerance", options.gradient_tolerance.value_or(0));
  check_at_least("fit", "samples", options.samples, 1);
  check_not_negative("fit", "rate", options.rate);
  check_at_least("fit", "batch", options.batch.value_or(0), 0);
  check_at_least("fit", "patience", options.patience, 0);
  check_at_least("fit", "threads", options.threads, 0);
  check_at_least("fit", "checkpoint interval", options.checkpoint.interval, 1);
}

Inference parse_inference(std::string_view name) {
  const std::vector<std::string> names = {
      "exact", "gibbs", "metropolis", "metropolis-as-printed", "importance", "gibbs-as-printed"};
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
