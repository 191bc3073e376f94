// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/aligned.hpp"
#include "fubini/core/dataset.hpp"
#include "fubini/core/items.hpp"
#include "fubini/score/standardisation.hpp"

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// A scorer, in one sentence: given the items of a query and the weights, write a score for every
// item. It is a small value:
//
//   struct my_scorer {
//     Index num_weights() const;
//     template <class T>                                      // the definition: any scalar
//     void score(const Items& items, std::span<const T> w, std::span<T> f) const;
//   };
//
// That is enough; autodiff serves the rest. Optional, for speed and comfort:
//   void forward(const Items&, span<const double> w, span<double> f, ScorerMemory& kept) const;
//   void backward(const Items&, span<const double> w, span<const double> df, span<double> dw,
//                 const ScorerMemory& kept) const;      // ADDS the sum over i of df_i dscore_i/dw
//   Index rows_at_once() const;    // forward and backward take queries together up to so many rows
//   Index output_weights() const;  // the last so many weights multiply the scores; all without it
//   void check(const Dataset&) const;                   // throws ArgumentError if they do not fit
//   std::vector<double> initial_weights(std::uint64_t seed) const;   // zeros without it
//   std::string weight_name(Index j) const;             // "weight 4" without it (j = 3)
//   fold and pull_back, to be fitted on standardised features: see standardisation.hpp
//
// In a file of its own, NAME.hpp with struct (or class) fubini::NAME, a catalogue finds it, and
// --scorer NAME fits, checks and ranks. For that it is made for so many features:
//   explicit NAME(Index num_features);      // options as models have them: NAME:option=value
// or, where it has arguments of its own, NAME:ARGUMENTS:
//   static NAME parse(std::string_view arguments, Index num_features);
//   std::string arguments() const;                      // with which it can be made again
// Optional:
//   static constexpr auto description = "one line", usage = "NAME:64,32[:relu]";
//   static constexpr bool by_number = true;             // made for so many items, without features
//   static NAME select(std::string_view arguments, const Dataset&, Standardisation&, int threads);
//                                                       // looks at the data of a fit first
//   static constexpr auto example = "64,32";            // arguments to check it with
namespace fubini {

// What forward keeps for backward; owned by the caller, so that no call allocates twice.
using ScorerMemory = AlignedVector<double>;

template <class S>
concept GenericScorer = std::copyable<S> &&
    requires(const S& scorer, const Items& items, std::span<const double> w, std::span<double> f) {
  { scorer.num_weights() } -> std::convertible_to<Index>;
  scorer.template score<double>(items, w, f);
};

template <class S>
concept HandScorer = GenericScorer<S> &&
    requires(const S& scorer, const Items& items, std::span<const double> w,
             std::span<const double> df, std::span<double> out, ScorerMemory& kept) {
  scorer.forward(items, w, out, kept);
  scorer.backward(items, w, df, out, kept);
};

template <class S>
concept FoldingScorer = GenericScorer<S> &&
    requires(const S& scorer, const Standardisation& by, std::span<const double> in,
             std::span<double> out) {
  scorer.fold(by, in, out);
  scorer.pull_back(by, in, out);
};

// A scorer that a catalogue can make.
template <class S>
concept NamedScorer = GenericScorer<S> &&
    (std::constructible_from<S, Index> || requires(std::string_view arguments, Index size) {
      { S::parse(arguments, size) } -> std::same_as<S>;
    });

}  // namespace fubini
