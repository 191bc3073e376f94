// SPDX-License-Identifier: BSD-3-Clause
#include "examine_text.hpp"

#include "faults_of_digits.hpp"
#include "texts.hpp"

namespace fubini::faults {

FAULTS_EXAMINE(quadratic);
FAULTS_EXAMINE(rosenbrock);
FAULTS_EXAMINE(choice);
FAULTS_EXAMINE(entropy);
FAULTS_EXAMINE(product);
FAULTS_EXAMINE(huber);
FAULTS_EXAMINE(chain);
FAULTS_EXAMINE(softplus_sum);
FAULTS_EXAMINE(radial);
FAULTS_EXAMINE(growth);
FAULTS_EXAMINE(log_variance);
FAULTS_EXAMINE(pairs);
FAULTS_EXAMINE(scales);

}  // namespace fubini::faults
