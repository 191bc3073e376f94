// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/stagewise/affine.hpp"
#include "fubini/model/stagewise/any_subset.hpp"
#include "fubini/model/stagewise/engine.hpp"
#include "fubini/model/stagewise/enumeration.hpp"
#include "fubini/model/stagewise/additive_engine.hpp"
#include "fubini/model/stagewise/extremes_engine.hpp"
#include "fubini/model/stagewise/potential.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fubini {

// Items of the definition in other scalars, whose derivatives remember every step
inline constexpr Index kMostWalked = 20;

// Calls visit(scores of S, positions of S) for every non-empty subset S of f, depth first.
template <class T, class Visit>
void for_each_subset(std::span<const T> f, Visit&& visit) {
  std::vector<T> scores;
  std::vector<Index> positions;
  const auto extend = [&](auto&& self, Index from) -> void {
    for (Index i = from; i < std::ssize(f); ++i) {
      scores.push_back(f[i]);
      positions.push_back(i);
      visit(std::span<const T>(scores), std::span<const Index>(positions));
      self(self, i + 1);
      scores.pop_back();
      positions.pop_back();
    }
  };
  extend(extend, 0);
}

// PMOP with any potential Phi: at stage k the bucket X_k is chosen out of all non-empty subsets of
// what remains, R_k. The form of the potential says how they are summed (engine.hpp); where neither
// its family nor the potential itself has a normaliser, all of them are enumerated (enumeration.hpp): up to 24.
//
//   L  = sum over k of  log Phi(X_k) - log Z_k,      Z_k = sum over S in R_k of Phi(S)
//   dL = sum over k of  d log Phi(X_k) - sum over S of P_k(S) d log Phi(S)
//
// stage_potential() is for samplers; any model that chooses stage by stage may have it.
// In a file of its own, models/NAME.hpp:  struct NAME : pmop<my_potential> { description, laws() };
template <Potential P>
struct pmop {
  using Exact = Engine<family_of<P>()>;
  static constexpr bool kSums = Exact::exact || ClosedPotential<P>;  // no enumeration
  static constexpr auto cost = ClosedPotential<P> ? Cost::n_squared : Exact::template cost<P>;

  P potential = {};

  std::vector<std::string> tie_parameters() const { return potential_parameters(potential); }
  const P& stage_potential() const { return potential; }
  Index largest_bucket() const {  // 0: any
    const Index any = std::numeric_limits<Index>::max(), largest = largest_possible(potential, any);
    return largest == any ? 0 : largest;
  }

  // A potential must not depend on the order of its items; that a shift of all scores changes
  // nothing is not promised.
  Laws laws() const { return {.sums_to_one = Over::ordered_partitions, .shift_invariant = false}; }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T> ties) const {
    check_size(ranking, std::same_as<T, double> ? kMostEnumerated : kMostWalked);
    if constexpr (Exact::exact)
      return Exact::template log_likelihood<T>(potential, ranking, f, ties);
    else
      return by_stages<T>(ranking, f, ties, [&](std::span<const T> rest, const Stage& stage) {
        return log_normaliser<T>(rest, stage, ties);
      });
  }

  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const
      requires(Exact::template by_hand<P>) {
    check_size(ranking, kMostEnumerated);
    return Exact::log_likelihood(potential, ranking, f, ties, g);
  }
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const
      requires(!Exact::exact && SlopedPotential<P>) {
    check_size(ranking, kMostEnumerated);
    double total = 0;
    std::vector<double> slopes;
    const auto add = [&](const Subset<double>& subset, double weight, auto&& position) {
      slopes.assign(subset.scores.size(), 0.0);
      potential.add_slopes(subset, ties, weight, slopes, g.ties);
      for (std::size_t i = 0; i < slopes.size(); ++i) g.scores[position(i)] += slopes[i];
    };
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      stop_if_asked();
      const Stage stage = stage_of(ranking, k);
      const Index begin = ranking.begin(k);
      const Subset<double> bucket{f.subspan(begin, ranking.bucket_size(k)), stage};
      if constexpr (ClosedPotential<P>) {
        total += potential.template log_potential<double>(bucket, ties) -
                 log_normaliser<double>(f.subspan(begin), stage, ties);
        add(bucket, 1, [&](std::size_t i) { return begin + static_cast<Index>(i); });
        potential.add_normaliser_slopes(f.subspan(begin), stage, ties, -1, g.scores.subspan(begin),
                                        g.ties);
        continue;
      }
      // Relative to the largest, so that probabilities keep their digits
      const SubsetSum all = Enumeration<P>(potential, f.subspan(begin), stage, ties)
                                .sum(-1, {g.scores.subspan(begin), g.ties});
      total +=
          (potential.template log_potential<double>(bucket, ties) - all.top) - std::log(all.sum);
      add(bucket, 1, [&](std::size_t i) { return begin + static_cast<Index>(i); });
    }
    return total;
  }

  // log Z of the items with scores f
  template <class T>
  T log_normaliser(std::span<const T> f, const Stage& stage, std::span<const T> ties) const {
    if constexpr (Exact::exact)
      return Exact::template log_normaliser<T>(potential, f, stage, ties);
    else if constexpr (ClosedPotential<P>)
      return potential.template log_normaliser<T>(f, stage, ties);
    else
      return enumerated<T>(f, stage, ties);
  }

  // The same through all subsets
  template <class T>
  T enumerated(std::span<const T> f, const Stage& stage, std::span<const T> ties) const {
    const auto of_any = of_subsets(potential);
    if constexpr (std::same_as<T, double>)
      return Enumeration<of_subsets_t<P>>(of_any, f, stage, ties).sum().log();
    else
      return walked<T>(of_any, f, stage, ties);
  }

  // For laws(): where there is a closed form, it is the sum over all subsets.
  static Reduction closed_form() {
    return {.name = "the closed form is the sum over subsets",
            .value = [](const Ranking& ranking, std::span<const double> f) {
              return pmop{}.template by_stages<double>(
                  ranking, f, {}, [&](std::span<const double> rest, const Stage& stage) {
                    return pmop{}.template enumerated<double>(rest, stage, {});
                  });
            }};
  }

 private:
  // In any scalar, one subset after the other
  template <class T>
  static T walked(const of_subsets_t<P>& of_any, std::span<const T> f, const Stage& stage,
                  std::span<const T> ties) {
    std::optional<ScaledSum<T>> sum;
    for_each_subset<T>(f, [&](std::span<const T> scores, std::span<const Index>) {
      const T term = of_any.template log_potential<T>({scores, stage}, ties);
      const auto value = static_cast<double>(value_of(term));
      if (!is_log_potential(value)) refuse_log_potential(value, in_double(scores));
      if (value == -std::numeric_limits<double>::infinity()) return;
      if (sum)
        *sum += term;
      else
        sum.emplace(term);
    });
    if (!sum) refuse_zeros(std::exp2(std::ssize(f)) - 1, std::ssize(f), in_double(f.first(1)));
    return log(*sum);
  }
  template <class T>
  static std::vector<double> in_double(std::span<const T> scores) {
    std::vector<double> result;
    for (const T& f : scores) result.push_back(static_cast<double>(value_of(f)));
    return result;
  }
  template <class T, class Normaliser>
  T by_stages(const Ranking& ranking, std::span<const T> f, std::span<const T> ties,
              const Normaliser& normaliser) const {
    const auto of_any = of_subsets(potential);
    T total = 0;
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      stop_if_asked();
      const Stage stage = stage_of(ranking, k);
      total += of_any.template log_potential<T>(
          {f.subspan(ranking.begin(k), ranking.bucket_size(k)), stage}, ties);
      total -= normaliser(f.subspan(ranking.begin(k)), stage);
    }
    return total;
  }
  static Stage stage_of(const Ranking& ranking, Index k) {
    return {k, ranking.num_items() - ranking.begin(k)};
  }
  static void check_size(const Ranking& ranking, Index most) {
    if (!kSums && ranking.num_items() > most)
      throw ArgumentError(
          "pmop: found " + std::to_string(ranking.num_items()) +
          " items in a query; wanted at most " + std::to_string(most) +
          ", since all subsets are enumerated: --inference importance estimates sums of any size, "
          "and a potential of a form (fubini new potential --form) has them exactly");
  }
};

// What a catalogue makes of the struct in a file: a model as it is, a potential as pmop of it, under
// the potential's name.
template <Potential P>
struct potential_model : pmop<P> {
  static std::string model_name() { return std::string(type_name<P>()); }
  static constexpr auto description = [] {
    if constexpr (requires { P::description; })
      return P::description;
    else
      return "ordered partitions, a potential";
  }();
};

namespace detail {

template <class X>
struct AsModel {
  using type = X;
};
template <Potential X>
requires(!GenericModel<X>) struct AsModel<X> {
  using type = potential_model<X>;
};

}  // namespace detail

template <class X>
using as_model = typename detail::AsModel<X>::type;

}  // namespace fubini
