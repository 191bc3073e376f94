// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/train.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/random.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/checkpoint.hpp"
#include "fubini/fit/contrastive.hpp"
#include "fubini/fit/fit.hpp"
#include "fubini/fit/watch.hpp"
#include "fubini/io/journal.hpp"
#include "fubini/score/products.hpp"
#include "fubini/score/specification.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace fubini {
namespace {

struct Prepared {
  Scorer scorer;
  Pairs pairs = {};
  std::optional<Folding> folding = {};
};

Prepared prepare(const Dataset& data, const TrainOptions& options) {
  const auto specification = ScorerSpecification::parse(options.scorer);
  Scorer scorer =
      std::visit([](auto made) { return Scorer(std::move(made)); }, specification.make(data));
  if (options.second_order && specification.kind != ScorerSpecification::Kind::linear)
    throw ArgumentError("second-order features go with the scorer linear; found " + options.scorer);
  if (!specification.wants_features() || (!options.standardise && !options.second_order))
    return {scorer};
  Prepared result{scorer};
  Standardisation by = standardisation_of(data, options.threads);
  if (options.second_order) {
    result.pairs = select_products(data, *options.second_order, by, options.threads);
    result.scorer = products(data.num_features(), result.pairs);
  }
  if (!options.standardise) return result;
  result.folding = Folding{result.scorer, std::move(by)};
  return result;
}

// Where a fit ended: all parameters, weights of standardised features
struct Ended {
  std::vector<double> parameters;
  int iterations = 0;
  double gradient_norm = 0;
  std::string message;
};

Ended by_lbfgs(const Objective& objective, std::span<const double> start,
               const TrainOptions& options, Watch& watch) {
  std::optional<Journal> journal;
  const CheckpointOptions& checkpoint = options.checkpoint;
  if (!checkpoint.path.empty())
    journal.emplace(checkpoint.path, checkpoint.identity, checkpoint.resume, checkpoint.interval);
  FitOptions how{.max_iterations = options.iterations,
                 .tolerance = options.tolerance,
                 .gradient_tolerance = options.gradient_tolerance,
                 .l1 = options.l1};
  if (journal)
    how.evaluate = [&](std::span<const double> x, std::span<double> g) {
      return journal->evaluate(x, g, [&](std::span<const double> at, std::span<double> to) {
        return objective.value_and_gradient(at, to);
      });
    };
  how.progress = [&](const FitProgress& now) {
    TrainProgress seen{
        .iteration = now.iteration, .objective = now.objective, .gradient_norm = now.gradient_norm};
    seen.replayed = journal && journal->replaying();
    if (options.validation != nullptr) {
      const auto measure = [&] { return *watch.validate(now.parameters); };
      seen.validation = journal ? journal->note(now.parameters, measure) : measure();
    }
    if (journal) journal->tick();
    return watch.note(seen, now.parameters);
  };
  const FitSummary summary = fit(objective, start, how);
  if (journal) journal->flush();
  return {summary.parameters, summary.iterations, summary.gradient_norm, summary.message};
}

Ended by_ascent(const Objective& objective, std::span<const double> start, ByContrast* contrast,
                const TrainOptions& options, Watch& watch) {
  const bool adam = options.optimizer == Optimizer::adam;
  constexpr Index kBatch = 32;
  AscentOptions how{.rate = options.rate > 0 ? options.rate
                            : adam           ? 0.01
                                             : 0.1,
                    .iterations = options.iterations,
                    .batch = options.batch.value_or(contrast != nullptr ? 0 : kBatch),
                    .seed = options.seed};
  how.update = adam                                      ? Update::adam
               : options.optimizer == Optimizer::adagrad ? Update::adagrad
                                                         : Update::fixed;
  if (contrast != nullptr) how.before = [&](int iteration) { contrast->set_iteration(iteration); };

  Checkpoint saved{.state = {.parameters = {start.begin(), start.end()}}};
  const CheckpointOptions& checkpoint = options.checkpoint;
  if (!checkpoint.path.empty() && checkpoint.resume &&
      read_checkpoint(checkpoint.path, checkpoint.identity, saved))
    watch.restore(saved.best, saved.best_iteration, saved.best_parameters);
  double last_norm = 0;
  how.progress = [&](const AscentState& state, double value, double norm) {
    last_norm = norm;
    TrainProgress seen{.iteration = state.iteration, .gradient_norm = norm};
    if (contrast == nullptr) seen.objective = value;
    seen.validation = watch.validate(state.parameters);
    const bool go_on = watch.note(seen, state.parameters);
    if (!checkpoint.path.empty() && (state.iteration % checkpoint.interval == 0 || !go_on))
      write_checkpoint(checkpoint.path, checkpoint.identity,
                       {state, watch.best(), watch.best_iteration(), watch.best_parameters()});
    return go_on;
  };
  // A checkpoint may be of the very end.
  if (!watch.tired(saved.state.iteration)) ascend(objective, saved.state, how);
  return {saved.state.parameters, saved.state.iteration, last_norm,
          "the limit of " + std::to_string(options.iterations) + " passes was reached"};
}

void check(const TrainOptions& options, const std::optional<Sampler>& sampler) {
  const bool lbfgs = options.optimizer == Optimizer::lbfgs;
  if (options.inference != Inference::exact && lbfgs)
    throw ArgumentError(
        "inference by chains gives gradients with noise, which L-BFGS cannot use; wanted the "
        "optimizer sgd, adagrad or adam");
  if (options.inference != Inference::exact && !sampler)
    throw ArgumentError("inference by chains: no sampler of the model was given");
  if (!lbfgs && options.l1 != 0)
    throw ArgumentError("l1 goes with the optimizer lbfgs (OWL-QN); wanted l1 = 0");
  if (!(options.rate >= 0) || !std::isfinite(options.rate))
    throw ArgumentError("rate is " + format_double(options.rate) +
                        "; wanted a positive number, or 0 for the usual one");
  if (options.iterations < 1)
    throw ArgumentError("iterations is " + std::to_string(options.iterations) +
                        "; wanted 1 or more");
  if (options.patience < 0)
    throw ArgumentError("patience is " + std::to_string(options.patience) + "; wanted 0 or more");
  if (options.patience > 0 && options.validation == nullptr)
    throw ArgumentError("patience without validation data");
  if (options.checkpoint.interval < 1)
    throw ArgumentError("checkpoint interval is " + std::to_string(options.checkpoint.interval) +
                        "; wanted 1 or more");
}

SampleOptions chains_of(Inference inference) {
  SampleOptions chains{.by =
                           inference == Inference::gibbs ? SampleBy::gibbs : SampleBy::metropolis};
  if (inference == Inference::metropolis_as_printed) chains.acceptance = Acceptance::as_printed;
  return chains;
}

// Equal scores, as all zeros give, are no place to begin where the model has no derivative there.
std::vector<double> start_of(const Objective& objective, const Model& model, std::uint64_t seed) {
  std::vector<double> start = objective.start(seed);
  if (model.info().laws.smooth_at_equal_scores) return start;
  Draws draws(seed, 0);
  for (Index j = 0; j < objective.num_weights(); ++j) start[j] += draws.between(-0.01, 0.01);
  return start;
}

// Of the training data; NaN if the model cannot say (a potential by enumeration, too many items).
double log_likelihood_of(const Dataset& data, const Likelihood& exact, const TrainOptions& options,
                         std::span<const double> raw) {
  try {
    return Objective(data, exact, {.threads = options.threads}).value(raw);
  } catch (const Error&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace

Trained train(const Dataset& data, const Model& model, const std::string& specification,
              const std::optional<Sampler>& sampler, const TrainOptions& options) {
  check(options, sampler);
  const Prepared prepared = prepare(data, options);
  if (options.validation != nullptr) prepared.scorer.check(*options.validation);
  const Likelihood exact = by_hand(model, prepared.scorer);
  std::shared_ptr<ByContrast> contrast;
  if (options.inference != Inference::exact)
    contrast = by_contrast(*sampler, prepared.scorer, chains_of(options.inference), options.samples,
                           options.seed);
  const Objective objective(
      data, contrast ? Likelihood(contrast) : exact,
      {.l2 = options.l2, .threads = options.threads, .folding = prepared.folding});
  Watch watch(options, objective, prepared.scorer);
  const std::vector<double> start = start_of(objective, model, options.seed);
  const Ended ended = options.optimizer == Optimizer::lbfgs
                          ? by_lbfgs(objective, start, options, watch)
                          : by_ascent(objective, start, contrast.get(), options, watch);

  const std::vector<double> chosen = watch.chosen(ended.parameters);
  const std::vector<double> raw = objective.folded(chosen);
  const auto split = raw.begin() + objective.num_weights();
  Trained result;
  result.objective = objective.value(chosen);
  for (Index j = 0; j < objective.num_weights(); ++j)
    result.objective -= options.l1 * std::abs(chosen[j]);
  if (contrast) result.objective = std::numeric_limits<double>::quiet_NaN();
  result.gradient_norm = ended.gradient_norm;
  result.validation = watch.best();
  result.iterations = ended.iterations;
  result.best_iteration = watch.best() ? watch.best_iteration() : ended.iterations;
  result.cancelled = watch.cancelled();
  result.message = watch.message().empty() ? ended.message : watch.message();
  if (result.cancelled) result.message = "it was interrupted";
  result.model = {.model = specification,
                  .scorer = options.scorer,
                  .num_features = data.num_features(),
                  .products = prepared.pairs,
                  .weights = {raw.begin(), split},
                  .tie_parameters = objective.tie_parameters(),
                  .ties = {split, raw.end()}};
  result.model.from.num_queries = data.num_queries();
  result.model.from.num_rows = data.num_rows();
  result.model.from.objective = result.objective;
  result.model.from.log_likelihood = log_likelihood_of(data, exact, options, raw);
  result.model.from.iterations = result.iterations;
  result.model.from.stopped = result.message;
  return result;
}

Optimizer parse_optimizer(std::string_view name) {
  const std::vector<std::string> names = {"lbfgs", "sgd", "adagrad", "adam"};
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k] == name) return static_cast<Optimizer>(k);
  throw UnknownName(unknown_name("optimizer", name, names));
}

Inference parse_inference(std::string_view name) {
  const std::vector<std::string> names = {"exact", "gibbs", "metropolis", "metropolis-as-printed"};
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k] == name) return static_cast<Inference>(k);
  throw UnknownName(unknown_name("inference", name, names));
}

}  // namespace fubini
