// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/autodiff_model.hpp"
#include "fubini/model/catalogue.hpp"
#include "fubini/model/precise_model.hpp"
#include "fubini/score/scorer.hpp"

#include <string_view>

// One text, three arithmetics: doubles with the gradient by hand, autodiff, 50 digits. For your own
// model and scorer, facets(x) in check/facets.hpp makes them.
namespace fubini {

struct ModelFacets {
  Model plain;
  AutodiffModel autodiff;
  PreciseModel precise;
};

struct ScorerFacets {
  Scorer plain;
  AutodiffScorer autodiff;
  PreciseScorer precise;
};

// The models that a program knows.
struct Models {
  Catalogue plain;
  AutodiffCatalogue autodiff;
  PreciseCatalogue precise;

  ModelFacets make(std::string_view specification) const {
    return {plain.make(specification), autodiff.make(specification), precise.make(specification)};
  }
};

}  // namespace fubini
