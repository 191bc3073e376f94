// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/stopping.hpp"
#include "fubini/core/vector_math.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/stagewise/additive.hpp"
#include "fubini/model/stagewise/engine.hpp"
#include "fubini/model/stagewise/refusals.hpp"
#include "fubini/model/stagewise/stages.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
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
    const Stage& stage = bucket.stage;
    const double weight = size_weight<double>(potential, bucket, ties);
    if (weight == -std::numeric_limits<double>::infinity() ||
        bucket.size > largest_possible(potential, stage.remaining))
      return -std::numeric_limits<double>::infinity();
    if constexpr (requires { potential.tie_parameters(); }) {
      Shares shares;
      const double log_w = log_sizes_by_hand(potential, weight, stage, ties, shares);
      potential.add_size_slopes(bucket, ties, 1, tie_slopes);
      for (Index m = shares.first; m <= shares.last; ++m)
        potential.add_size_slopes({m, stage}, ties, -shares.of[m - 1] * shares.per_sum, tie_slopes);
      return -log_w;
    } else {
      return weight - log_sizes_kept(potential, stage, ties);
    }
  }

  // Shares of sizes in W, those that are something beside the largest
  struct Shares {
    std::span<const double> of = {};  // of size m at m - 1
    Index first = 1, last = 0;
    double per_sum = 0;
  };

  // log W less the level
  template <class P>
  static double log_sizes_by_hand(const P& potential, double level, const Stage& stage,
                                  std::span<const double> ties, Shares& shares) {
    constexpr double kNothing = 50;  // exp(-50) times as many sizes as there may be
    thread_local std::vector<double> kept;
    const Index n = stage.remaining, most = largest_possible(potential, n);
    const std::span<const double> log_counts = log_subsets_with_one(n);
    kept.resize(most);
    double* const terms = kept.data();
    double top = -std::numeric_limits<double>::infinity();
    bool fine = true;
    for (Index m = 1; m <= most; ++m) {
      const double weight = potential.template log_size_weight<double>(SizeOf{m, stage}, ties);
      fine &= is_log_potential(weight);
      terms[m - 1] = (weight - level) + log_counts[m - 1];
      top = terms[m - 1] > top ? terms[m - 1] : top;
    }
    for (Index m = 1; m <= most && !fine; ++m) size_weight<double>(potential, {m, stage}, ties);
    if (top == -std::numeric_limits<double>::infinity())
      refuse_zeros(static_cast<double>(most), n, {});
    Index first = 1, last = most;
    while (terms[first - 1] < top - kNothing) ++first;
    while (terms[last - 1] < top - kNothing) --last;
    for (Index m = first; m <= last; ++m) terms[m - 1] -= top;
    vector_math::exp(std::span(kept).subspan(first - 1, last - first + 1));
    double sum = 0;
    for (Index m = first; m <= last; ++m) sum += terms[m - 1];
    shares = {kept, first, last, 1 / sum};
    return top + std::log(sum);
  }

  // Where nothing is learned and the potential has no members, W depends on the stage alone.
  template <class P>
  static double log_sizes_kept(const P& potential, const Stage& stage,
                               std::span<const double> ties) {
    constexpr std::size_t kMost = 1 << 14;
    thread_local std::map<std::pair<Index, Index>, double> kept;
    Shares shares;
    if constexpr (!std::is_empty_v<P>) return log_sizes_by_hand(potential, 0, stage, ties, shares);
    const std::pair key(stage.number, stage.remaining);
    const auto found = kept.find(key);
    if (found != kept.end()) return found->second;
    if (kept.size() >= kMost) kept.clear();
    return kept[key] = log_sizes_by_hand(potential, 0, stage, ties, shares);
  }
};

}  // namespace fubini
