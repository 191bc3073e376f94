// SPDX-License-Identifier: BSD-3-Clause
#include "examine_text.hpp"

#include "texts_of_fits.hpp"

namespace fubini::faults {

FAULTS_EXAMINE(logistic_regression);
FAULTS_EXAMINE(poisson_regression);
FAULTS_EXAMINE(normal);
FAULTS_EXAMINE(mixture);
FAULTS_EXAMINE(network);
FAULTS_EXAMINE(decay);
FAULTS_EXAMINE(factors);

}  // namespace fubini::faults
