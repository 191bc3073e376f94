// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/stopping.hpp"
#include "fubini/model/stagewise/any_subset.hpp"
#include "fubini/model/stagewise/engine.hpp"
#include "fubini/model/stagewise/one_sided.hpp"
#include "fubini/model/stagewise/sized_extremes.hpp"

#include <cmath>
#include <limits>
#include <span>

namespace fubini {

namespace detail {

template <class P>
struct ExtremesSums {
  using type = SizedExtremes<P>;
};
template <OneSidedPotential P>
struct ExtremesSums<P> {
  using type = OneSided<P>;
};

}  // namespace detail

// Potentials of the extremes: by sweeps where the size does not matter (one_sided.hpp), else by all
// pairs or triples of size, largest and smallest item (sized_extremes.hpp).
template <>
struct Engine<Family::extremes> {
  template <class P>
  using Sums = typename detail::ExtremesSums<P>::type;

  static constexpr bool exact = true;
  template <Potential P>
  static constexpr Cost cost = OneSidedPotential<P> ? Cost::n_log_n : Cost::n_cubed;
  template <Potential P>
  static constexpr bool by_hand = Sums<P>::by_hand;

  template <class T, Potential P>
  static T log_normaliser(const P& potential, std::span<const T> f, const Stage& stage,
                          std::span<const T> ties) {
    using std::log;
    const detail::SortedStage<T> items(f);
    const Level<T, P> level(potential, items, stage, ties);
    return (level.or_zero() + log(sum(potential, items, stage, level, ties))) +
           log_halves<T, P>(stage);
  }

  template <class T, Potential P>
  static T log_likelihood(const P& potential, const Ranking& ranking, std::span<const T> f,
                          std::span<const T> ties) {
    T total = 0;
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      stop_if_asked();
      const std::span<const T> rest = f.subspan(ranking.begin(k));
      const Stage stage{k, std::ssize(rest)};
      const detail::SortedStage<T> bucket(rest.first(ranking.bucket_size(k))), items(rest);
      const Level<T, P> level(potential, bucket, stage, ties);
      if (level.is_impossible()) return level.log_phi;
      total += level.log_phi - log(sum(potential, items, stage, level, ties));
      total -= log_halves<T, P>(stage);
    }
    return total;
  }

  template <Potential P>
  static double log_likelihood(const P& potential, const Ranking& ranking,
                               std::span<const double> f, std::span<const double> ties,
                               Gradient g) {
    if constexpr (OneSidedPotential<P>)
      return OneSided<P>::log_likelihood(potential, ranking, f, ties, g);
    else
      return by_terms(potential, ranking, f, ties, g);
  }

 private:
  // What terms of Z are relative to, so that no digits are lost: the potential of the bucket, or its
  // best score where that is added; and the bucket's potential relative to it
  template <class T, class P>
  struct Level {
    constant_t<T> value;
    T log_phi;

    Level(const P& potential, const detail::SortedStage<T>& bucket, const Stage& stage,
          std::span<const T> ties) {
      const T &high = bucket.groups.back().score, &low = bucket.groups.front().score;
      if constexpr (AddsToScore<P>) {
        value = value_of(OneSided<P>::kUpper ? high : low);
        log_phi = log(OneSided<P>::phi(potential, bucket, value, ties));
      } else {
        log_phi =
            detail::of_extremes<T>(potential, Extremes<T>{bucket.size(), high, low, stage}, ties);
        value = value_of(log_phi);
        if (!is_log_potential(static_cast<double>(value)))
          refuse_log_potential(static_cast<double>(value), {});
        if (!is_impossible()) log_phi -= value;
      }
    }
    constant_t<T> or_zero() const { return is_impossible() ? constant_t<T>(0) : value; }
    bool is_impossible() const {
      return static_cast<double>(value) == -std::numeric_limits<double>::infinity();
    }
  };

  // Z relative to the level and to 2^(n - 1), if that is in all terms
  template <class T, class P>
  static ScaledSum<T> sum(const P& potential, const detail::SortedStage<T>& items,
                          const Stage& stage, const Level<T, P>& level, std::span<const T> ties) {
    const constant_t<T> value = level.or_zero();
    if constexpr (OneSidedPotential<P>)
      return OneSided<P>::template sum<T>(potential, items, value, ties);
    else
      return SizedExtremes<P>::template sum<T>(potential, items, stage, value, ties);
  }
  template <class T, class P>
  static constant_t<T> log_halves(const Stage& stage) {
    using std::log;
    using C = constant_t<T>;
    return OneSidedPotential<P> ? C(stage.remaining - 1) * log(C(2)) : C(0);
  }

  template <Potential P>
  static double by_terms(const P& potential, const Ranking& ranking, std::span<const double> f,
                         std::span<const double> ties, Gradient g) {
    using Sums = SizedExtremes<P>;
    double total = 0;
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      const Index begin = ranking.begin(k), size = ranking.bucket_size(k);
      const std::span<const double> rest = f.subspan(begin);
      const Stage stage{k, std::ssize(rest)};
      const detail::SortedStage<double> bucket(rest.first(size)), items(rest);
      const Level<double, P> level(potential, bucket, stage, ties);
      if (level.is_impossible()) return level.log_phi;
      const double log_z = log(sum(potential, items, stage, level, ties));
      total -= log_z;
      double high = 0, low = 0;
      const auto &highest = bucket.groups.back(), &lowest = bucket.groups.front();
      Sums::add_slopes(potential, size, highest.score, lowest.score, stage, ties, 1, high, low,
                       g.ties);
      const auto give = [&](const auto& group, double slope) {
        for (Index p = group.begin; p < group.end; ++p)
          g.scores[begin + bucket.order[p]] += slope / static_cast<double>(group.end - group.begin);
      };
      give(highest, high);
      give(lowest, low);
      Sums::subtract(potential, items, stage, level.value, log_z, ties,
                     {g.scores.subspan(begin), g.ties});
    }
    return total;
  }
};

}  // namespace fubini
