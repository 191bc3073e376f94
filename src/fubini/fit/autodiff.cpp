// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/fit.hpp"

namespace fubini {

// Gives the entries of built-in models and scorers their autodiff; written by CMake.
void add_autodiff(ModelCatalogue& models, ScorerCatalogue& scorers);

Catalogues built_in_with_autodiff() {
  Catalogues known = built_in();
  add_autodiff(known.models, known.scorers);
  return known;
}

}  // namespace fubini
