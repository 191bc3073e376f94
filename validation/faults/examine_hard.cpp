// SPDX-License-Identifier: BSD-3-Clause
#include "examine_text.hpp"

#include "right_hard.hpp"

namespace fubini::faults {

FAULTS_EXAMINE(hilbert);
FAULTS_EXAMINE(nearly_absolute);
FAULTS_EXAMINE(nearly_largest);
FAULTS_EXAMINE(offset);
FAULTS_EXAMINE(cancelling);
FAULTS_EXAMINE(tiny);
FAULTS_EXAMINE(constant);
FAULTS_EXAMINE(signed_square);
FAULTS_EXAMINE(barrier);
FAULTS_EXAMINE(roots);
FAULTS_EXAMINE(logistic_map);
FAULTS_EXAMINE(flat);
FAULTS_EXAMINE(steps);
FAULTS_EXAMINE(kernel);

}  // namespace fubini::faults
