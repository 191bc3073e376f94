// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/stopping.hpp"
#include "fubini/core/vector_math.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/stagewise/additive.hpp"
#include "fubini/model/stagewise/engine.hpp"
#include "fubini/model/stagewise/refusals.hpp"
#include "fubini/model/stagewise/stages.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace fubini {

// Additive potentials, Phi(S) = c_m times the sum over S of exp(t), t = log_term(f), m = |S|:
//
//   L = sum over k of  lse of t over X_k - lse over R_k + log c_{m_k} - log W_k      (additive.hpp)
//
// one backward sweep for the terms (stages.hpp), and O(n_k) for the sizes of a stage.
template <>
struct Engine<Family::additive> {
  static constexpr bool exact = true;
  template <Potential P>
  static constexpr Cost cost = Cost::n;
  template <Potential P>
  static constexpr bool by_hand = SlopedAdditive<P>;

  template <class T, Potential P>
  static T log_normaliser(const P& potential, std::span<const T> f, const Stage& stage,
                          std::span<const T> ties) {
    const std::vector<Index> all = {std::ssize(f)};
    const Terms<T> terms(potential, all, f, ties);
    if (terms.values.empty()) refuse(f);
    return log_sizes<T>(potential, constant_t<T>(0), stage, ties) +
           log(sum_exp(std::span<const T>(terms.values)));
  }

  template <class T, Potential P>
  static T log_likelihood(const P& potential, const Ranking& ranking, std::span<const T> f,
                          std::span<const T> ties) {
    const Terms<T> terms(potential, ranking.bucket_ends(), f, ties);
    if (terms.impossible) return T(-std::numeric_limits<double>::infinity());
    T total = log_stage_choice<T>(terms.ends, terms.values);
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      stop_if_asked();
      const Stage stage{k, ranking.num_items() - ranking.begin(k)};
      const T weight = size_weight<T>(potential, {ranking.bucket_size(k), stage}, ties);
      if (is_zero(weight) || ranking.bucket_size(k) > largest_possible(potential, stage.remaining))
        return T(-std::numeric_limits<double>::infinity());
      const constant_t<T> level = value_of(weight);
      total += (weight - level) - log_sizes<T>(potential, level, stage, ties);
    }
    return total;
  }

  template <Potential P>
  static double log_likelihood(const P& potential, const Ranking& ranking,
                               std::span<const double> f, std::span<const double> ties,
                               Gradient g) {
    double total = 0;
    if constexpr (AddsToScore<P>) {
      total = log_stage_choice(ranking.bucket_ends(), f, g.scores);
    } else {
      const Terms<double> terms(potential, ranking.bucket_ends(), f, ties);
      if (terms.impossible) return -std::numeric_limits<double>::infinity();
      std::vector<double> slopes(terms.values.size(), 0.0);
      total = log_stage_choice(terms.ends, terms.values, slopes);
      for (std::size_t t = 0; t < slopes.size(); ++t) {
        const Index i = terms.items[t];
        potential.add_term_slopes(f[i], ties, slopes[t], g.scores[i], g.ties);
      }
    }
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      stop_if_asked();
      const Stage stage{k, ranking.num_items() - ranking.begin(k)};
      total += log_size_share(potential, {ranking.bucket_size(k), stage}, ties, g.ties);
    }
    return total;
  }

 private:
  template <class T>
  static bool is_zero(const T& x) {
    return static_cast<double>(value_of(x)) == -std::numeric_limits<double>::infinity();
  }
  template <class T>
  [[noreturn]] static void refuse(std::span<const T> f) {
    const auto first = static_cast<double>(value_of(f[0]));
    refuse_zeros(std::exp2(static_cast<double>(f.size())) - 1, std::ssize(f), {&first, 1});
  }

  // The terms that are not zero, bucket after bucket
  template <class T>
  struct Terms {
    std::vector<T> values = {};
    std::vector<Index> items = {}, ends = {};
    bool impossible = false;

    template <class P>
    Terms(const P& potential, std::span<const Index> buckets, std::span<const T> f,
          std::span<const T> ties) {
      Index i = 0;
      for (const Index end : buckets) {
        const std::size_t before = values.size();
        for (; i < end; ++i) {
          T term = potential.template log_term<T>(f[i], ties);
          const auto value = static_cast<double>(value_of(term));
          const auto score = static_cast<double>(value_of(f[i]));
          if (!is_log_potential(value)) refuse_log_potential(value, {&score, 1});
          if (is_zero(term)) continue;
          values.push_back(term);
          items.push_back(i);
        }
        impossible |= values.size() == before;
        ends.push_back(std::ssize(values));
      }
    }
  };

  template <class T, class P>
  static T size_weight(const P& potential, const SizeOf& bucket, std::span<const T> ties) {
    const T weight = potential.template log_size_weight<T>(bucket, ties);
    const auto value = static_cast<double>(value_of(weight));
    if (!is_log_potential(value)) refuse_log_potential(value, {});
    return weight;
  }

  // log W less the level
  template <class T, class P>
  static T log_sizes(const P& potential, const constant_t<T>& level, const Stage& stage,
                     std::span<const T> ties) {
    using C = constant_t<T>;
    const Index n = stage.remaining, most = largest_possible(potential, n);
    const std::vector<C> log_counts = log_subsets_with_one<C>(n);
    std::optional<ScaledSum<T>> total;
    for (Index m = 1; m <= most; ++m) {
      const T weight = size_weight<T>(potential, {m, stage}, ties);
      if (is_zero(weight)) continue;
      const T term = (weight - level) + log_counts[m - 1];
      if (total)
        *total += term;
      else
        total.emplace(term);
    }
    if (!total) refuse_zeros(static_cast<double>(most), n, {});
    return log(*total);
  }

  // log c_m - log W of one bucket; adds the derivatives
  template <class P>
  static double log_size_share(const P& potential, const SizeOf& bucket,
                               std::span<const double> ties, std::span<double> tie_slopes) {
    thread_local std::vector<double> shares;
    const Stage& stage = bucket.stage;
    const Index n = stage.remaining, most = largest_possible(potential, n);
    const std::span<const double> log_counts = log_subsets_with_one(n);
    const double weight = size_weight<double>(potential, bucket, ties);
    if (weight == -std::numeric_limits<double>::infinity() || bucket.size > most)
      return -std::numeric_limits<double>::infinity();
    shares.resize(most);
    for (Index m = 1; m <= most; ++m)
      shares[m - 1] =
          (size_weight<double>(potential, {m, stage}, ties) - weight) + log_counts[m - 1];
    const double top = *std::ranges::max_element(shares);
    for (double& share : shares) share -= top;
    vector_math::exp(shares);
    double sum = 0;
    for (const double share : shares) sum += share;
    if constexpr (requires { potential.tie_parameters(); }) {
      potential.add_size_slopes(bucket, ties, 1, tie_slopes);
      for (Index m = 1; m <= most; ++m)
        if (shares[m - 1] > 0)
          potential.add_size_slopes({m, stage}, ties, -shares[m - 1] / sum, tie_slopes);
    }
    return -(top + std::log(sum));
  }
};

}  // namespace fubini
