// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/random.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/sample/chain.hpp"
#include "fubini/sample/diagnostics.hpp"
#include "fubini/sample/exact.hpp"
#include "fubini/sample/importance.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

// Rankings drawn from models that choose stage by stage: those with stage_potential().
namespace fubini {

enum class SampleBy { exact, gibbs, metropolis };

struct SampleOptions {
  SampleBy by = SampleBy::exact;
  Acceptance acceptance = Acceptance::hastings;
  // Of Gibbs: a member for an item that is out, after every sweep of single flips, as the paper has
  // them
  bool exchanges = true;
  Index steps = 100;  // sweeps of Gibbs, or proposals times items, before a bucket is taken
};

// How many chains were run, where there was somewhere to go, and how many of them ever moved
struct ChainMoves {
  std::int64_t chains = 0, moved = 0;
};

// Four chains on the first stage, as long as asked for.
struct ChainReport {
  double acceptance_rate = 1;
  double effective_sample_size = 0;  // of the log potential, all chains together
  double split_r_hat = 1;
  double total_variation = -1;     // to the exact law, with up to 12 items; else -1
  double expected_variation = -1;  // what independent draws, as many as effective, would show
};

// Advances a chain by one step: a sweep of Gibbs, or as many proposals as there are items.
template <Potential P>
void advance(SubsetChain<P>& chain, std::size_t num_items, const SampleOptions& options,
             Draws& draws) {
  if (options.by == SampleBy::metropolis)
    return chain.metropolis_steps(static_cast<Index>(num_items), draws, options.acceptance);
  chain.gibbs_sweep(draws);
  if (options.exchanges) chain.exchange(draws);
}

template <Potential P>
std::vector<Index> draw_bucket(const P& potential, std::span<const double> f, const Stage& stage,
                               std::span<const double> ties, const SampleOptions& options,
                               Draws& draws) {
  if (options.by == SampleBy::exact) return draw_subset(potential, f, stage, ties, draws);
  const std::vector<Index> start = {draws.below(std::ssize(f))};
  SubsetChain<P> chain(potential, f, stage, ties, start);
  for (Index step = 0; step < options.steps; ++step) advance(chain, f.size(), options, draws);
  return chain.positions();
}

template <Potential P>
Ranking draw_ranking(const P& potential, std::span<const double> f, std::span<const double> ties,
                     const SampleOptions& options, Draws& draws) {
  std::vector<double> rest(f.begin(), f.end());
  std::vector<Index> items(f.size()), bucket_of(f.size(), 0);
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<Index>(i);
  for (Index k = 0; !rest.empty(); ++k) {
    stop_if_asked();
    const std::vector<Index> chosen =
        draw_bucket(potential, rest, Stage{k, std::ssize(rest)}, ties, options, draws);
    for (auto at = chosen.rbegin(); at != chosen.rend(); ++at) {
      bucket_of[items[*at]] = k;
      items.erase(items.begin() + *at);
      rest.erase(rest.begin() + *at);
    }
  }
  return Ranking::from_buckets(bucket_of);
}

template <Potential P>
ChainReport diagnose_chains(const P& potential, std::span<const double> f,
                            std::span<const double> ties, Index steps, std::uint64_t seed,
                            const SampleOptions& options) {
  constexpr std::uint64_t kChains = 4;
  constexpr Index kCounted = 12;
  const Stage stage{0, std::ssize(f)};
  const bool counted = std::ssize(f) <= kCounted;
  std::vector<std::vector<double>> traces;
  std::map<std::uint32_t, std::int64_t> counts;
  ChainReport report;
  report.acceptance_rate = 0;
  for (std::uint64_t c = 0; c < kChains; ++c) {
    Draws draws(seed, ~c);
    const std::vector<Index> start = {draws.below(std::ssize(f))};
    SubsetChain<P> chain(potential, f, stage, ties, start);
    for (Index step = 0; step < options.steps; ++step) advance(chain, f.size(), options, draws);
    std::vector<double> trace;
    for (Index step = 0; step < steps; ++step) {
      advance(chain, f.size(), options, draws);
      trace.push_back(chain.log_potential());
      if (!counted) continue;
      std::uint32_t bits = 0;
      for (const Index i : chain.positions()) bits |= std::uint32_t{1} << i;
      ++counts[bits];
    }
    report.acceptance_rate += chain.acceptance_rate() / kChains;
    report.effective_sample_size += effective_sample_size(trace);
    traces.push_back(std::move(trace));
  }
  report.split_r_hat = split_r_hat(traces);
  if (!counted) return report;
  const auto law = enumerate_law(potential, f, stage, ties);
  report.total_variation = total_variation(counts, law);
  // E|p - q| of a binomial share, to first order
  report.expected_variation = 0;
  for (const auto& [bits, p] : law)
    report.expected_variation +=
        std::sqrt(p * (1 - p) / report.effective_sample_size / 6.283185307);
  return report;
}

template <SlopedPotential P>
void contrast_ranking(const P& potential, const Ranking& ranking, std::span<const double> f,
                      std::span<const double> ties, Index samples, const SampleOptions& options,
                      Draws& draws, Gradient g, ChainMoves& moves) {
  std::vector<double> scores, slopes;
  std::vector<Index> observed;
  for (Index k = 0; k < ranking.num_buckets(); ++k) {
    const Index begin = ranking.begin(k);
    const Stage stage{k, ranking.num_items() - begin};
    const std::span<const double> rest = f.subspan(begin);
    const auto add = [&](std::span<const Index> positions, double weight) {
      scores.clear();
      for (const Index i : positions) scores.push_back(rest[i]);
      slopes.assign(scores.size(), 0.0);
      potential.add_slopes({scores, stage}, ties, weight, slopes, g.ties);
      for (std::size_t i = 0; i < slopes.size(); ++i) g.scores[begin + positions[i]] += slopes[i];
    };
    observed.resize(ranking.bucket_size(k));
    for (Index i = 0; i < ranking.bucket_size(k); ++i) observed[i] = i;
    add(observed, 1);
    SubsetChain<P> chain(potential, rest, stage, ties, observed);
    for (Index l = 0; l < samples; ++l) {
      advance(chain, rest.size(), options, draws);
      add(chain.positions(), -1 / static_cast<double>(samples));
    }
    if (rest.size() < 2) continue;
    ++moves.chains;
    moves.moved += chain.moves() > 0 ? 1 : 0;
  }
}

// Any such model, as a value.
class Sampler {
 public:
  template <class M>
  requires(!std::same_as<M, Sampler> && GenericModel<M>) Sampler(M model)
      : parts_(std::make_shared<const Parts>(parts_of(checked(std::move(model))))) {}

  const ModelInfo& info() const { return parts_->info; }
  const std::vector<std::string>& tie_parameters() const { return parts_->ties; }
  bool can_sample() const { return parts_->draw != nullptr; }

  // Whether a likelihood of so many items is by enumeration only, and they are too many for it
  bool must_estimate(Index num_items) const {
    return can_sample() && info().cost == Cost::exponential && num_items > kMostEnumerated;
  }

  // One ranking of items with scores f, in their order: order() leads back to them. The same (seed,
  // index) gives the same. Throws ArgumentError if the model does not choose stage by stage.
  Ranking draw(std::span<const double> f, std::span<const double> ties, std::uint64_t seed,
               std::uint64_t index, const SampleOptions& options = {}) const {
    check(f, ties);
    Draws draws(seed, index);
    return parts_->draw(f, ties, options, draws);
  }
  ChainReport diagnose(std::span<const double> f, std::span<const double> ties, Index steps,
                       std::uint64_t seed, const SampleOptions& options) const {
    check(f, ties);
    return parts_->diagnose(f, ties, steps, seed, options);
  }

  // Adds an estimate of the gradient to g: the observed buckets against the averages of chains that
  // begin at them and take `samples` steps (contrastive divergence, Hinton 2002); counts their moves.
  // Arguments are assumed checked.
  bool can_contrast() const { return parts_->contrast != nullptr; }
  void contrast(const Ranking& ranking, std::span<const double> f, std::span<const double> ties,
                Index samples, const SampleOptions& options, Draws& draws, Gradient g,
                ChainMoves& moves) const {
    if (!can_contrast())
      throw ArgumentError("model " + info().name +
                          " has no potential with add_slopes; wanted one for contrastive "
                          "divergence");
    parts_->contrast(ranking, f, ties, samples, options, draws, g, moves);
  }

  // An estimate of log_likelihood for any number of items by importance sampling, with its error: for
  // potentials without exact normaliser.
  ImportanceEstimate estimate_by_importance(const Ranking& ranking, std::span<const double> f,
                                            std::span<const double> ties,
                                            const DrawNumbers& numbers,
                                            const ImportanceOptions& options = {}) const {
    check(f, ties);
    check_arguments(info().name, tie_parameters(), ranking, f, ties);
    return estimate_log_likelihood(potential(), ranking, f, ties, numbers, options);
  }

  // What form the potential of its stages has, if the model can be sampled.
  Family family() const { return parts_->family; }
  // The potential of its stages; the model can be sampled.
  const AnyPotential& potential() const { return *parts_->potential; }

 private:
  using Numbers = std::span<const double>;
  struct Parts {  // empty where the model cannot
    ModelInfo info;
    std::vector<std::string> ties;
    Family family = Family::any_subset;
    std::optional<AnyPotential> potential;
    std::function<Ranking(Numbers f, Numbers t, const SampleOptions&, Draws&)> draw;
    std::function<ChainReport(Numbers f, Numbers t, Index, std::uint64_t, const SampleOptions&)>
        diagnose;
    std::function<void(const Ranking&, Numbers f, Numbers t, Index, const SampleOptions&, Draws&,
                       Gradient, ChainMoves&)>
        contrast;
  };

  template <class M>
  static Parts parts_of(const M& model) {
    Parts parts;
    parts.info = model_info(model);
    parts.ties = model.tie_parameters();
    if constexpr (requires { model.stage_potential(); }) {
      parts.family = family_of<std::remove_cvref_t<decltype(model.stage_potential())>>();
      parts.potential.emplace(model.stage_potential());
      parts.draw = [model](auto&&... x) { return draw_ranking(model.stage_potential(), x...); };
      parts.diagnose = [model](auto&&... x) {
        return diagnose_chains(model.stage_potential(), x...);
      };
      const auto of_any = of_subsets(model.stage_potential());
      if constexpr (SlopedPotential<std::remove_cvref_t<decltype(of_any)>>)
        parts.contrast = [of_any](auto&&... x) { contrast_ranking(of_any, x...); };
    }
    return parts;
  }

  void check(Numbers f, Numbers ties) const {
    if (!can_sample())
      throw ArgumentError("model " + info().name +
                          " does not choose bucket after bucket, so it cannot be sampled");
    if (f.empty()) throw ArgumentError(info().name + ": no scores; wanted at least one");
    const std::vector<Index> one_bucket = {std::ssize(f)};
    check_arguments(info().name, tie_parameters(), Ranking(one_bucket), f, ties);
  }

  std::shared_ptr<const Parts> parts_;
};

}  // namespace fubini
