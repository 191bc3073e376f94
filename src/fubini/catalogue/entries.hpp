// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/any_scalar_functions.hpp"
#include "fubini/arithmetic/digits.hpp"
#include "fubini/catalogue/lacks.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/catalogue/scorers.hpp"
#include "fubini/model/stagewise/pmop.hpp"

// What the units that CMake writes, one a file, make of the struct in it.
namespace fubini {

// A model by its options: "constant=no:stage_weights=1,0.5"
template <GenericModel M>
M with_options(std::string_view options) {
  M model{};
  set_options(model, options);
  return model;
}

template <GenericModel M>
ModelEntry model_entry() {
  ModelEntry entry{
      .name = model_info(M{}).name,
      .info = model_info(M{}),
      .options = option_infos(M{}),
      .make = [](std::string_view options) { return Model(with_options<M>(options)); },
      .sampler = [](std::string_view options) { return Sampler(with_options<M>(options)); },
      .digits = [](std::string_view options) { return define<Digits>(with_options<M>(options)); }};
  if constexpr (requires(std::span<const Index> sizes) { M::options_for(sizes); })
    entry.options_for = &M::options_for;
  return entry;
}

template <NamedScorer S>
S make_scorer(std::string_view arguments, Index size) {
  if constexpr (requires { S::parse(arguments, size); }) {
    return S::parse(arguments, size);
  } else {
    S scorer(size);
    if constexpr (!requires { S::options; })
      if (!arguments.empty())
        throw ArgumentError("scorer " + std::string(type_name<S>()) + ": found " +
                            shown(arguments) + "; it has no options");
    set_options(scorer, arguments);
    return scorer;
  }
}

template <NamedScorer S>
ScorerEntry scorer_entry() {
  ScorerEntry entry{
      .name = std::string(type_name<S>()),
      .make = [](std::string_view arguments,
                 Index size) { return Scorer(make_scorer<S>(arguments, size)); },
      .digits = [](std::string_view arguments,
                   Index size) { return define<Digits>(make_scorer<S>(arguments, size)); }};
  entry.usage = entry.name;
  if constexpr (requires { S::description; }) entry.description = S::description;
  if constexpr (requires { S::usage; }) entry.usage = S::usage;
  if constexpr (requires { S::example; }) entry.example = S::example;
  if constexpr (requires { S::by_number; }) entry.by_number = S::by_number;
  if constexpr (requires { S::options; }) entry.options = option_infos(make_scorer<S>("", 1));
  if constexpr (requires(const Dataset& data, Standardisation& by) { S::select("", data, by, 0); })
    entry.select = [](std::string_view arguments, const Dataset& data, Standardisation& by,
                      int threads) { return Scorer(S::select(arguments, data, by, threads)); };
  return entry;
}

}  // namespace fubini
