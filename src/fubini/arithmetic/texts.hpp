// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/definition.hpp"
#include "fubini/model/model.hpp"
#include "fubini/score/scorer.hpp"

// One text in every arithmetic: doubles with the gradient by hand, autodiff, 50 digits. Models and
// scorers of a catalogue have them (catalogue/); for your own, in_every_arithmetic(x) in every.hpp
// makes them.
namespace fubini {

struct ModelTexts {
  Model plain;
  ModelAutodiff autodiff;
  Definition<Digits> digits;
};

struct ScorerTexts {
  Scorer plain;
  ScorerAutodiff autodiff;
  ScorerDefinition<Digits> digits;
};

}  // namespace fubini
