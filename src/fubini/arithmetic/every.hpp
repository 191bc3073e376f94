// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/autodiff.hpp"
#include "fubini/arithmetic/digits.hpp"
#include "fubini/arithmetic/texts.hpp"

// Texts of your own model or scorer, for the checks. Needs Stan Math: link fubini::autodiff.
namespace fubini {

template <GenericModel M>
ModelTexts in_every_arithmetic(M model) {
  return {Model(model), autodiff(model), define<Digits>(model)};
}
template <GenericScorer S>
ScorerTexts in_every_arithmetic(S scorer) {
  return {Scorer(scorer), autodiff(scorer), define<Digits>(scorer)};
}

}  // namespace fubini
