// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/sample/detail/checked_potentials.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace fubini::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string in_words(std::span<const double> scores) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < scores.size() && i < kShown; ++i)
    text += (i == 0 ? "" : ", ") + format_double(scores[i], 6);
  if (scores.size() > kShown) text += ", ... (" + std::to_string(scores.size()) + " items)";
  return text;
}

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
    if (!(values[t] < kInfinity))
      throw NumericalError("the log potential of the subset with scores " +
                           in_words(scores_of(subsets, t, f)) + " is " + std::to_string(values[t]) +
                           "; wanted a number, or -infinity where the subset is impossible");
}

void check_order(const TiltedDraws& draws, const AnyPotential& potential, std::span<const double> f,
                 const Stage& stage, std::span<const double> ties, std::span<const double> values) {
  constexpr double kRounding = 1e-8;
  for (const Stratum& stratum : draws.strata) {
    const Index t = stratum.begin;
    std::vector<double> scores = scores_of(draws.subsets, t, f);
    std::ranges::reverse(scores);
    std::ranges::rotate(scores, scores.begin() + stratum.size / 3);
    const double other = potential.log_potential({scores, stage}, ties);
    if (other == values[t] || std::abs(other - values[t]) <= kRounding * (1 + std::abs(values[t])))
      continue;
    throw NumericalError("the log potential of the subset with scores " + in_words(scores) +
                         " is " + format_double(other) + ", and " + format_double(values[t]) +
                         " with the same scores in another order or by running statistics; wanted "
                         "a potential that does not depend on the order");
  }
}

void refuse_zeros(const Subsets& subsets, std::span<const double> f) {
  throw NumericalError("the potential is zero on all of " + std::to_string(subsets.count()) +
                       " subsets of every size out of " + std::to_string(f.size()) +
                       " items, so no bucket can be chosen; the first has scores " +
                       in_words(scores_of(subsets, 0, f)));
}

}  // namespace fubini::detail
