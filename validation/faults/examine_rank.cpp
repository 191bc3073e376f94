// SPDX-License-Identifier: BSD-3-Clause
#include "examine_text.hpp"

#include "right_rank.hpp"

namespace fubini::faults {

FAULTS_EXAMINE(softmin);
FAULTS_EXAMINE(stage_cooled);
FAULTS_EXAMINE(bumps);
FAULTS_EXAMINE(deviation);
FAULTS_EXAMINE(power_mean);

}  // namespace fubini::faults
