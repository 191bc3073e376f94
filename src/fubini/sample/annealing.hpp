// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/random.hpp"
#include "fubini/sample/chain.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

// Normalisers of potentials that have no exact one, by annealed importance sampling (Neal 2001).
namespace fubini {

struct AnnealingOptions {
  Index temperatures = 200;
  Index particles = 100;
};

struct Estimate {
  double value = 0;
  double standard_error = 0;
};

// Phi to the power beta: 0 makes all non-empty subsets alike, 1 is the potential itself.
template <Potential P>
struct tempered {
  P potential = {};
  double beta = 1;

  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    return beta * potential.template log_potential<T>(subset, ties);
  }
  struct Running {
    decltype(std::declval<const P&>().running(Stage{})) inner;
    double beta;
    void add(double f) { inner.add(f); }
    bool remove(double f) { return inner.remove(f); }
    double log_potential(Index size, const Stage& stage, std::span<const double> ties) const {
      return beta * inner.log_potential(size, stage, ties);
    }
  };
  Running running(const Stage& stage) const requires RunningPotential<P> {
    return {potential.running(stage), beta};
  }
};

// log Z of a stage: particles go from all subsets alike to the potential, a sweep of Gibbs a
// temperature; each collects the ratio of the laws at every change. The mean of their weights is an
// unbiased estimate of Z / (2^n - 1).
template <Potential P>
Estimate estimate_log_normaliser(const P& potential, std::span<const double> f, const Stage& stage,
                                 std::span<const double> ties, std::uint64_t seed,
                                 const AnnealingOptions& options) {
  const Index n = std::ssize(f);
  std::vector<double> log_weights;
  for (Index particle = 0; particle < options.particles; ++particle) {
    Draws draws(seed, static_cast<std::uint64_t>(stage.number * options.particles + particle));
    std::vector<Index> at;
    while (at.empty())
      for (Index i = 0; i < n; ++i)
        if (draws.uniform() < 0.5) at.push_back(i);
    double log_weight = 0;
    std::vector<double> scores;
    for (Index t = 1; t <= options.temperatures; ++t) {
      // More temperatures near 0, where the laws change fastest
      const auto beta = [&](Index step) {
        const double u = static_cast<double>(step) / static_cast<double>(options.temperatures);
        return u * u;
      };
      scores.clear();
      for (const Index i : at) scores.push_back(f[i]);
      log_weight +=
          (beta(t) - beta(t - 1)) * potential.template log_potential<double>({scores, stage}, ties);
      SubsetChain<tempered<P>> chain({potential, beta(t)}, f, stage, ties, at);
      chain.gibbs_sweep(draws);
      at = chain.positions();
    }
    log_weights.push_back(log_weight);
  }
  const double top = *std::ranges::max_element(log_weights);
  double sum = 0, squares = 0;
  for (const double log_weight : log_weights) {
    const double w = std::exp(log_weight - top);
    sum += w;
    squares += w * w;
  }
  const auto count = static_cast<double>(log_weights.size());
  const double mean = sum / count, variance = std::max(squares / count - mean * mean, 0.0);
  return {log_num_subsets<double>(n) + top + std::log(mean),
          std::sqrt(variance / std::max(count - 1, 1.0)) / mean};
}

// log_likelihood of a ranking; stages are independent, so their errors add in squares.
template <Potential P>
Estimate estimate_log_likelihood(const P& potential, const Ranking& ranking,
                                 std::span<const double> f, std::span<const double> ties,
                                 std::uint64_t seed, const AnnealingOptions& options) {
  Estimate total;
  double squares = 0;
  for (Index k = 0; k < ranking.num_buckets(); ++k) {
    const Index begin = ranking.begin(k);
    const Stage stage{k, ranking.num_items() - begin};
    const Estimate log_z =
        estimate_log_normaliser(potential, f.subspan(begin), stage, ties, seed, options);
    total.value += potential.template log_potential<double>(
                       {f.subspan(begin, ranking.bucket_size(k)), stage}, ties) -
                   log_z.value;
    squares += log_z.standard_error * log_z.standard_error;
  }
  total.standard_error = std::sqrt(squares);
  return total;
}

}  // namespace fubini
