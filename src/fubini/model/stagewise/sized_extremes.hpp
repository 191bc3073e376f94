// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/stopping.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/stagewise/sorted_stage.hpp"
#include "fubini/model/stagewise/potential.hpp"
#include "fubini/model/stagewise/refusals.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

// Potentials of the size and the largest score, the smallest, or both, sorted scores
// f_(0) <= ... <= f_(n - 1):
//
//   Z = sum over i and m of C(i, m - 1) exp(h(m, f_(i)))                                  O(n^2)
//   Z = sum over j < i and m of C(i - j - 1, m - 2) exp(h(m, f_(i), f_(j)))
//       + sum over i of exp(h(1, f_(i), f_(i)))                                           O(n^3)
//   d log Z = sum of the terms' shares in Z, times dh
namespace fubini {

template <SizedExtremesPotential P>
class SizedExtremes {
 public:
  static constexpr bool kUpper = PotentialOf<P, SizedMaximum<double>>;
  static constexpr bool kLower = PotentialOf<P, SizedMinimum<double>>;
  static constexpr bool kPairs = !kUpper && !kLower;
  template <class T>
  using Bucket = std::conditional_t<kUpper, SizedMaximum<T>,
                                    std::conditional_t<kLower, SizedMinimum<T>, Extremes<T>>>;

  static constexpr bool by_hand = SlopedExtremes<P>;

  template <class T>
  static T log_phi(const P& potential, Index size, const T& high, const T& low, const Stage& stage,
                   std::span<const T> ties) {
    const T x = potential.template log_potential<T>(bucket<T>(size, high, low, stage), ties);
    const auto value = static_cast<double>(value_of(x));
    if (is_log_potential(value)) return x;
    const double scores[] = {static_cast<double>(value_of(low)),
                             static_cast<double>(value_of(high))};
    refuse_log_potential(value, scores);
  }

  // Z of the items, relative to exp(level)
  template <class T>
  static ScaledSum<T> sum(const P& potential, const detail::SortedStage<T>& items,
                          const Stage& stage, const constant_t<T>& level, std::span<const T> ties) {
    std::optional<ScaledSum<T>> total;
    const std::vector<T> f = spread(items);
    for_each_class<constant_t<T>>(
        items.size(), [&](Index size, Index high, Index low, const constant_t<T>& log_count) {
          const T x = log_phi<T>(potential, size, f[high], f[low], stage, ties);
          if (static_cast<double>(value_of(x)) == -std::numeric_limits<double>::infinity()) return;
          const T term = (x - level) + log_count;
          if (total)
            *total += term;
          else
            total.emplace(term);
        });
    const double first = static_cast<double>(value_of(f[0]));
    if (!total)
      refuse_zeros(std::exp2(static_cast<double>(items.size())) - 1, items.size(), {&first, 1});
    return *total;
  }

  // Adds weight times d log Phi of one set to its extreme items, by positions in `items`.
  static void add_slopes(const P& potential, Index size, double high_score, double low_score,
                         const Stage& stage, std::span<const double> ties, double weight,
                         double& high, double& low, std::span<double> tie_slopes) {
    Bucket<double> slopes = bucket<double>(size, 0, 0, stage);
    potential.add_slopes(bucket<double>(size, high_score, low_score, stage), ties, weight, slopes,
                         tie_slopes);
    if constexpr (kUpper || kPairs) high += slopes.maximum;
    if constexpr (kLower || kPairs) low += slopes.minimum;
  }

  // Subtracts d log Z from g; log_z is relative to `level`.
  static void subtract(const P& potential, const detail::SortedStage<double>& items,
                       const Stage& stage, double level, double log_z, std::span<const double> ties,
                       Gradient g) {
    constexpr double kNothing = -100;  // of a logarithm beside those of 10^10 terms
    const std::vector<double> f = spread(items);
    std::vector<double> slopes(f.size(), 0.0), tie_slopes(ties.size(), 0.0);
    for_each_class<double>(items.size(), [&](Index size, Index high, Index low, double log_count) {
      const double x = log_phi<double>(potential, size, f[high], f[low], stage, ties);
      const double log_share = (x - level) + log_count - log_z;
      if (!(log_share > kNothing)) return;
      add_slopes(potential, size, f[high], f[low], stage, ties, std::exp(log_share), slopes[high],
                 slopes[low], tie_slopes);
    });
    for (const auto& group : items.groups) {
      double sum = 0;
      for (Index p = group.begin; p < group.end; ++p) sum += slopes[p];
      for (Index p = group.begin; p < group.end; ++p)
        g.scores[items.order[p]] -= sum / static_cast<double>(group.end - group.begin);
    }
    for (std::size_t t = 0; t < ties.size(); ++t) g.ties[t] -= tie_slopes[t];
  }

 private:
  template <class T>
  static Bucket<T> bucket(Index size, const T& high, const T& low, const Stage& stage) {
    if constexpr (kUpper)
      return {size, high, stage};
    else if constexpr (kLower)
      return {size, low, stage};
    else
      return {size, high, low, stage};
  }
  template <class T>
  static std::vector<T> spread(const detail::SortedStage<T>& items) {
    std::vector<T> f;
    for (const auto& group : items.groups) f.insert(f.end(), group.end - group.begin, group.score);
    return f;
  }

  // log C(n, k) for k from 0 to n
  template <class C>
  static std::vector<C> log_chooses(Index n) {
    using std::log;
    std::vector<C> row = {C(0)};
    for (Index k = 0; k < n; ++k) row.push_back(row[k] + log(C(n - k) / C(k + 1)));
    for (Index k = 0; k < n - k; ++k) row[n - k] = row[k];
    return row;
  }

  // Calls visit(size, position of the largest, of the smallest, log of how many such subsets).
  template <class C, class Visit>
  static void for_each_class(Index n, const Visit& visit) {
    if constexpr (kPairs) {
      for (Index i = 0; i < n; ++i) visit(1, i, i, C(0));
      for (Index between = 0; between + 2 <= n; ++between) {
        stop_if_asked();
        const std::vector<C> row = log_chooses<C>(between);
        for (Index j = 0; j + between + 1 < n; ++j)
          for (Index k = 0; k <= between; ++k) visit(k + 2, j + between + 1, j, row[k]);
      }
    } else {
      for (Index beyond = 0; beyond < n; ++beyond) {
        stop_if_asked();
        const Index i = kUpper ? beyond : n - 1 - beyond;
        const std::vector<C> row = log_chooses<C>(beyond);
        for (Index k = 0; k <= beyond; ++k) visit(k + 1, i, i, row[k]);
      }
    }
  }
};

}  // namespace fubini
