// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/stopping.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/stagewise/sorted_stage.hpp"
#include "fubini/model/stagewise/extremes.hpp"
#include "fubini/model/stagewise/potential.hpp"
#include "fubini/model/stagewise/refusals.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

// Potentials of the largest score, of the smallest, or of both as a sum: the definition, sorted sums
// of each stage in any scalar, and the gradient by hand, by the sweeps of extremes.hpp.
namespace fubini {

template <OneSidedPotential P>
class OneSided {
 public:
  static constexpr bool kUpper = PotentialOf<P, Maximum<double>>;
  static constexpr bool kLower = PotentialOf<P, Minimum<double>>;
  static constexpr bool by_hand = SlopedExtremes<P>;

  // Relative to `level`, and to 2^(n - 1):
  //   Z = 2^(n - 1) exp(level) sum over items of 2^-rank exp(h(f) - level)
  // ranks counted from the largest, or from the smallest
  template <class T>
  static ScaledSum<T> sum(const P& potential, const detail::SortedStage<T>& stage,
                          const constant_t<T>& level, std::span<const T> ties) {
    std::optional<ScaledSum<T>> total;
    const auto add = [&](const T& log_phi, Index rank, Index count) {
      if (is_impossible(log_phi)) return;
      const T term = log_phi + log_weight<constant_t<T>>(rank, count);
      if (total)
        *total += term;
      else
        total.emplace(term);
    };
    for (const auto& group : stage.groups) {
      const Index count = group.end - group.begin;
      if constexpr (kUpper)
        add(checked(upper<T>(potential, group.score, level, ties), group.score),
            stage.size() - group.end, count);
      if constexpr (kLower)
        add(checked(lower<T>(potential, group.score, level, ties), group.score), group.begin,
            count);
    }
    const double first = static_cast<double>(value_of(stage.groups[0].score));
    if (!total)
      refuse_zeros(std::exp2(static_cast<double>(stage.size())) - 1, stage.size(), {&first, 1});
    return *total;
  }

  // The potential of a bucket relative to `level`
  template <class T>
  static ScaledSum<T> phi(const P& potential, const detail::SortedStage<T>& bucket,
                          const constant_t<T>& level, std::span<const T> ties) {
    const T &high = bucket.groups.back().score, &low = bucket.groups.front().score;
    if constexpr (kUpper && kLower) {
      ScaledSum<T> both(upper<T>(potential, high, level, ties));
      both += lower<T>(potential, low, level, ties);
      return both;
    } else if constexpr (kUpper) {
      return ScaledSum<T>(upper<T>(potential, high, level, ties));
    } else {
      return ScaledSum<T>(lower<T>(potential, low, level, ties));
    }
  }

  static double log_likelihood(const P& potential, const Ranking& ranking,
                               std::span<const double> f, std::span<const double> ties,
                               Gradient g) requires(by_hand) {
    const std::span<const Index> ends = ranking.bucket_ends();
    Side<Maximum<double>> u(potential, f, ties);
    Side<Minimum<double>> v(potential, f, ties);
    double value = 0;
    if constexpr (kUpper && kLower)
      value = log_extremes_choice(ends, f, u.values, v.values, u.constant, v.constant, u.slopes,
                                  v.slopes);
    else if constexpr (kUpper)
      value = log_extreme_choice(ends, f, Extreme::largest, u.values, u.slopes);
    else
      value = log_extreme_choice(ends, f, Extreme::smallest, v.values, v.slopes);
    if constexpr (kUpper) u.add_to(g, potential, f, ties);
    if constexpr (kLower) v.add_to(g, potential, f, ties);
    return value;
  }

 private:
  template <class T>
  static bool is_impossible(const T& x) {
    return static_cast<double>(value_of(x)) == -std::numeric_limits<double>::infinity();
  }
  template <class T>
  static const T& checked(const T& x, const T& f) {
    const auto value = static_cast<double>(value_of(x)), score = static_cast<double>(value_of(f));
    if (!is_log_potential(value)) refuse_log_potential(value, {&score, 1});
    return x;
  }

  // log Phi - level; where it is the score plus a constant, the score less the level first.
  template <class T, class Bucket>
  static T relative(const P& potential, const T& f, const constant_t<T>& level,
                    std::span<const T> ties) {
    if constexpr (AddsToScore<P>)
      return (f - level) + potential.template log_potential<T>(Bucket{T(0)}, ties);
    else
      return potential.template log_potential<T>(Bucket{f}, ties) - level;
  }
  template <class T>
  static T upper(const P& potential, const T& f, const constant_t<T>& level,
                 std::span<const T> ties) {
    return relative<T, Maximum<T>>(potential, f, level, ties);
  }
  template <class T>
  static T lower(const P& potential, const T& f, const constant_t<T>& level,
                 std::span<const T> ties) {
    return relative<T, Minimum<T>>(potential, f, level, ties);
  }

  // log of what `count` equal items weigh behind `rank` others: 2^-rank (2 - 2^(1 - count))
  template <class C>
  static C log_weight(Index rank, Index count) {
    using std::log;
    return log_num_subsets<C>(count) + C(1 - rank - count) * log(C(2));
  }

  // h of all scores, and the slopes with respect to them
  template <class Bucket>
  struct Side {
    std::span<const double> values;
    double constant = 0;
    std::vector<double> kept = {}, slopes = {};

    Side(const P& potential, std::span<const double> f, std::span<const double> ties) {
      if constexpr (PotentialOf<P, Bucket>) {
        slopes.assign(f.size(), 0.0);
        values = f;
        if constexpr (AddsToScore<P>) {
          constant = potential.template log_potential<double>(Bucket{0}, ties);
          return;
        }
        for (const double x : f)
          kept.push_back(checked(potential.template log_potential<double>(Bucket{x}, ties), x));
        values = kept;
      }
    }
    void add_to(Gradient g, const P& potential, std::span<const double> f,
                std::span<const double> ties) const {
      double all = 0;
      for (std::size_t i = 0; i < f.size(); ++i) {
        all += slopes[i];
        if constexpr (AddsToScore<P>) {
          g.scores[i] += slopes[i];
        } else {
          Bucket slope{0};
          potential.add_slopes(Bucket{f[i]}, ties, slopes[i], slope, g.ties);
          g.scores[i] += score_of(slope);
        }
      }
      // A constant in all of them cancels, unless there is another side.
      if constexpr (AddsToScore<P> && kUpper && kLower &&
                    requires { potential.tie_parameters(); }) {
        Bucket slope{0};
        potential.add_slopes(Bucket{0}, ties, all, slope, g.ties);
      }
    }
    static double score_of(const Maximum<double>& bucket) { return bucket.maximum; }
    static double score_of(const Minimum<double>& bucket) { return bucket.minimum; }
  };
};

}  // namespace fubini
