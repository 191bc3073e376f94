// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/sample/detail/checked_potentials.hpp"

#include "fubini/model/stagewise/refusals.hpp"

#include <algorithm>
#include <cmath>

namespace fubini::detail {
namespace {

std::vector<double> scores_of(const Subsets& subsets, Index t, std::span<const double> f) {
  std::vector<double> scores;
  subsets.for_each_member(t, [&](Index i) { scores.push_back(f[i]); });
  return scores;
}

}  // namespace

void checked_potentials(const Subsets& subsets, const AnyPotential& potential,
                        std::span<const double> f, const Stage& stage, std::span<const double> ties,
                        std::vector<double>& values) {
  values.resize(subsets.count());
  potential.log_potentials(subsets, f, stage, ties, values);
  for (Index t = 0; t < subsets.count(); ++t)
    if (!is_log_potential(values[t])) refuse_log_potential(values[t], scores_of(subsets, t, f));
}

void check_order(const TiltedDraws& draws, const AnyPotential& potential, std::span<const double> f,
                 const Stage& stage, std::span<const double> ties, std::span<const double> values) {
  constexpr double kRounding = 1e-8;
  for (const Stratum& stratum : draws.strata) {
    const Index t = stratum.begin;
    std::vector<double> scores = scores_of(draws.subsets, t, f);
    std::ranges::reverse(scores);
    std::rotate(scores.begin(), scores.begin() + stratum.size / 3, scores.end());
    const double other = potential.log_potential({scores, stage}, ties);
    if (other == values[t] || std::abs(other - values[t]) <= kRounding * (1 + std::abs(values[t])))
      continue;
    refuse_order(values[t], other, scores);
  }
}

void refuse_zeros(const Subsets& subsets, std::span<const double> f) {
  fubini::refuse_zeros(static_cast<double>(subsets.count()), std::ssize(f),
                       scores_of(subsets, 0, f));
}

}  // namespace fubini::detail
