// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/sample/importance.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/core/vector_math.hpp"
#include "fubini/sample/detail/checked_potentials.hpp"
#include "fubini/sample/diagnostics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace fubini {
namespace {

using namespace detail;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Weights of draws, relative to the largest, and their shares
struct Weighed {
  double log_total = 0, variance = 0;  // of the logarithm
};

Weighed weigh(const StageDraws& draws, std::span<double> w) {
  double top = -kInfinity;
  for (std::size_t t = 0; t < w.size(); ++t) top = std::max(top, w[t] -= draws.log_copies[t]);
  if (top == -kInfinity) return {top, 0};
  for (double& one : w) one -= top;
  const bool zeros = std::ranges::any_of(w, [](double x) { return x == -kInfinity; });
  vector_math::exp(w);
  double total = 0, variance = 0;
  for (const StageDraws::Group& group : draws.groups) {
    double sum = 0, squares = 0;
    for (Index t = group.begin; t < group.end; ++t) sum += w[t];
    total += sum;
    const auto count = static_cast<double>(group.end - group.begin);
    if (group.all || count < 2) continue;
    for (Index t = group.begin; t < group.end; ++t)
      squares += (w[t] - sum / count) * (w[t] - sum / count);
    variance += squares * count / (count - 1);
    // Draws of a size that were all possible by chance
    if (zeros) variance += sum * sum / (count * count);
  }
  for (double& one : w) one /= total;
  return {top + std::log(total), variance / (total * total)};
}

// The tail of what each draw adds to the error
double tail_of(const StageDraws& draws, std::span<const double> shares) {
  std::vector<double> influence;
  for (const StageDraws::Group& group : draws.groups) {
    if (group.all) continue;
    double mean = 0;
    for (Index t = group.begin; t < group.end; ++t) mean += shares[t];
    mean /= static_cast<double>(group.end - group.begin);
    for (Index t = group.begin; t < group.end; ++t) influence.push_back(shares[t] - mean);
  }
  return pareto_shape(std::move(influence));
}

// Whether subsets are so rarely possible that draws may have missed those of a size: next to none
// was possible, and it matters, or the size beside it has many impossible ones. (Where all of a size are possible and none of
// the next, as with a largest bucket, that is how it is.)
bool may_have_missed(const StageDraws& draws, std::span<const double> shares) {
  constexpr double kMatters = 1e-3, kMostlyPossible = 0.9;
  constexpr Index kFew = 10;
  struct Found {
    Index size, hits;
    double part, share;
    bool all;
  };
  std::vector<Found> found;
  for (const StageDraws::Group& group : draws.groups) {
    Found one{draws.subsets.sizes[group.begin], 0, 0, 0, group.all};
    for (Index t = group.begin; t < group.end; ++t) {
      one.hits += shares[t] > 0 ? 1 : 0;
      one.share += shares[t];
    }
    one.part = static_cast<double>(one.hits) / static_cast<double>(group.end - group.begin);
    found.push_back(one);
  }
  const auto tells = [&](std::size_t g, std::size_t beside) {
    return beside < found.size() && std::abs(found[g].size - found[beside].size) == 1 &&
           found[beside].share > kMatters && found[beside].part < kMostlyPossible;
  };
  for (std::size_t g = 0; g < found.size(); ++g)
    if (!found[g].all && found[g].hits < kFew && found[g].part < kMostlyPossible &&
        (found[g].share > kMatters || tells(g, g + 1) || (g > 0 && tells(g, g - 1))))
      return true;
  return false;
}

}  // namespace

ImportanceEstimate log_normaliser(const StageDraws& draws, const AnyPotential& potential,
                                  std::span<const double> f, const Stage& stage,
                                  std::span<const double> ties, std::vector<double>& shares,
                                  bool with_tail) {
  checked_potentials(draws.subsets, potential, f, stage, ties, shares);
  const Weighed found = weigh(draws, shares);
  if (found.log_total == -kInfinity) refuse_zeros(draws.subsets, f);
  double squares = 0;
  for (const double share : shares) squares += share * share;
  ImportanceEstimate result{.value = found.log_total,
                            .standard_error = std::sqrt(found.variance),
                            .bias = -found.variance / 2,
                            .effective_draws = 1 / squares,
                            .draws = draws.subsets.count()};
  constexpr double kRounding = 1e-10, kMissed = 0.9;  // not to trust, but weights have a mean
  if (with_tail && result.standard_error > kRounding) result.k_hat = tail_of(draws, shares);
  if (with_tail && may_have_missed(draws, shares)) result.k_hat = std::max(result.k_hat, kMissed);
  return result;
}

ImportanceEstimate unbiased_log_normaliser(const StageDraws& draws, const AnyPotential& potential,
                                           std::span<const double> f, const Stage& stage,
                                           std::span<const double> ties,
                                           std::vector<double>& slopes) {
  ImportanceEstimate result = log_normaliser(draws, potential, f, stage, ties, slopes, false);
  const double variance = result.standard_error * result.standard_error;
  result.value += variance / 2;
  result.bias = 0;
  for (const StageDraws::Group& group : draws.groups) {
    const auto count = static_cast<double>(group.end - group.begin);
    double mean = 0;
    for (Index t = group.begin; t < group.end; ++t) mean += slopes[t] / count;
    const bool varies = !group.all && count > 1;
    for (Index t = group.begin; t < group.end; ++t)
      slopes[t] *= 1 - variance + (varies ? count / (count - 1) * (slopes[t] - mean) : 0);
  }
  return result;
}

ImportanceEstimate estimate_log_normaliser(const AnyPotential& potential, std::span<const double> f,
                                           const Stage& stage, std::span<const double> ties,
                                           const DrawNumbers& numbers,
                                           const ImportanceOptions& options) {
  std::vector<double> shares;
  return log_normaliser(draw_stage(potential, f, stage, ties, numbers, options), potential, f,
                        stage, ties, shares);
}

ImportanceEstimate estimate_log_likelihood(const AnyPotential& potential, const Ranking& ranking,
                                           std::span<const double> f, std::span<const double> ties,
                                           const DrawNumbers& numbers,
                                           const ImportanceOptions& options) {
  ImportanceEstimate total{.effective_draws = kInfinity};
  double variance = 0;
  for (Index k = 0; k < ranking.num_buckets(); ++k) {
    const Index begin = ranking.begin(k);
    const Stage stage{k, ranking.num_items() - begin};
    const ImportanceEstimate log_z =
        estimate_log_normaliser(potential, f.subspan(begin), stage, ties, numbers, options);
    total.value +=
        potential.log_potential({f.subspan(begin, ranking.bucket_size(k)), stage}, ties) -
        log_z.value;
    variance += log_z.standard_error * log_z.standard_error;
    total.bias -= log_z.bias;
    total.k_hat = std::max(total.k_hat, log_z.k_hat);
    total.effective_draws = std::min(total.effective_draws, log_z.effective_draws);
    total.draws += log_z.draws;
  }
  total.standard_error = std::sqrt(variance);
  return total;
}

std::vector<Index> resample_subset(const AnyPotential& potential, std::span<const double> f,
                                   const Stage& stage, std::span<const double> ties, Draws& draws) {
  constexpr double kNoMean = 1;  // of the weights
  constexpr Index kMost = 100'000;
  const DrawNumbers numbers{static_cast<std::uint64_t>(std::ldexp(draws.uniform(), 53)), 0};
  std::vector<double> shares;
  for (ImportanceOptions options;; options.draws *= 10) {
    const StageDraws all = draw_stage(potential, f, stage, ties, numbers, options);
    const double k_hat = log_normaliser(all, potential, f, stage, ties, shares).k_hat;
    if (k_hat < kNoMean) {
      double left = draws.uniform();
      Index t = 0;
      while (t + 1 < all.subsets.count() && (left -= shares[t]) >= 0) ++t;
      std::vector<Index> subset;
      all.subsets.for_each_member(t, [&](Index i) { subset.push_back(i); });
      return subset;
    }
    if (options.draws >= kMost)
      throw NumericalError("a bucket out of " + std::to_string(f.size()) +
                           " items cannot be drawn by importance sampling: the weights' tail has "
                           "k-hat " +
                           format_double(k_hat, 3) + " with " + std::to_string(options.draws) +
                           " draws; wanted below 1, or chains");
  }
}

}  // namespace fubini
