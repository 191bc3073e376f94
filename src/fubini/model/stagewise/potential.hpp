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
//   T log_potential(const Extremes<T>& bucket, ties)           // size, largest and smallest score
//   T log_potential(const Maximum<T>& bucket, ties)            // the largest alone
//   T log_potential(const Minimum<T>& bucket, ties)            // the smallest alone
//   T log_term(const T& f, const Stage& stage, ties)           // additive: a sum over the items of
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
//                                       // it they are enumerated, up to 20 items; and, by hand:
//   void add_normaliser_slopes(std::span<const double> f, const Stage& stage,
//                              std::span<const double> ties, double weight,
//                              std::span<double> scores, std::span<double> tie_slopes) const;
//   struct Running {                                           // O(1) updates, for samplers
//     void add(double score);
//     bool remove(double score);        // false: it cannot, start anew
//     double log_potential(Index size, const Stage& stage, std::span<const double> ties) const;
//   };
//   Running running(const Stage& stage) const;
// Of the other forms, only for those with tie parameters (autodiff of the small function serves
// where they are missing):
//   void add_slopes(const SizeOf& bucket, std::span<const double> ties, const Affine<double>& weight,
//                   std::span<double> tie_slopes) const;       // ADDS weight.log_weight d log_weight
//                                                              // + weight.times_mean d times_mean
namespace fubini {

template <class P>
concept SubsetPotential = std::copyable<P> &&
    requires(const P& potential, const Subset<double>& subset, std::span<const double> ties) {
  { potential.template log_potential<double>(subset, ties) } -> std::same_as<double>;
};

template <class P>
concept AffinePotential = std::copyable<P> &&
    requires(const P& potential, const SizeOf& bucket, std::span<const double> ties) {
  { potential.template log_potential<double>(bucket, ties) } -> std::same_as<Affine<double>>;
};

template <class P>
concept AdditivePotential = std::copyable<P> &&
    requires(const P& potential, double f, const SizeOf& bucket, std::span<const double> ties) {
  { potential.template log_term<double>(f, bucket.stage, ties) } -> std::same_as<double>;
  { potential.template log_size_weight<double>(bucket, ties) } -> std::same_as<double>;
};

// Of the extremes that `Bucket` has: Extremes<double>, Maximum<double> or Minimum<double>
template <class P, class Bucket>
concept PotentialOf = std::copyable<P> &&
    requires(const P& potential, const Bucket& bucket, std::span<const double> ties) {
  { potential.template log_potential<double>(bucket, ties) } -> std::same_as<double>;
};

template <class P>
concept ExtremesPotential = PotentialOf<P, Maximum<double>> || PotentialOf<P, Minimum<double>> ||
    PotentialOf<P, Extremes<double>>;

template <class P>
concept Potential =
    SubsetPotential<P> || AffinePotential<P> || AdditivePotential<P> || ExtremesPotential<P>;

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
