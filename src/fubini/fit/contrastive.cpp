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

class Contrast final : public ByContrast {
 public:
  Contrast(Sampler model, Scorer scorer, const SampleOptions& chains, Index samples,
           std::uint64_t seed)
      : model_(std::move(model)),
        scorer_(std::move(scorer)),
        chains_(chains),
        samples_(samples),
        seed_(seed) {}

  void set_iteration(int iteration) override { iteration_ = iteration; }

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
    Draws draws(seed_, static_cast<std::uint64_t>(query.number) << 32 |
                           static_cast<std::uint32_t>(iteration_));
    model_.contrast(query.ranking, f, ties, samples_, chains_, draws, {slopes, tie_slopes});
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
  SampleOptions chains_;
  Index samples_;
  std::uint64_t seed_;
  int iteration_ = 0;
};

}  // namespace

std::shared_ptr<ByContrast> by_contrast(Sampler model, Scorer scorer, const SampleOptions& chains,
                                        Index samples, std::uint64_t seed) {
  const auto fail = [](const std::string& sentence) {
    throw ArgumentError("contrastive divergence: " + sentence);
  };
  if (!model.can_sample() || !model.can_contrast())
    fail("model " + model.info().name +
         " has no stage_potential() with add_slopes; wanted one whose chains can be run");
  if (!scorer.by_hand())
    fail("scorer " + scorer.name() +
         " has no forward and backward; wanted them, or differentiated(scorer)");
  if (chains.by == SampleBy::exact) fail("chains by exact; wanted gibbs or metropolis");
  if (samples < 1) fail("samples is " + std::to_string(samples) + "; wanted 1 or more");
  return std::make_shared<Contrast>(std::move(model), std::move(scorer), chains, samples, seed);
}

std::vector<double> fit_by_contrast(const Dataset& data, const Sampler& model, const Scorer& scorer,
                                    std::span<const double> start,
                                    const ContrastiveOptions& options) {
  const auto likelihood = by_contrast(model, scorer, options.chains, options.samples, options.seed);
  const Objective objective(data, likelihood, {.l2 = options.l2, .threads = options.threads});
  AscentState state{.parameters = {start.begin(), start.end()}};
  AscentOptions ascent{.update = options.update,
                       .rate = options.rate,
                       .iterations = options.iterations,
                       .batch = options.batch,
                       .seed = options.seed};
  ascent.before = [&](int iteration) { likelihood->set_iteration(iteration); };
  if (options.progress)
    ascent.progress = [&](const AscentState& now, double, double) {
      return options.progress(now.iteration, now.parameters);
    };
  ascend(objective, state, ascent);
  return state.parameters;
}

}  // namespace fubini
