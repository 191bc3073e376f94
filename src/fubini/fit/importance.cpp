// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/importance.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/maximise.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
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
  std::vector<double> shares;
  const auto measure = [&] {
    kept.made =
        log_normaliser(kept.draws, potential, at.f, at.stage, at.ties, shares, false);
    return kept.pilots.follow(kept.draws, shares);
  };
  if (auto again = kept.pilots.draw_again(at.f, at.stage, numbers, options, kNegligible)) {
    kept.draws = std::move(*again);
    if (measure()) return;
  }
  kept.draws =
      kept.pilots.draw(potential, at.f, at.stage, at.ties, numbers, options, kNegligible);
  measure();
}

void ImportanceLikelihood::draw_anew(std::span<const double> parameters, std::uint64_t round,
                                     std::optional<Index> draws) {
  const auto w = parameters.first(num_weights()), ties = parameters.subspan(num_weights());
  const ImportanceOptions options{.draws = draws.value_or(draws_), .pilot = 16, .pilots = 2};
  for_each_in_parallel(data_->num_queries(), threads_, [&](Index q) {
    const Query query = data_->query(q);
    if (query.weight == 0) return;
    ScorerMemory memory;
    std::vector<double> f(query.items.size());
    scorer().forward(query.items, w, f, memory);
    check_scores(query, f);
    QueryKept& kept = kept_[q];
    kept.stages.resize(query.ranking.num_buckets());
    for (Index k = 0; k < query.ranking.num_buckets(); ++k) {
      const std::span<const double> rest = std::span(f).subspan(query.ranking.begin(k));
      draw_anew({rest, {k, std::ssize(rest)}, ties},
                {seed_ + round, static_cast<std::uint64_t>(q)}, options, kept.stages[k]);
    }
  });
}

double ImportanceLikelihood::evaluate(const Query& query, std::span<const double> f,
                                      std::span<const double> ties,
                                      std::optional<Gradient> g) const {
  QueryKept& kept = kept_[query.number];
  if (std::ssize(kept.stages) != query.ranking.num_buckets())
    throw ArgumentError("inference by importance sampling: query " + shown(query.id) +
                        " has no draws; wanted draw_anew first, and a query of its dataset");
  kept.variance = kept.log_effective = kept.sampled = 0;
  double total = 0;
  std::vector<double> slopes;
  for (Index k = 0; k < query.ranking.num_buckets(); ++k) {
    const StageKept& own = kept.stages[k];
    const Index begin = query.ranking.begin(k), size = query.ranking.bucket_size(k);
    const std::span<const double> rest = f.subspan(begin);
    const Stage stage{k, std::ssize(rest)};
    const AnyPotential& potential = model_.potential();
    const Subset<double> bucket{rest.first(size), stage};
    const ImportanceEstimate log_z =
        unbiased_log_normaliser(own.draws, potential, rest, stage, ties, slopes);
    total += potential.log_potential(bucket, ties) - log_z.value + std::log1p(-own.draws.left_out);
    kept.variance += log_z.standard_error * log_z.standard_error;
    if (std::ranges::any_of(own.draws.groups, [](const auto& group) { return !group.all; })) {
      kept.log_effective += std::log(log_z.effective_draws / own.made.effective_draws);
      kept.sampled += 1;
    }
    if (!g) continue;
    const Gradient at{g->scores.subspan(begin), g->ties};
    potential.add_slopes(bucket, ties, 1, {at.scores.first(size), at.ties});
    for (double& slope : slopes) slope = -slope;
    potential.add_slopes(own.draws.subsets, rest, stage, ties, slopes, at);
  }
  return total;
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

namespace {

// A fit by rounds: parameters are those of the objective, draws are made at what the scorer sees.
class Rounds {
 public:
  Rounds(const Objective& objective, std::shared_ptr<ImportanceLikelihood> likelihood,
         const FitOptions& options)
      : objective_(objective), shared_(likelihood), likelihood_(*likelihood), options_(options) {
    options_.checkpoint = {};
  }

  FitSummary fit(std::vector<double> x);

 private:
  static constexpr double kWornOut = 0.5;     // effective share of the draws
  static constexpr double kLeastGain = 1e-7;  // of the objective
  static constexpr double kCloser = 0.1;      // tolerance of the repeats
  static constexpr int kMostRounds = 12, kMostHalves = 4, kRepeats = 3;

  double draw(std::span<const double> x) {
    likelihood_.draw_anew(objective_.folded(x), round_++);
    double value = objective_.value(x);
    for (Index j = 0; j < objective_.num_weights(); ++j) value -= options_.l1 * std::abs(x[j]);
    return value;
  }
  FitSummary one_round(std::span<const double> x, double tolerance);
  int allowed() const { return options_.iterations.value_or(kUsualIterations); }
  double tolerance() const { return options_.tolerance.value_or(kUsualTolerance); }
  int climb(std::vector<double>& x, FitSummary& summary);
  void measure(const FitSummary& summary, MonteCarlo& error);

  const Objective& objective_;
  Likelihood shared_;
  ImportanceLikelihood& likelihood_;
  FitOptions options_;
  bool worn_out_ = false;
  std::uint64_t round_ = 0;
  int done_ = 0;  // iterations
};

// Until it converges by these draws, or they are worn out
FitSummary Rounds::one_round(std::span<const double> x, double tolerance) {
  FitOptions how = options_;
  how.tolerance = tolerance;
  how.iterations = std::max(allowed() - done_, 1);
  worn_out_ = false;
  how.progress = [&](FitProgress now) {
    now.iteration += done_;
    now.iterations = allowed();
    if (options_.progress && !options_.progress(now)) return false;
    worn_out_ = likelihood_.accuracy().effective_share < kWornOut;
    return !worn_out_;
  };
  FitSummary summary = maximise(objective_, x, how);
  if (worn_out_) summary.reason = StopReason::max_iterations;  // of these draws
  return summary;
}

// Moves x, and what is left of a fit that is stopped stands there.
int Rounds::climb(std::vector<double>& x, FitSummary& summary) {
  double value = draw(x);
  int rounds = 0;
  for (bool over = false; !over && rounds < kMostRounds && done_ < allowed(); ++rounds) {
    summary = one_round(x, tolerance());
    summary.best_iteration += done_;
    done_ += summary.iterations;
    const double before = value, gain = summary.objective - value;
    const double error = likelihood_.accuracy().standard_error;
    const std::vector<double> from = std::exchange(x, summary.parameters);
    value = draw(x);
    // A step beyond what the draws could see: half of it
    for (int half = 0; half < kMostHalves && value < before - 4 * error; ++half) {
      for (std::size_t j = 0; j < x.size(); ++j) x[j] = (x[j] + from[j]) / 2;
      value = draw(x);
    }
    const bool still = std::abs(gain) <= std::max(tolerance(), kLeastGain) * std::abs(value);
    if (still && !worn_out_) summary.reason = StopReason::converged;
    over = summary.cancelled() || summary.reason == StopReason::out_of_patience ||
           (still && !worn_out_);
  }
  summary.objective = value;
  return rounds;
}

FitSummary Rounds::fit(std::vector<double> x) {
  const auto begin = std::chrono::steady_clock::now();
  const Stoppable stoppable(options_.stop);
  FitSummary summary;
  MonteCarlo error;
  try {
    error.rounds = climb(x, summary);
    summary.parameters = x;
    measure(summary, error);
  } catch (const Stopped&) {
    if (error.rounds == 0) summary.objective = std::numeric_limits<double>::quiet_NaN();
    summary.reason = StopReason::cancelled;
    summary.message = "it was interrupted";
  }
  summary.parameters = x;
  summary.iterations = done_;
  summary.monte_carlo = std::move(error);
  summary.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (summary.reason == StopReason::converged)
    summary.message = "draws made anew no longer change it";
  else if (!summary.cancelled() && summary.reason != StopReason::out_of_patience)
    summary.message = "the limit of " +
                      (done_ < allowed() ? std::to_string(kMostRounds) + " rounds of draws"
                                         : std::to_string(allowed()) + " iterations") +
                      " was reached";
  return summary;
}

// The same fit from the same place by other draws: how far the parameters move is their error.
void Rounds::measure(const FitSummary& summary, MonteCarlo& found) {
  const std::vector<double> x = summary.parameters, raw = objective_.folded(x);
  found.log_likelihood =
      Objective(objective_.data(), shared_, {.threads = options_.threads}).value(raw);
  const ImportanceAccuracy accuracy = likelihood_.accuracy();
  found.log_likelihood_error = accuracy.standard_error;
  found.left_out = accuracy.left_out;
  if (summary.cancelled()) return;
  options_.progress = {};
  options_.validation = nullptr;
  options_.patience = 0;
  std::vector<std::vector<double>> ends;
  for (int k = 0; k < kRepeats; ++k) {
    draw(x);
    ends.push_back(objective_.folded(one_round(x, kCloser * tolerance()).parameters));
  }
  std::vector<double> errors;  // all or none
  for (std::size_t j = 0; j < x.size(); ++j) {
    double mean = 0, squares = 0;
    for (const auto& end : ends) mean += end[j] / kRepeats;
    for (const auto& end : ends) squares += (end[j] - mean) * (end[j] - mean);
    errors.push_back(std::sqrt(squares / (kRepeats - 1)));
  }
  found.errors = std::move(errors);
}

}  // namespace

FitSummary maximise_by_importance(const Dataset& data, const Sampler& model, const Scorer& scorer,
                                  const ObjectiveOptions& how, std::span<const double> start,
                                  const FitOptions& options) {
  if (options.checkpoint.resume)
    throw ArgumentError(
        "resume does not go with inference by importance sampling; wanted a fit "
        "from its beginning");
  const auto likelihood = std::make_shared<ImportanceLikelihood>(model, scorer, data, options.draws,
                                                                 options.seed, options.threads);
  const Objective objective(data, likelihood, how);
  return Rounds(objective, likelihood, options).fit({start.begin(), start.end()});
}

}  // namespace fubini
