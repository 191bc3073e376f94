// SPDX-License-Identifier: BSD-3-Clause
#include "cli/training.hpp"

#include "cli/parse.hpp"
#include "fubini/check/subject.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/diagnose.hpp"

#include <set>

namespace fubini::cli {
namespace {

constexpr double kThreshold = 0.15;  // the paper's

std::optional<double> parse_features(const std::string& text) {
  if (text == "first") return {};
  if (text == "second") return kThreshold;
  const auto colon = text.find(':');
  if (text.substr(0, colon) != "second")
    throw UnknownName("--features: " +
                      unknown_name("value", text, {"first", "second", "second:0.15"}));
  const auto threshold = parse_double(text.substr(colon + 1));
  if (!threshold || !(*threshold >= 0 && *threshold < 1))
    throw ArgumentError("--features: " + shown(text.substr(colon + 1)) +
                        " is not a threshold; wanted a correlation from 0 to below 1");
  return threshold;
}

}  // namespace

void add_training_options(CLI::App& app, TrainingOptions& to) {
  app.add_option("--scorer", to.scorer, "linear, mlp:64,32[:relu|softplus], or worths");
  app.add_option("--features", to.features, "first, or second[:0.15]: products that correlate");
  app.add_flag("--raw", to.raw)->group("");
  app.add_option("--l2", to.l2, "(l2/2) |w|^2 off the objective");
  app.add_option("--l1", to.l1, "l1 |w| off the objective, by OWL-QN");
  app.add_option("--optimizer", to.optimizer, "lbfgs, sgd, adagrad or adam");
  app.add_option("--inference", to.inference,
                 "exact, gibbs, metropolis, metropolis-as-printed (not with lbfgs)");
  app.add_option("--iterations", to.iterations, "At most so many, or passes over the data (100)");
  app.add_option("--tolerance", to.tolerance)->group("");
  app.add_option("--rate", to.rate)->group("");
  app.add_option("--batch", to.batch)->group("");
  app.add_option("--samples", to.samples)->group("");
  app.add_option("--seed", to.seed)->group("");
  app.add_option("--threads", to.threads)->group("");
  app.get_formatter()->column_width(24);
}

TrainOptions parse_training(const TrainingOptions& options, const Dataset& data) {
  const bool worths = data.kind() == Items::Kind::identity;
  TrainOptions result;
  result.scorer = !options.scorer.empty() ? options.scorer : worths ? "worths" : "linear";
  result.second_order = parse_features(options.features);
  result.standardise = !options.raw;
  result.l2 = options.l2;
  result.l1 = options.l1;
  result.optimizer = parse_optimizer(options.optimizer);
  result.inference = parse_inference(options.inference);
  result.iterations = options.iterations.value_or(worths ? 1000 : 100);
  // Estimates of worths are wanted to many digits, and cost little.
  result.tolerance = options.tolerance.value_or(worths ? 0 : result.tolerance);
  result.gradient_tolerance = worths && !options.tolerance ? 1e-10 : 0;
  result.rate = options.rate;
  if (options.batch) result.batch = *options.batch;
  result.samples = options.samples;
  result.seed = parse_seed(options.seed);
  result.threads = options.threads;
  return result;
}

ReadOptions reading_options(const TrainingOptions& options) {
  if (options.threads < 0)
    throw ArgumentError("--threads: " + std::to_string(options.threads) + "; wanted 0 or more");
  return {.threads = options.threads};
}

ModelToFit model_to_fit(const ProgramModels& models, const std::string& name, const Dataset& data,
                        Inference inference) {
  std::set<Index> sizes;
  for (Index q = 0; q < data.num_queries(); ++q)
    for (Index k = 0; k < data.ranking(q).num_buckets(); ++k)
      sizes.insert(data.ranking(q).bucket_size(k));
  const std::vector<Index> distinct(sizes.begin(), sizes.end());
  const std::string specification = models.plain.adapted(name, distinct);
  ModelToFit result{specification, check::with_some_gradient(models.make(specification)), {}};
  const Index largest = result.model.info().largest_bucket;
  if (largest > 0 && distinct.back() > largest)
    throw ArgumentError("model " + specification + ": the data ties " +
                        std::to_string(distinct.back()) + " items, the model at most " +
                        std::to_string(largest));
  if (inference != Inference::exact) result.sampler = models.samplers.make(specification);
  return result;
}

void check_maximum(const ReadData& read, const Model& model, double l2) {
  if (read.data.kind() != Items::Kind::identity) return;
  if (const auto why = why_no_tie_maximum(read.data, model))
    throw ArgumentError("model " + model.info().name + ": " + *why);
  if (l2 > 0) return;
  if (const auto why = why_no_maximum(read.data, model, read.items))
    throw ArgumentError("model " + model.info().name + ": " + *why);
}

void anchor_worths(FittedModel& fitted, const Model& model) {
  if (fitted.items.empty() || !model.info().laws.shift_invariant) return;
  const double first = fitted.weights.at(0);
  for (double& worth : fitted.weights) worth -= first;
}

}  // namespace fubini::cli
