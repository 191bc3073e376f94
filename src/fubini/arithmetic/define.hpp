// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/definition.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/score/contract.hpp"

#include <span>
#include <utility>

// How a concrete model or scorer becomes a definition. For those who write an arithmetic: say which
// scalar a tag stands for, as for Plain here.
namespace fubini {

template <class A>
struct arithmetic;
template <>
struct arithmetic<Plain> {
  using scalar = double;
};
template <class A>
using scalar_t = typename arithmetic<A>::scalar;

template <class A>
struct ModelCall {
  std::span<const scalar_t<A>> scores;
  std::span<const scalar_t<A>> ties;
  scalar_t<A> value = 0;
};

template <class A>
struct ScorerCall {
  std::span<const scalar_t<A>> weights;
  std::span<scalar_t<A>> scores;
};

// Throws ArgumentError if the model's options are unusable.
template <class A, GenericModel M>
Definition<A> define(M model) {
  return [model = checked(std::move(model))](const Ranking& ranking, ModelCall<A>& call) {
    call.value = model.template log_likelihood<scalar_t<A>>(ranking, call.scores, call.ties);
  };
}

template <class A, GenericScorer S>
ScorerDefinition<A> define(S scorer) {
  return [scorer = std::move(scorer)](const Items& items, ScorerCall<A>& call) {
    scorer.template score<scalar_t<A>>(items, call.weights, call.scores);
  };
}

// A model, or a model behind a scorer, as a function of all its parameters: the scores (or the
// weights), then the tie parameters.
template <class A>
auto function_of(const Definition<A>& model, const Ranking& ranking) {
  return [&](std::span<const scalar_t<A>> x) {
    const auto n = static_cast<std::size_t>(ranking.num_items());
    ModelCall<A> call{x.first(n), x.subspan(n)};
    model(ranking, call);
    return call.value;
  };
}
template <class A, class Seen>
auto function_of(const Definition<A>& model, const ScorerDefinition<A>& scorer,
                 const Ranking& ranking, const Items& items, Index num_weights, const Seen& seen) {
  return [&, num_weights](std::span<const scalar_t<A>> x) {
    std::vector<scalar_t<A>> scores(items.size());
    ScorerCall<A> scoring{x.first(num_weights), scores};
    scorer(items, scoring);
    seen(std::span<const scalar_t<A>>(scores));
    ModelCall<A> call{scores, x.subspan(num_weights)};
    model(ranking, call);
    return call.value;
  };
}

}  // namespace fubini
