// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/autodiff.hpp"
#include "fubini/model/facets.hpp"
#include "fubini/model/precise.hpp"

// Facets of your own types, for the checks. Needs Stan Math: link fubini::check.
namespace fubini {

template <GenericModel M>
ModelFacets facets(M model) {
  return {Model(model), AutodiffModel(model), PreciseModel(model)};
}
template <GenericScorer S>
ScorerFacets facets(S scorer) {
  return {Scorer(scorer), AutodiffScorer(scorer), PreciseScorer(scorer)};
}

}  // namespace fubini
