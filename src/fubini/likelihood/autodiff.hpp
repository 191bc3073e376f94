// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/autodiff.hpp"
#include "fubini/likelihood/derivatives.hpp"

namespace fubini {

// Of concrete types: by_autodiff(davidson{}, my_scorer{}). Needs Stan Math.
template <GenericModel M, GenericScorer S>
Likelihood by_autodiff(const M& model, const S& scorer) {
  return by_autodiff(Model(model), define<Reverse>(model), Scorer(scorer), define<Reverse>(scorer));
}

}  // namespace fubini
