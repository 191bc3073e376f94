// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/fit.hpp"

namespace fubini {

// The program `fubini` over what is known by name. Returns its exit code: 0, 1 for a failed check, 2
// for unusable input (a sentence goes to standard error), 130 if it was interrupted.
int run_cli(const Catalogues& known, int argc, char** argv);
// Makes them itself, so that what goes wrong there ends with a sentence, too.
int run_cli(Catalogues (*known)(), int argc, char** argv);

}  // namespace fubini
