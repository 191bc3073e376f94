// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/importance.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fubini {

ImportanceLikelihood::ImportanceLikelihood(Sampler model, Scorer scorer, const Dataset& data,
                                           Index draws, std::uint64_t seed, int threads)
    : QueryLikelihood(model.tie_parameters(), std::move(scorer)),
      model_(std::move(model)),
      data_(&data),
      draws_(draws),
      seed_(seed),
      threads_(threads),
      kept_(data.num_queries()) {
  if (!model_.can_sample() || !model_.potential().has_slopes())
    throw ArgumentError("inference by importance sampling: model " + model_.info().name +
                        " has no stage_potential() with slopes; wanted a potential with "
                        "add_slopes, or a program with autodiff");
  check_at_least("inference by importance sampling", "draws", draws, 1);
}

void ImportanceLikelihood::QueryKept::add(const StageKept& stage, double log_potential,
                                          const ImportanceEstimate& log_z) {
  value += log_potential - (log_z.value - log_z.bias) + std::log1p(-stage.draws.left_out);
  variance += log_z.standard_error * log_z.standard_error;
  if (std::ranges::all_of(stage.draws.groups, [](const auto& group) { return group.all; })) return;
  log_effective += std::log(log_z.effective_draws / stage.made.effective_draws);
  sampled += 1;
}

struct ImportanceLikelihood::StageSeen {
  std::span<const double> f;
  Stage stage;
  std::span<const double> ties;
};

// Without pilots, where those of an earlier time serve
void ImportanceLikelihood::draw_anew(const StageSeen& at, const DrawNumbers& numbers,
                                     const ImportanceOptions& options, StageKept& kept) const {
  constexpr double kNegligible = 1e-5;
  const AnyPotential& potential = model_.potential();
  thread_local std::vector<double> shares;
  const auto measure = [&] {
    kept.made = log_normaliser(kept.draws, potential, at.f, at.stage, at.ties, shares, false);
    return kept.pilots.follow(kept.draws, shares, kept.made.value);
  };
  if (auto again = kept.pilots.draw_again(potential, at.f, at.stage, at.ties, numbers, options,
                                          kNegligible)) {
    kept.draws = std::move(*again);
    if (measure()) return;
  }
  kept.draws = kept.pilots.draw(potential, at.f, at.stage, at.ties, numbers, options, kNegligible);
  measure();
}

double ImportanceLikelihood::draw_anew(std::span<const double> parameters, std::uint64_t round,
                                       std::optional<Index> draws) {
  const auto w = parameters.first(num_weights()), ties = parameters.subspan(num_weights());
  constexpr double kMerge = 0.05;
  const bool few = draws && *draws < draws_;
  const ImportanceOptions options{.draws = draws.value_or(draws_),
                                  .pilot = few ? 8 : 16,
                                  .pilots = few ? 1 : 2,
                                  .merge = kMerge};
  for_each_in_parallel(data_->num_queries(), threads_, [&](Index q) {
    const Query query = data_->query(q);
    if (query.weight == 0) return;
    ScorerMemory memory;
    std::vector<double> f(query.items.size());
    scorer().forward(query.items, w, f, memory);
    check_scores(query, f);
    QueryKept& kept = kept_[q];
    kept.stages.resize(query.ranking.num_buckets());
    kept.begin();
    for (Index k = 0; k < query.ranking.num_buckets(); ++k) {
      const std::span<const double> rest = std::span(f).subspan(query.ranking.begin(k));
      const Stage stage{k, std::ssize(rest)};
      draw_anew({rest, stage, ties}, {seed_ + round, static_cast<std::uint64_t>(q)}, options,
                kept.stages[k]);
      const Subset<double> bucket{rest.first(query.ranking.bucket_size(k)), stage};
      kept.add(kept.stages[k], model_.potential().log_potential(bucket, ties), kept.stages[k].made);
    }
    check_value(query, kept.value, model_.info().largest_bucket);
  });
  return value();
}

double ImportanceLikelihood::value() const {
  double total = 0;
  for (Index q = 0; q < data_->num_queries(); ++q)
    if (data_->weight(q) != 0) total += data_->weight(q) * kept_[q].value;
  return total;
}

double ImportanceLikelihood::evaluate(const Query& query, std::span<const double> f,
                                      std::span<const double> ties,
                                      std::optional<Gradient> g) const {
  QueryKept& kept = kept_[query.number];
  if (std::ssize(kept.stages) != query.ranking.num_buckets())
    throw ArgumentError("inference by importance sampling: query " + shown(query.id) +
                        " has no draws; wanted draw_anew first, and a query of its dataset");
  kept.begin();
  thread_local std::vector<double> slopes;
  for (Index k = 0; k < query.ranking.num_buckets(); ++k) {
    const StageKept& own = kept.stages[k];
    const Index begin = query.ranking.begin(k), size = query.ranking.bucket_size(k);
    const std::span<const double> rest = f.subspan(begin);
    const Stage stage{k, std::ssize(rest)};
    const AnyPotential& potential = model_.potential();
    const Subset<double> bucket{rest.first(size), stage};
    const ImportanceEstimate log_z =
        unbiased_log_normaliser(own.draws, potential, rest, stage, ties, slopes);
    kept.add(own, potential.log_potential(bucket, ties), log_z);
    if (!g) continue;
    const Gradient at{g->scores.subspan(begin), g->ties};
    potential.add_slopes(bucket, ties, 1, {at.scores.first(size), at.ties});
    for (double& slope : slopes) slope = -slope;
    potential.add_slopes(own.draws.subsets, rest, stage, ties, slopes, at);
  }
  return kept.value;
}

double ImportanceLikelihood::value(const Query& query, std::span<const double> parameters) const {
  ScorerMemory memory;
  std::vector<double> f(query.items.size());
  scorer().forward(query.items, parameters.first(num_weights()), f, memory);
  check_scores(query, f);
  return check_value(query, evaluate(query, f, parameters.subspan(num_weights()), {}),
                     model_.info().largest_bucket);
}

double ImportanceLikelihood::add_gradient(const Query& query, std::span<const double> parameters,
                                          std::span<double> gradient) const {
  const auto w = parameters.first(num_weights()), ties = parameters.subspan(num_weights());
  ScorerMemory memory;
  std::vector<double> f(query.items.size()), slopes(f.size(), 0.0), tie_slopes(ties.size(), 0.0);
  scorer().forward(query.items, w, f, memory);
  check_scores(query, f);
  const double value = check_value(query, evaluate(query, f, ties, Gradient{slopes, tie_slopes}),
                                   model_.info().largest_bucket);
  if (std::isinf(value)) return value;
  check_score_slopes(query, slopes);
  check_slopes(query, tie_slopes, "tie parameter");
  for (double& slope : slopes) slope *= query.weight;
  scorer().backward(query.items, w, slopes, gradient.first(num_weights()), memory);
  for (std::size_t t = 0; t < ties.size(); ++t)
    gradient[num_weights() + t] += query.weight * tie_slopes[t];
  return value;
}

ImportanceAccuracy ImportanceLikelihood::accuracy() const {
  ImportanceAccuracy result;
  double variance = 0, log_effective = 0, sampled = 0;
  for (Index q = 0; q < std::ssize(kept_); ++q) {
    const QueryKept& kept = kept_[q];
    const double weight = data_->weight(q);
    variance += weight * weight * kept.variance;
    result.bias += weight * kept.variance / 2;
    log_effective += kept.log_effective;
    sampled += kept.sampled;
    for (const StageKept& stage : kept.stages)
      result.left_out = std::max(result.left_out, stage.draws.left_out);
  }
  result.standard_error = std::sqrt(variance);
  if (sampled > 0) result.effective_share = std::exp(log_effective / sampled);
  return result;
}

}  // namespace fubini
