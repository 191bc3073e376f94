// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

// What the machine can do at best with the rows of a dense dataset, however little is computed.
namespace fubini::bench {

// Reads every byte, with vector registers.
double read_rows(const Dataset& data, int threads);

// Sums all numbers in double precision.
double sum_rows(const Dataset& data, int threads);

}  // namespace fubini::bench
