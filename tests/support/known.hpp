// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/scorers.hpp"
#include "fubini/fit/fit.hpp"

namespace fubini {

// Everything that comes with Fubini, by name, made once
inline const Catalogues& known() {
  static const Catalogues all = built_in_with_autodiff();
  return all;
}
inline ModelTexts texts(std::string_view model) { return known().models.texts(model); }
inline check::ScorerUnderTest scorer_under_test(std::string_view name) {
  return check::scorer(known().scorers, name);
}

}  // namespace fubini
