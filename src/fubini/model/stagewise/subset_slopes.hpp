// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/potential.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

// What any_subset asks of potentials of the extremes and of additive ones.
namespace fubini {

namespace detail {

// The largest score, or (sign = -1) the smallest. Where several are, their mean, so that each has an
// equal share in the derivative.
template <class T>
T extreme(std::span<const T> scores, int sign) {
  using C = constant_t<T>;
  C best = value_of(scores[0]);
  for (const T& f : scores)
    if (sign > 0 ? best < value_of(f) : value_of(f) < best) best = value_of(f);
  T sum = 0;  // of differences: large scores would not come back as they were
  Index count = 0;
  for (const T& f : scores) {
    if (value_of(f) < best || best < value_of(f)) continue;
    sum += f - best;
    ++count;
  }
  return best + sum / C(count);
}

// A potential of the extremes, whichever of them it takes
template <class T, ExtremesPotential P>
T of_extremes(const P& potential, const Extremes<T>& all, std::span<const T> ties) {
  const auto ask = [&](const auto& bucket) {
    return potential.template log_potential<T>(bucket, ties);
  };
  constexpr bool upper = PotentialOf<P, Maximum<double>>, lower = PotentialOf<P, Minimum<double>>;
  if constexpr (upper && lower) {
    ScaledSum<T> both(ask(Maximum<T>{all.maximum}));
    both += ask(Minimum<T>{all.minimum});
    return log(both);
  } else if constexpr (upper) {
    return ask(Maximum<T>{all.maximum});
  } else if constexpr (lower) {
    return ask(Minimum<T>{all.minimum});
  } else if constexpr (PotentialOf<P, SizedMaximum<double>>) {
    return ask(SizedMaximum<T>{all.size, all.maximum, all.stage});
  } else if constexpr (PotentialOf<P, SizedMinimum<double>>) {
    return ask(SizedMinimum<T>{all.size, all.minimum, all.stage});
  } else {
    return ask(all);
  }
}

// Each of the items whose score is `best` has an equal share.
inline void share_among(std::span<const double> all, double best, double slope,
                        std::span<double> scores) {
  const auto count = static_cast<double>(std::ranges::count(all, best));
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i] == best) scores[i] += slope / count;
}

// Weight times the derivatives with respect to the largest and the smallest score; adds those with
// respect to tie parameters.
struct ExtremesSlopes {
  double maximum = 0, minimum = 0;
};
template <SlopedExtremes P>
ExtremesSlopes slopes_of_extremes(const P& potential, const Extremes<double>& all,
                                  std::span<const double> ties, double weight,
                                  std::span<double> tie_slopes) {
  const auto slopes_of = [&](const auto& bucket, auto slopes, double share) {
    if constexpr (requires { potential.add_slopes(bucket, ties, share, slopes, tie_slopes); })
      potential.add_slopes(bucket, ties, share, slopes, tie_slopes);
    else  // the score plus a constant
      slopes = {share};
    return slopes;
  };
  const auto [size, high, low, stage] = all;
  if constexpr (PotentialOf<P, Extremes<double>>) {
    const auto slopes = slopes_of(all, Extremes<double>{size, 0, 0, stage}, weight);
    return {slopes.maximum, slopes.minimum};
  } else if constexpr (PotentialOf<P, SizedMaximum<double>>) {
    return {slopes_of(SizedMaximum<double>{size, high, stage}, SizedMaximum<double>{size, 0, stage},
                      weight)
                .maximum,
            0};
  } else if constexpr (PotentialOf<P, SizedMinimum<double>>) {
    return {0, slopes_of(SizedMinimum<double>{size, low, stage},
                         SizedMinimum<double>{size, 0, stage}, weight)
                   .minimum};
  } else {
    constexpr bool upper = PotentialOf<P, Maximum<double>>, lower = PotentialOf<P, Minimum<double>>;
    double of_high = weight, of_low = weight;
    if constexpr (upper && lower) {
      const double above = potential.template log_potential<double>(Maximum<double>{high}, ties) -
                           potential.template log_potential<double>(Minimum<double>{low}, ties);
      of_high *= logistic(above);
      of_low *= logistic(-above);
    }
    ExtremesSlopes result;
    if constexpr (upper)
      result.maximum = slopes_of(Maximum<double>{high}, Maximum<double>{0}, of_high).maximum;
    if constexpr (lower)
      result.minimum = slopes_of(Minimum<double>{low}, Minimum<double>{0}, of_low).minimum;
    return result;
  }
}

template <SlopedExtremes P>
void add_extremes_slopes(const P& potential, const Subset<double>& subset,
                         std::span<const double> ties, double weight, std::span<double> scores,
                         std::span<double> tie_slopes) {
  const auto [least, most] = std::ranges::minmax_element(subset.scores);
  const double low = *least, high = *most;
  const ExtremesSlopes slopes = slopes_of_extremes(
      potential, {subset.size(), high, low, subset.stage}, ties, weight, tie_slopes);
  share_among(subset.scores, high, slopes.maximum, scores);
  share_among(subset.scores, low, slopes.minimum, scores);
}

template <SlopedAdditive P>
void add_additive_slopes(const P& potential, const Subset<double>& subset,
                         std::span<const double> ties, double weight, std::span<double> scores,
                         std::span<double> tie_slopes) {
  std::vector<double> shares;
  for (const double f : subset.scores)
    shares.push_back(potential.template log_term<double>(f, ties));
  const double top = *std::ranges::max_element(shares);
  double sum = 0;
  for (double& share : shares) sum += share = std::exp(share - top);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double share = weight * shares[i] / sum;
    if constexpr (requires { potential.add_term_slopes(0.0, ties, share, scores[0], tie_slopes); })
      potential.add_term_slopes(subset.scores[i], ties, share, scores[i], tie_slopes);
    else  // the score plus a constant
      scores[i] += share;
  }
  if constexpr (requires { potential.tie_parameters(); })
    potential.add_size_slopes(SizeOf{subset.size(), subset.stage}, ties, weight, tie_slopes);
}

}  // namespace detail
}  // namespace fubini
