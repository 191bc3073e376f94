// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/contrastive.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/error.hpp"
#include "fubini/fit/objective.hpp"

#include <cmath>
#include <memory>
#include <utility>

namespace fubini {
namespace {

// The sampled gradient as a likelihood, so that Objective sums it over queries, in parallel and in
// order. The value is not known: it is 0.
class ByContrast final : public QueryLikelihood {
 public:
  ByContrast(Sampler model, Scorer scorer, const ContrastiveOptions& options)
      : model_(std::move(model)), scorer_(std::move(scorer)), options_(options) {}

  void set_iteration(int iteration) { iteration_ = iteration; }

  Index num_weights() const override { return scorer_.num_weights(); }
  std::vector<std::string> tie_parameters() const override { return model_.tie_parameters(); }
  std::vector<double> initial_weights(std::uint64_t seed) const override {
    return scorer_.initial_weights(seed);
  }
  void check(const Dataset& data) const override { scorer_.check(data); }
  double value(const Query&, std::span<const double>) const override { return 0; }

  double add_gradient(const Query& query, std::span<const double> parameters,
                      std::span<double> gradient) const override {
    const auto w = parameters.first(num_weights()), ties = parameters.subspan(num_weights());
    ScorerMemory kept;
    std::vector<double> f(query.items.size()), slopes(f.size(), 0.0), tie_slopes(ties.size(), 0.0);
    scorer_.forward(query.items, w, f, kept);
    check_scores(query, f);
    // Every (query, iteration) has its own stream, whichever thread asks.
    Draws draws(options_.seed, static_cast<std::uint64_t>(query.number) << 32 |
                                   static_cast<std::uint32_t>(iteration_));
    model_.contrast(query.ranking, f, ties, options_.samples, options_.chains, draws,
                    {slopes, tie_slopes});
    check_score_slopes(query, slopes);
    check_slopes(query, tie_slopes, "tie parameter");
    for (double& slope : slopes) slope *= query.weight;
    scorer_.backward(query.items, w, slopes, gradient.first(num_weights()), kept);
    for (std::size_t t = 0; t < ties.size(); ++t)
      gradient[num_weights() + t] += query.weight * tie_slopes[t];
    return 0;
  }

 private:
  Sampler model_;
  Scorer scorer_;
  const ContrastiveOptions& options_;
  int iteration_ = 0;
};

// How far each parameter goes
class Steps {
 public:
  Steps(const ContrastiveOptions& options, std::size_t size)
      : options_(options), first_(size, 0.0), second_(size, 0.0) {}

  double step(std::size_t j, double slope, int iteration) {
    constexpr double kFirst = 0.9, kSecond = 0.999, kTiny = 1e-8;  // Adam's usual ones
    switch (options_.update) {
      case Update::fixed:
        return options_.rate * slope;
      case Update::adagrad:
        second_[j] += slope * slope;
        return options_.rate * slope / (std::sqrt(second_[j]) + kTiny);
      case Update::adam:
        break;
    }
    first_[j] = kFirst * first_[j] + (1 - kFirst) * slope;
    second_[j] = kSecond * second_[j] + (1 - kSecond) * slope * slope;
    const double first = first_[j] / (1 - std::pow(kFirst, iteration));
    const double second = second_[j] / (1 - std::pow(kSecond, iteration));
    return options_.rate * first / (std::sqrt(second) + kTiny);
  }

 private:
  const ContrastiveOptions& options_;
  std::vector<double> first_, second_;
};

void check_options(const Sampler& model, const Scorer& scorer, const ContrastiveOptions& options) {
  const auto fail = [](const std::string& sentence) {
    throw ArgumentError("fit_by_contrast: " + sentence);
  };
  if (!model.can_sample() || !model.can_contrast())
    fail("model " + model.info().name +
         " has no stage_potential() with add_slopes; wanted one whose chains can be run");
  if (!scorer.by_hand())
    fail("scorer " + scorer.name() +
         " has no forward and backward; wanted them, or "
         "differentiated(scorer)");
  if (options.chains.by == SampleBy::exact) fail("chains by exact; wanted gibbs or metropolis");
  if (options.samples < 1)
    fail("samples is " + std::to_string(options.samples) + "; wanted 1 or more");
  if (options.iterations < 0)
    fail("iterations is " + std::to_string(options.iterations) + "; wanted 0 or more");
  if (!(options.rate > 0) || !std::isfinite(options.rate))
    fail("rate is " + std::to_string(options.rate) + "; wanted a positive number");
}

}  // namespace

std::vector<double> fit_by_contrast(const Dataset& data, const Sampler& model, const Scorer& scorer,
                                    std::span<const double> start,
                                    const ContrastiveOptions& options) {
  check_options(model, scorer, options);
  const auto likelihood = std::make_shared<ByContrast>(model, scorer, options);
  const Objective objective(data, likelihood, {.l2 = options.l2, .threads = options.threads});
  std::vector<double> x(start.begin(), start.end()), gradient(objective.num_parameters());
  double queries = 0;  // by weight
  for (Index q = 0; q < data.num_queries(); ++q) queries += data.query(q).weight;
  if (queries == 0) throw ArgumentError("fit_by_contrast: all queries have weight 0");

  Steps steps(options, x.size());
  for (int iteration = 1; iteration <= options.iterations; ++iteration) {
    likelihood->set_iteration(iteration);
    objective.value_and_gradient(x, gradient);
    for (std::size_t j = 0; j < x.size(); ++j)
      x[j] += steps.step(j, gradient[j] / queries, iteration);
    if (options.progress && !options.progress(iteration, x)) break;
  }
  return x;
}

}  // namespace fubini
