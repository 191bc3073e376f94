// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"

#include <concepts>
#include <span>
#include <string>
#include <vector>

// A potential, in one sentence: given the scores of a subset, return the logarithm of how good the
// subset is as the next bucket. It is a small value:
//
//   struct my_potential {
//     template <class T>                                       // any scalar
//     T log_potential(const Subset<T>& subset, std::span<const T> ties) const;
//   };
//
// pmop<my_potential> (pmop.hpp) is then a model: at each stage a non-empty subset of what remains
// is chosen with probability proportional to its potential. Optional:
//   std::vector<std::string> tie_parameters() const;           // names of parameters to learn
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
namespace fubini {

// Where in the ranking a bucket is chosen.
struct Stage {
  Index number = 0;     // from 0
  Index remaining = 0;  // items that it is chosen from
};

template <class T>
struct Subset {
  std::span<const T> scores;  // in any order: a potential must not depend on it
  Stage stage;

  Index size() const { return static_cast<Index>(scores.size()); }
};

template <class P>
concept Potential = std::copyable<P> &&
    requires(const P& potential, const Subset<double>& subset, std::span<const double> ties) {
  { potential.template log_potential<double>(subset, ties) } -> std::same_as<double>;
};

template <class P>
concept SlopedPotential = Potential<P> &&
    requires(const P& potential, const Subset<double>& subset, std::span<const double> ties,
             std::span<double> slopes) {
  potential.add_slopes(subset, ties, 1.0, slopes, slopes);
};

template <class P>
concept ClosedPotential = Potential<P> &&
    requires(const P& potential, std::span<const double> f, const Stage& stage,
             std::span<const double> ties, std::span<double> slopes) {
  { potential.template log_normaliser<double>(f, stage, ties) } -> std::same_as<double>;
  potential.add_normaliser_slopes(f, stage, ties, 1.0, slopes, slopes);
};

template <class P>
concept RunningPotential = Potential<P> &&
    requires(const P& potential, const Stage& stage, std::span<const double> ties) {
  { potential.running(stage).log_potential(Index{1}, stage, ties) } -> std::same_as<double>;
};

template <Potential P>
std::vector<std::string> potential_parameters(const P& potential) {
  if constexpr (requires { potential.tie_parameters(); })
    return potential.tie_parameters();
  else
    return {};
}

}  // namespace fubini
