// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/random.hpp"
#include "fubini/sample/importance.hpp"
#include "fubini/model/stagewise/affine_stages.hpp"
#include "fubini/model/stagewise/pmop.hpp"
#include "fubini/model/stagewise/potentials/arithmetic_mean.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <vector>

// Draws of the next bucket, out of items with scores f: positions in increasing order. Exact but for
// potentials of any form out of many items.
namespace fubini {

// Full decomposition in O(n): a size by fair coins, one item by its weight, the others uniformly.
std::vector<Index> draw_subset(const arithmetic_mean& potential, std::span<const double> f,
                               const Stage& stage, std::span<const double> ties, Draws& draws);

// Affine in the mean score, by the tables of the exact likelihood
template <AffinePotential P>
std::vector<Index> draw_subset(const P& potential, std::span<const double> f, const Stage& stage,
                               std::span<const double> ties, Draws& draws) {
  std::vector<double> log_weight, times_mean;
  for (Index m = 1; m <= largest_possible(potential, std::ssize(f)); ++m) {
    const Affine<double> of_size = potential.template log_potential<double>(SizeOf{m, stage}, ties);
    log_weight.push_back(of_size.log_weight);
    times_mean.push_back(of_size.times_mean);
  }
  return draw_affine_subset(f, log_weight, times_mean, [&] { return draws.uniform(); });
}

// The law over all subsets of up to 20 items, by their bits: bit i for item i.
template <Potential P>
std::map<std::uint32_t, double> enumerate_law(const P& potential, std::span<const double> f,
                                              const Stage& stage, std::span<const double> ties) {
  if (std::ssize(f) > kMostWalked)
    throw ArgumentError("enumerate_law: " + std::to_string(f.size()) + " items; wanted at most " +
                        std::to_string(kMostWalked));
  const auto of_any = of_subsets(potential);
  std::map<std::uint32_t, double> law;
  double best = -std::numeric_limits<double>::infinity(), total = 0;
  for_each_subset<double>(f, [&](auto scores, auto positions) {
    std::uint32_t bits = 0;
    for (const Index i : positions) bits |= std::uint32_t{1} << i;
    const double term = of_any.template log_potential<double>({scores, stage}, ties);
    best = std::max(best, term);
    law.emplace(bits, term);
  });
  for (auto& [bits, term] : law) total += term = std::exp(term - best);
  for (auto& [bits, term] : law) term /= total;
  return law;
}

// Any potential: by enumeration up to 20 items, beyond by importance sampling, which is faster there
template <Potential P>
std::vector<Index> draw_subset(const P& potential, std::span<const double> f, const Stage& stage,
                               std::span<const double> ties, Draws& draws) {
  if (std::ssize(f) > kMostWalked)
    return resample_subset(AnyPotential(potential), f, stage, ties, draws);
  const auto of_any = of_subsets(potential);
  const std::uint32_t drawn =
      Enumeration<of_subsets_t<P>>(of_any, f, stage, ties).at(draws.uniform());
  std::vector<Index> subset;
  for (Index i = 0; i < std::ssize(f); ++i)
    if (drawn >> i & 1) subset.push_back(i);
  return subset;
}

}  // namespace fubini
