// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/autodiff_model.hpp"
#include "fubini/model/catalogue.hpp"
#include "fubini/model/precise_model.hpp"

namespace fubini {

// The models that a program knows, in three arithmetics.
struct Models {
  Catalogue plain;
  AutodiffCatalogue autodiff;
  PreciseCatalogue precise;
};

// The program `fubini` over these models. Returns its exit code: 0, 1 for a failed check, 2 for
// unusable input (a sentence goes to standard error).
int run_cli(const Models& models, int argc, char** argv);

}  // namespace fubini
