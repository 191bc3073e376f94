// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/contrastive.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/error.hpp"

#include <atomic>
#include <cmath>
#include <memory>
#include <utility>

namespace fubini {
namespace {

class Contrast final : public ContrastiveLikelihood {
 public:
  Contrast(Sampler model, Scorer scorer, const SampleOptions& chains, Index samples,
           std::uint64_t seed)
      : ContrastiveLikelihood(model.tie_parameters(), std::move(scorer)),
        model_(std::move(model)),
        chains_(chains),
        samples_(samples),
        seed_(seed) {}

  bool has_value() const override { return false; }
  void begin_pass(int pass) const override {
    pass_ = pass;
    chains_run_ = moved_ = 0;
  }
  ChainMoves moves() const override { return {chains_run_, moved_}; }
  double value(const Query&, std::span<const double>) const override { return 0; }

  double add_gradient(const Query& query, std::span<const double> parameters,
                      std::span<double> gradient) const override {
    const auto w = parameters.first(num_weights()), ties = parameters.subspan(num_weights());
    ScorerMemory kept;
    std::vector<double> f(query.items.size()), slopes(f.size(), 0.0), tie_slopes(ties.size(), 0.0);
    scorer().forward(query.items, w, f, kept);
    check_scores(query, f);
    Draws draws(seed_,
                static_cast<std::uint64_t>(query.number) << 32 | static_cast<std::uint32_t>(pass_));
    ChainMoves moves;
    model_.contrast(query.ranking, f, ties, samples_, chains_, draws, {slopes, tie_slopes}, moves);
    chains_run_ += moves.chains;
    moved_ += moves.moved;
    check_score_slopes(query, slopes);
    check_slopes(query, tie_slopes, "tie parameter");
    for (double& slope : slopes) slope *= query.weight;
    scorer().backward(query.items, w, slopes, gradient.first(num_weights()), kept);
    for (std::size_t t = 0; t < ties.size(); ++t)
      gradient[num_weights() + t] += query.weight * tie_slopes[t];
    return 0;
  }

 private:
  Sampler model_;
  SampleOptions chains_;
  Index samples_;
  std::uint64_t seed_;
  mutable int pass_ = 0;  // changes only while no query is summed
  mutable std::atomic<std::int64_t> chains_run_ = 0, moved_ = 0;
};

}  // namespace

std::shared_ptr<const ContrastiveLikelihood> by_contrast(Sampler model, Scorer scorer,
                                                         const SampleOptions& chains, Index samples,
                                                         std::uint64_t seed) {
  const auto fail = [](const std::string& sentence) {
    throw ArgumentError("contrastive divergence: " + sentence);
  };
  if (!model.can_sample() || !model.can_contrast())
    fail("model " + model.info().name +
         " has no stage_potential() with add_slopes; wanted one whose chains can be run");
  if (!scorer.has_backward())
    fail("scorer " + scorer.name() +
         " has no forward and backward; wanted them, or differentiated(scorer)");
  if (chains.by == SampleBy::exact) fail("chains by exact; wanted gibbs or metropolis");
  check_at_least("contrastive divergence", "samples", samples, 1);
  return std::make_shared<Contrast>(std::move(model), std::move(scorer), chains, samples, seed);
}

}  // namespace fubini
