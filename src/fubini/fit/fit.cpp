// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/fit.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/random.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/chains.hpp"
#include "fubini/fit/contrastive.hpp"
#include "fubini/fit/existence.hpp"
#include "fubini/fit/importance.hpp"
#include "fubini/fit/prediction.hpp"
#include "fubini/fit/maximise.hpp"
#include "fubini/fit/run_off.hpp"
#include "fubini/fit/detail/watch.hpp"
#include "fubini/io/file.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace fubini {
namespace {

// What was not said, by the data
FitOptions completed(FitOptions options, const Dataset& data) {
  const bool worths = data.kind() == Items::Kind::identity;
  if (options.scorer.empty()) options.scorer = worths ? "worths" : "linear";
  if (worths) {
    if (!options.gradient_tolerance && !options.tolerance) options.gradient_tolerance = 1e-10;
    if (!options.tolerance) options.tolerance = 0;
    if (!options.iterations) options.iterations = 1000;
  }
  while (worths && std::ssize(options.items) < data.num_distinct_items())
    options.items.push_back("item " + std::to_string(options.items.size() + 1));
  return options;
}

// What a fit is: a checkpoint serves no other. How long it may go on is not part of it.
std::string identity(const FitOptions& how, const std::string& model) {
  std::vector<std::string> parts = {how.checkpoint.identity, model, how.scorer,
                                    how.optimizer->info().specification, how.metric.name()};
  for (const double x :
       {how.l2, how.l1, how.rate, how.tolerance.value_or(kUsualTolerance),
        how.gradient_tolerance.value_or(0), static_cast<double>(how.standardise),
        static_cast<double>(*how.inference), static_cast<double>(how.samples),
        static_cast<double>(how.draws), static_cast<double>(how.batch.value_or(-1))})
    parts.push_back(format_double(x));
  parts.push_back(std::to_string(how.seed));
  return fingerprint(join(parts, "|"));
}

bool too_large_to_enumerate(const Model& model, const Dataset& data) {
  if (model.info().cost != Cost::exponential) return false;
  for (Index q = 0; q < data.num_queries(); ++q)
    if (data.ranking(q).num_items() > kMostWalked) return true;
  return false;
}

// A scorer for the data, and how its features are standardised
struct Prepared {
  std::string specification;
  Scorer scorer;
  std::optional<Standardisation> folding = {};
};

Prepared prepare(const Catalogues& known, const Dataset& data, const FitOptions& options) {
  const Specification asked(options.scorer);
  const ScorerEntry& entry = known.scorers.find(asked.name);
  const Index size = known.scorers.size_for(options.scorer, data);
  Standardisation by;
  if (!entry.by_number && (options.standardise || entry.select != nullptr))
    by = standardisation_of(data, options.threads);
  std::string specification = options.scorer;
  if (entry.select != nullptr)
    specification = entry.name + ":" +
                    entry.select(asked.arguments, data, by, options.threads).info().arguments;
  Prepared result{specification, known.scorers.with_backward(specification, size)};
  if (options.standardise && result.scorer.can_fold()) result.folding = std::move(by);
  return result;
}

void check_maximum(const Dataset& data, const Model& model, const FitOptions& options) {
  if (data.kind() != Items::Kind::identity) return;
  auto why = why_no_tie_maximum(data, model);
  if (!why && options.l2 <= 0 && options.l1 <= 0) why = why_no_maximum(data, model, options.items);
  if (why) throw ArgumentError("model " + model.info().name + ": " + *why);
}

// With features scores may be of use whatever tie parameters do; and where validation chooses the
// iteration, weights need no maximum.
std::vector<std::string> warnings_of(const Objective& objective, const Model& model,
                                     const FitOptions& options, const FitSummary& summary) {
  if (model.info().kind == Kind::loss || summary.cancelled()) return {};
  if (const auto why = why_no_tie_maximum(objective.data(), model)) return {*why};
  const bool asked = options.l2 <= 0 && options.l1 <= 0 && options.validation == nullptr &&
                     options.inference == Inference::exact;
  if (!asked) return {};
  const bool worths = objective.data().kind() == Items::Kind::identity;
  const Recession::Of of = model.info().recession.of;
  const bool decided = of == Recession::Of::means || of == Recession::Of::thresholds;
  return what_ran_off(objective, summary.parameters,
                      worths ? options.items : std::vector<std::string>(), decided);
}

SampleOptions chains_of(Inference inference) {
  const bool gibbs = inference == Inference::gibbs || inference == Inference::gibbs_as_printed;
  SampleOptions chains{.by = gibbs ? SampleBy::gibbs : SampleBy::metropolis,
                       .exchanges = inference == Inference::gibbs};
  if (inference == Inference::metropolis_as_printed) chains.acceptance = Acceptance::as_printed;
  return chains;
}

// Equal scores, as all zeros give, are no place to begin where the model has no derivative there,
// as potentials of somebody's own may not: a median, a range.
std::vector<double> start_of(const Objective& objective, const Model& model, std::uint64_t seed) {
  std::vector<double> start = objective.start(seed);
  const bool enumerated = model.info().cost == Cost::exponential;
  if (model.info().laws.smooth_at_equal_scores && !enumerated) return start;
  Draws draws(seed, 0);
  for (Index j = 0; j < objective.num_weights(); ++j) start[j] += draws.between(-0.01, 0.01);
  return start;
}

// Of the training data. By draws, if it cannot be told exactly: then the summary knows its error.
// NaN where a fit was interrupted and the answer would take long, or is no number.
double log_likelihood_of(const Objective& objective, const Likelihood& exact,
                         const LikelihoodOfFit& likelihood, const FitOptions& options,
                         FitSummary& summary) {
  const bool chains = by_chains(*options.inference);
  if (options.inference == Inference::importance) return summary.monte_carlo->log_likelihood;
  if (options.l2 <= 0 && options.l1 <= 0 && !chains) return summary.objective;
  const std::vector<double> raw = objective.folded(summary.parameters);
  try {
    if (!chains) return Objective(objective.data(), exact, {.threads = options.threads}).value(raw);
    const EstimatedValue found = likelihood.at(raw);
    if (found.by_draws)
      summary.monte_carlo =
          MonteCarlo{.log_likelihood = found.value, .log_likelihood_error = found.standard_error};
    return found.value;
  } catch (const Error&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

std::shared_ptr<const ContrastiveLikelihood> contrast_of(const Sampler& sampler,
                                                         const Scorer& scorer,
                                                         const FitOptions& options, Index longer) {
  return by_contrast(sampler, scorer, chains_of(*options.inference), longer * options.samples,
                     options.seed);
}

std::vector<std::string> doubts_of_chains(const Objective& objective,
                                          const ContrastiveLikelihood& contrast,
                                          const Sampler& sampler, const LikelihoodOfFit& likelihood,
                                          const FitOptions& options, const FitSummary& summary) {
  const ObjectiveOptions sum{.threads = options.threads, .folding = objective.options().folding};
  const Objective lengthened(objective.data(),
                             contrast_of(sampler, contrast.scorer(), options, kLonger), sum);
  return doubts_about({objective, contrast, lengthened, summary.parameters}, likelihood, options);
}

// Log-worths relative to the first item, where a shift of all of them changes nothing
void anchor(FittedModel& fitted, const Model& model) {
  if (fitted.items.empty() || !model.info().laws.shift_invariant) return;
  const double first = fitted.weights.at(0);
  for (double& worth : fitted.weights) worth -= first;
}

}  // namespace

Catalogues built_in() {
  return {built_in_models(), built_in_scorers(), built_in_optimizers(), built_in_metrics()};
}

Fit fit(const Catalogues& known, const Dataset& data, const std::string& name,
        const FitOptions& given) {
  check_options(given);
  if (data.num_queries() == 0)
    throw ArgumentError("fit: the data has no queries; wanted at least one");
  std::optional<Stoppable> stoppable(given.stop);
  FitOptions options = completed(given, data);
  check_features_pay(options.from.data.empty() ? "fit" : options.from.data, data);
  const std::string specification = known.models.adapted(name, data);
  const Model model = known.models.with_gradient(specification);
  check_maximum(data, model, options);
  if (!options.inference)
    options.inference =
        too_large_to_enumerate(model, data) ? Inference::importance : Inference::exact;
  const bool drawn = options.inference == Inference::importance;
  const bool chains = by_chains(*options.inference);
  options.optimizer = optimizer_of(options, chains);
  options.checkpoint.identity = identity(options, specification);
  const Prepared prepared = prepare(known, data, options);
  const Likelihood exact = by_hand(model, prepared.scorer);
  const ObjectiveOptions sum{
      .l2 = options.l2, .threads = options.threads, .folding = prepared.folding};
  const Sampler sampler = drawn || chains ? known.models.sampler_with_slopes(specification)
                                          : known.models.sampler(specification);
  std::shared_ptr<const ContrastiveLikelihood> contrast;
  if (chains) contrast = contrast_of(sampler, prepared.scorer, options, 1);
  const Objective objective(data, chains ? Likelihood(contrast) : exact, sum);
  const std::vector<double> start = start_of(objective, model, options.seed);

  if (options.notice && !drawn) tell_of_long_evaluations(objective, model.info(), options);
  stoppable.reset();  // maximise() has its own
  Fit result;
  result.summary = drawn
                       ? maximise_by_importance(data, sampler, prepared.scorer, sum, start, options)
                       : maximise(objective, start, options);
  const FitSummary& summary = result.summary;
  const LikelihoodOfFit likelihood(data, model, sampler, prepared.scorer, options.threads,
                                   options.seed);
  if (!is_quick(summary)) stoppable.emplace(options.stop);
  const double log_likelihood =
      log_likelihood_of(objective, exact, likelihood, options, result.summary);
  try {
    result.summary.warnings = warnings_of(objective, model, options, summary);
    if (chains && !summary.cancelled())
      for (std::string& doubt :
           doubts_of_chains(objective, *contrast, sampler, likelihood, options, summary))
        result.summary.warnings.push_back(std::move(doubt));
  } catch (const Stopped&) {  // the fit is over, and stays
  }
  const std::vector<double> raw = objective.folded(summary.parameters);
  const auto split = raw.begin() + objective.num_weights();
  result.model = {.model = specification,
                  .scorer = prepared.specification,
                  .num_features = data.num_features(),
                  .items = options.items,
                  .weights = {raw.begin(), split},
                  .tie_parameters = objective.tie_parameters(),
                  .ties = {split, raw.end()},
                  .from = options.from};
  Provenance& from = result.model.from;
  from.num_queries = data.num_queries();
  from.num_rows = data.num_rows();
  from.objective = summary.objective;
  from.log_likelihood = log_likelihood;
  from.iterations = summary.iterations;
  from.stopped = summary.message;
  anchor(result.model, model);
  return result;
}

}  // namespace fubini
