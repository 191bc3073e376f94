// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/fit.hpp"

namespace fubini {

Catalogues built_in_with_autodiff() {
  Catalogues known = built_in();
  add_autodiff(known.models, known.scorers);
  return known;
}

}  // namespace fubini
