// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/numerics.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/model/stagewise/affine_definition.hpp"
#include "fubini/model/stagewise/affine_stages.hpp"
#include "fubini/model/stagewise/engine.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

// The engine of potentials that are affine in the mean score: the definition by plain tables, for
// any scalar, and the gradient by hand (affine_stages.hpp has the formulas). An affine potential may
// say of itself
//
//   static constexpr bool by_stage = true;       // times_mean depends on the stage: every stage costs
//                                                // what the whole query does otherwise
//   static constexpr bool fixed_means = true;    // no tie parameter moves times_mean
//   bool exact_means(std::span<const double> ties) const;   // else: where whole times_mean are not
//                                                // rounded, and have all digits that scores have
//   static constexpr bool multiplies = true;     // log_weight 0, times_mean the size: O(n), with a
//                                                // log_normaliser of its own as definition
namespace fubini {
namespace detail {

template <class P>
concept ByStage = requires {
  requires P::by_stage;
};
template <class P>
concept FixedMeans = (requires { requires P::fixed_means; }) || !requires(const P& potential) {
  potential.tie_parameters();
};
template <class P>
concept Multiplies = requires {
  requires P::multiplies;
};

}  // namespace detail

template <>
struct Engine<Family::affine> {
  static constexpr bool exact = true;
  template <Potential P>
  static constexpr Cost cost = detail::Multiplies<P> ? Cost::n : Cost::n_cubed;
  template <Potential P>
  static constexpr bool by_hand = SlopedAffine<P>;

  template <class T, Potential P>
  static T log_normaliser(const P& potential, std::span<const T> f, const Stage& stage,
                          std::span<const T> ties) {
    if constexpr (detail::Multiplies<P>) {
      return potential.template log_normaliser<T>(f, stage, ties);
    } else {
      const std::array<Index, 1> ends = {std::ssize(f)};
      return log_affine_normalisers<T>(
          ends, f, largest_possible(potential, ends[0]),
          [&](Index m, Index) { return at<T>(potential, m, stage, ties); })[0];
    }
  }

  template <class T, Potential P>
  static T log_likelihood(const P& potential, const Ranking& ranking, std::span<const T> f,
                          std::span<const T> ties) {
    const Index most = largest_possible(potential, ranking.num_items());
    std::vector<T> log_z;
    if constexpr (!detail::ByStage<P> && !detail::Multiplies<P>)
      log_z = log_affine_normalisers<T>(ranking.bucket_ends(), f, most, [&](Index m, Index k) {
        return at<T>(potential, m, stage_at(ranking, k), ties);
      });
    T total = 0;
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      stop_if_asked();
      const Index begin = ranking.begin(k), size = ranking.bucket_size(k);
      if (size > most) return T(-std::numeric_limits<double>::infinity());
      T sum = 0;
      for (const T& x : f.subspan(begin, size)) sum += x;
      const Affine<T> own = at<T>(potential, size, stage_at(ranking, k), ties);
      total += own.times_mean * (sum / constant_t<T>(size)) + own.log_weight;
      if (log_z.empty())
        total -= log_normaliser<T>(potential, f.subspan(begin), stage_at(ranking, k), ties);
      else
        total -= log_z[k];
    }
    return total;
  }

  template <Potential P>
  static double log_likelihood(const P& potential, const Ranking& ranking,
                               std::span<const double> f, std::span<const double> ties,
                               Gradient g) {
    if constexpr (detail::Multiplies<P>) {
      return log_product_choice(ranking.bucket_ends(), f, g.scores);
    } else if constexpr (detail::ByStage<P>) {
      double total = 0;
      for (Index k = 0; k < ranking.num_buckets(); ++k) {
        const Index begin = ranking.begin(k), n = ranking.num_items() - begin;
        const std::array<Index, 2> ends = {ranking.bucket_size(k), n};
        const std::span<const Index> used(ends.data(), ends[0] == n ? 1 : 2);
        total += numbers(potential, used, 1, k, f.subspan(begin), ties,
                         {g.scores.subspan(begin), g.ties});
      }
      return total;
    } else {
      return numbers(potential, ranking.bucket_ends(), ranking.num_buckets(), 0, f, ties, g);
    }
  }

 private:
  static Stage stage_at(const Ranking& ranking, Index k) {
    return {k, ranking.num_items() - ranking.begin(k)};
  }
  template <class T, Potential P>
  static Affine<T> at(const P& potential, Index m, const Stage& stage, std::span<const T> ties) {
    return potential.template log_potential<T>(SizeOf{m, stage}, ties);
  }

  // Buckets by their ends, of which the first `counted` count; they are those of stage `first` on.
  template <Potential P>
  static double numbers(const P& potential, std::span<const Index> ends, Index counted, Index first,
                        std::span<const double> f, std::span<const double> ties, Gradient g) {
    constexpr bool learns = requires { potential.tie_parameters(); };
    const Index most = largest_possible(potential, ends.back());
    detail::check_tables("its weights of sizes", ends.back(), (learns ? 2 : 1) * counted * most);
    thread_local std::vector<double> weights, means, weight_slopes, mean_slopes, mean_sizes;
    weights.assign(counted * most, -std::numeric_limits<double>::infinity());
    means.assign(most, 0.0);
    weight_slopes.assign(learns ? counted * most : 0, 0.0);
    mean_slopes.assign(detail::FixedMeans<P> ? 0 : most, 0.0);
    bool exact_means = detail::FixedMeans<P>;
    if constexpr (requires { potential.exact_means(ties); })
      exact_means = potential.exact_means(ties);
    mean_sizes.assign(mean_slopes.size(), 0.0);
    const AffineStages stages{ends, f, most, weights, means, counted, exact_means};
    const auto for_each_size = [&](const auto& visit) {
      for (Index k = 0; k < counted; ++k)
        for (Index m = 1; m <= stages.largest(k); ++m)
          visit(SizeOf{m, {first + k, stages.remaining(k)}}, k * most + m - 1);
    };
    for_each_size([&](const SizeOf& bucket, Index place) {
      const Affine<double> here = potential.template log_potential<double>(bucket, ties);
      weights[place] = here.log_weight;
      if (place < most) means[place] = here.times_mean;
      if (here.times_mean != means[bucket.size - 1] && !std::isnan(here.times_mean))
        throw_by_stage();
    });
    const double value =
        log_affine_choice(stages, {g.scores, weight_slopes, mean_slopes, mean_sizes});
    if constexpr (learns)
      for_each_size([&](const SizeOf& bucket, Index place) {
        const bool with_mean = !mean_slopes.empty() && place < most;
        const Affine<double> slopes{weight_slopes[place], with_mean ? mean_slopes[place] : 0};
        if (slopes.log_weight != 0 || slopes.times_mean != 0)
          potential.add_slopes(bucket, ties, slopes, g.ties);
      });
    if constexpr (learns && !detail::FixedMeans<P>)
      check_cancelling(potential, {first, ends.back()}, ties, mean_sizes, g);
    return value;
  }

  // Derivatives by tie parameters are sums over sizes and stages; large scores may cancel in them.
  template <Potential P>
  static void check_cancelling(const P& potential, const Stage& stage, std::span<const double> ties,
                               std::span<const double> mean_sizes, Gradient g) {
    if (std::ranges::all_of(mean_sizes, [](double size) { return size < 1000; })) return;
    constexpr double kFew = 1e6;  // roundings of 1e-16 are 1e-10
    double largest = 1;
    for (const double slope : g.scores) largest = std::max(largest, std::abs(slope));
    for (const double slope : g.ties) largest = std::max(largest, std::abs(slope));
    std::vector<double> sizes(ties.size(), 0.0), one(ties.size());
    for (Index m = 1; m <= std::ssize(mean_sizes); ++m) {
      std::ranges::fill(one, 0.0);
      potential.add_slopes({m, stage}, ties, Affine<double>{0, mean_sizes[m - 1]}, one);
      for (std::size_t t = 0; t < one.size(); ++t) sizes[t] += std::abs(one[t]);
    }
    if (std::ranges::any_of(sizes, [&](double size) { return size > kFew * largest; }))
      throw NumericalError(
          "scores so large that they cancel in the derivative by a tie parameter; "
          "wanted smaller ones");
  }

  [[noreturn]] static void throw_by_stage() {
    throw ArgumentError(
        "affine potential: found times_mean that differs between stages; wanted the "
        "same at all, or `static constexpr bool by_stage = true` in it");
  }
};

}  // namespace fubini
