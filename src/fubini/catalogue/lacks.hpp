// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/contract.hpp"
#include "fubini/model/stagewise/potential.hpp"
#include "fubini/score/contract.hpp"

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// What a struct in a file of a user has of a model, a potential or a scorer, part by part: the units
// that CMake writes say in a sentence which part is missing. X may be const: what can be called then.
namespace fubini::lacks {

using Numbers = std::span<const double>;

template <class X>
concept LogLikelihood = requires(X& x, const Ranking& ranking, Numbers f) {
  x.template log_likelihood<double>(ranking, f, f);
};
template <class X>
concept LogLikelihoodIsT = requires(X& x, const Ranking& ranking, Numbers f) {
  { x.template log_likelihood<double>(ranking, f, f) } -> std::same_as<double>;
};
template <class X>
concept TieParameters = requires(X& x) {
  { x.tie_parameters() } -> std::convertible_to<std::vector<std::string>>;
};

template <class X, class Bucket>
concept LogPotentialOf = requires(X& x, const Bucket& bucket, Numbers ties) {
  x.template log_potential<double>(bucket, ties);
};
template <class X>
concept LogPotential = LogPotentialOf<X, Subset<double>> || LogPotentialOf<X, SizeOf> ||
    LogPotentialOf<X, Maximum<double>> || LogPotentialOf<X, Minimum<double>> ||
    LogPotentialOf<X, SizedMaximum<double>> || LogPotentialOf<X, SizedMinimum<double>> ||
    LogPotentialOf<X, Extremes<double>>;
template <class X>
concept LogTerm = requires(X& x, Numbers ties) {
  x.template log_term<double>(0.0, ties);
};
template <class X>
concept LogSizeWeight = requires(X& x, const SizeOf& bucket, Numbers ties) {
  x.template log_size_weight<double>(bucket, ties);
};
template <class X>
concept Nothing = !LogLikelihood<X> && !LogPotential<X> && !LogTerm<X> && !LogSizeWeight<X>;

template <class X>
concept NumWeights = requires(X& x) {
  { x.num_weights() } -> std::convertible_to<Index>;
};
template <class X>
concept Score = requires(X& x, const Items& items, Numbers w, std::span<double> f) {
  x.template score<double>(items, w, f);
};
template <class X>
concept Made = std::constructible_from<std::remove_const_t<X>, Index> ||
    requires(std::string_view arguments, Index size) {
  { X::parse(arguments, size) } -> std::same_as<std::remove_const_t<X>>;
};

}  // namespace fubini::lacks
