// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/facets.hpp"
#include "fubini/sample/sampler.hpp"

namespace fubini {

// The models that a program knows.
struct ProgramModels : Models {
  SamplerCatalogue samplers;
};

// Those that come with Fubini
ProgramModels built_in_program_models();

// Those with `others` behind. Throws ArgumentError if a name stands in both.
ProgramModels joined(const ProgramModels& models, const ProgramModels& others);

// The program `fubini` over these models. Returns its exit code: 0, 1 for a failed check, 2 for
// unusable input (a sentence goes to standard error).
int run_cli(const ProgramModels& models, int argc, char** argv);

}  // namespace fubini
