// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/model/stagewise/forms.hpp"

#include <concepts>
#include <span>
#include <string>
#include <vector>

// A potential, in one sentence: return the logarithm of how good a set of items is as the next
// bucket. What it takes as its argument says what it depends on (its form), and the form says how
// the sum over all subsets is computed. It is a small value, generic in the scalar T:
//
//   struct my_potential {
//     template <class T>                                       // any subset: its scores
//     T log_potential(const Subset<T>& subset, std::span<const T> ties) const;
//   };
//
// or instead, with exact sums for any number of items,
//
//   Affine<T> log_potential(const SizeOf& bucket, ties)        // affine in the mean score, for each
//                                                              // size: Affine is what it returns
//   T log_potential(const Maximum<T>& bucket, ties)            // the largest score alone
//   T log_potential(const Minimum<T>& bucket, ties)            // the smallest alone; with both of
//                                                              // these, Phi is the sum of the two
//   T log_potential(const SizedMaximum<T>& bucket, ties)       // size and largest, or SizedMinimum
//   T log_potential(const Extremes<T>& bucket, ties)           // size, largest and smallest
//   T log_term(const T& f, ties)                               // additive: a sum over the items of
//   T log_size_weight(const SizeOf& bucket, ties)              // exp of this, times exp of that
//
// pmop<my_potential> (pmop.hpp) is then a model: at each stage a non-empty subset of what remains
// is chosen with probability proportional to its potential. Optional:
//   std::vector<std::string> tie_parameters() const;           // names of parameters to learn
//   Index largest_bucket() const;                              // larger ones are impossible; 0: none
// Of any subset, optional:
//   void add_slopes(const Subset<double>& subset, std::span<const double> ties, double weight,
//                   std::span<double> scores, std::span<double> tie_slopes) const;
//                                       // ADDS weight times d log_potential: a gradient by hand
//   template <class T>                  // log of the sum over all non-empty subsets of f: without
//   T log_normaliser(std::span<const T> f, const Stage& stage, std::span<const T> ties) const;
//                                       // it they are enumerated, up to 24 items; and, by hand:
//   void add_normaliser_slopes(std::span<const double> f, const Stage& stage,
//                              std::span<const double> ties, double weight,
//                              std::span<double> scores, std::span<double> tie_slopes) const;
//   struct Running {                                           // O(1) updates, for samplers
//     void add(double score);
//     bool remove(double score);        // false: it cannot, start anew
//     double log_potential(Index size, const Stage& stage, std::span<const double> ties) const;
//   };
//   Running running(const Stage& stage) const;
// Of the affine form, only where there are tie parameters:
//   void add_slopes(const SizeOf& bucket, std::span<const double> ties, const Affine<double>& weight,
//                   std::span<double> tie_slopes) const;       // ADDS weight.log_weight d log_weight
//                                                              // + weight.times_mean d times_mean
// Of the extremes, B what log_potential takes (of Maximum and Minimum only where there are tie
// parameters, if the value is the score plus a constant and says so by
// static constexpr bool adds_to_score = true, which keeps the digits of large scores, too):
//   void add_slopes(const B& bucket, std::span<const double> ties, double weight, B& slopes,
//                   std::span<double> tie_slopes) const;       // ADDS to the scores in slopes
// Of additive ones (terms not where adds_to_score):
//   void add_term_slopes(double f, std::span<const double> ties, double weight, double& slope,
//                        std::span<double> tie_slopes) const;
//   void add_size_slopes(const SizeOf& bucket, std::span<const double> ties, double weight,
//                        std::span<double> tie_slopes) const;  // with tie parameters only
// (Autodiff of the small function serves where they are missing.)
namespace fubini {

namespace detail {

template <class P, class Bucket, class Result = double>
concept Answers = requires(const P& potential, const Bucket& bucket, std::span<const double> ties) {
  { potential.template log_potential<double>(bucket, ties) } -> std::same_as<Result>;
};
template <class P>
concept AnswersTerms = requires(const P& potential, double f, const SizeOf& bucket,
                                std::span<const double> ties) {
  { potential.template log_term<double>(f, ties) } -> std::same_as<double>;
  { potential.template log_size_weight<double>(bucket, ties) } -> std::same_as<double>;
};

// Numbers, not concepts: compilers multiply out what concepts are made of, when they compare them.
template <class P>
inline constexpr bool one_sided = Answers<P, Maximum<double>> || Answers<P, Minimum<double>>;
template <class P>
inline constexpr bool sized_extremes =
    Answers<P, SizedMaximum<double>> || Answers<P, SizedMinimum<double>> ||
    Answers<P, Extremes<double>>;
template <class P>
inline constexpr bool has_form = Answers<P, Subset<double>> || Answers<P, SizeOf, Affine<double>> ||
                                 AnswersTerms<P> || one_sided<P> || sized_extremes<P>;

}  // namespace detail

template <class P>
concept Potential = std::copyable<P> && detail::has_form<P>;

template <class P>
concept SubsetPotential = Potential<P> && detail::Answers<P, Subset<double>>;
template <class P>
concept AffinePotential = Potential<P> && detail::Answers<P, SizeOf, Affine<double>>;
template <class P>
concept AdditivePotential = Potential<P> && detail::AnswersTerms<P>;

// Of what `Bucket` has: Extremes<double>, Maximum<double>, ...
template <class P, class Bucket>
concept PotentialOf = Potential<P> && detail::Answers<P, Bucket>;
template <class P>
concept OneSidedPotential = Potential<P> && detail::one_sided<P>;
template <class P>
concept SizedExtremesPotential = Potential<P> && detail::sized_extremes<P>;
template <class P>
concept ExtremesPotential = Potential<P> &&(detail::one_sided<P> || detail::sized_extremes<P>);

// The value is the score plus a constant: nothing is lost when large scores are compared first.
template <class P>
concept AddsToScore = P::adds_to_score;

template <Potential P>
constexpr Family family_of() {
  if (AffinePotential<P>) return Family::affine;
  if (AdditivePotential<P>) return Family::additive;
  if (ExtremesPotential<P>) return Family::extremes;
  return Family::any_subset;
}

template <class P>
concept SlopedPotential = SubsetPotential<P> &&
    requires(const P& potential, const Subset<double>& subset, std::span<const double> ties,
             std::span<double> slopes) {
  potential.add_slopes(subset, ties, 1.0, slopes, slopes);
};

template <class P>
concept ClosedPotential = SlopedPotential<P> &&
    requires(const P& potential, std::span<const double> f, const Stage& stage,
             std::span<const double> ties, std::span<double> slopes) {
  { potential.template log_normaliser<double>(f, stage, ties) } -> std::same_as<double>;
  potential.add_normaliser_slopes(f, stage, ties, 1.0, slopes, slopes);
};

template <class P>
concept RunningPotential = SubsetPotential<P> &&
    requires(const P& potential, const Stage& stage, std::span<const double> ties) {
  { potential.running(stage).log_potential(Index{1}, stage, ties) } -> std::same_as<double>;
};

// Affine, and nothing is missing for its gradient: there are no tie parameters, or their slopes.
template <class P>
concept SlopedAffine = AffinePotential<P> &&(
    !requires(const P& potential) { potential.tie_parameters(); } ||
    requires(const P& potential, const SizeOf& bucket, std::span<const double> ties,
             const Affine<double>& weight,
             std::span<double> slopes) { potential.add_slopes(bucket, ties, weight, slopes); });

// The same of the extremes and of additive potentials
template <class P, class Bucket>
concept SlopedSide =
    !PotentialOf<P, Bucket> ||
    (AddsToScore<P> && !requires(const P& potential) { potential.tie_parameters(); }) ||
    requires(const P& potential, const Bucket& bucket, std::span<const double> ties, Bucket& slopes,
             std::span<double> tie_slopes) {
  potential.add_slopes(bucket, ties, 1.0, slopes, tie_slopes);
};

template <class P>
concept SlopedExtremes = ExtremesPotential<P> && SlopedSide<P, Maximum<double>> &&
    SlopedSide<P, Minimum<double>> && SlopedSide<P, SizedMaximum<double>> &&
    SlopedSide<P, SizedMinimum<double>> && SlopedSide<P, Extremes<double>>;

template <class P>
concept SlopedAdditive = AdditivePotential<P> &&
                         (AddsToScore<P> ||
                          requires(const P& potential, std::span<const double> ties, double& slope,
                                   std::span<double> tie_slopes) {
                            potential.add_term_slopes(0.0, ties, 1.0, slope, tie_slopes);
                          }) &&
                         (
                             !requires(const P& potential) { potential.tie_parameters(); } ||
                             requires(const P& potential, const SizeOf& bucket,
                                      std::span<const double> ties, std::span<double> tie_slopes) {
                               potential.add_size_slopes(bucket, ties, 1.0, tie_slopes);
                             });

template <Potential P>
std::vector<std::string> potential_parameters(const P& potential) {
  if constexpr (requires { potential.tie_parameters(); })
    return potential.tie_parameters();
  else
    return {};
}

// The largest bucket that is possible out of n items
template <Potential P>
Index largest_possible([[maybe_unused]] const P& potential, Index n) {
  if constexpr (requires { potential.largest_bucket(); })
    if (const Index largest = potential.largest_bucket(); largest > 0 && largest < n)
      return largest;
  return n;
}

}  // namespace fubini
