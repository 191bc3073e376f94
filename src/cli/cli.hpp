// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/facets.hpp"

namespace fubini {

// The program `fubini` over these models. Returns its exit code: 0, 1 for a failed check, 2 for
// unusable input (a sentence goes to standard error).
int run_cli(const Models& models, int argc, char** argv);

}  // namespace fubini
