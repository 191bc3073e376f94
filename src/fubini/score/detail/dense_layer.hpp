// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/items.hpp"

// The first layer of a network on dense rows: matrix products of rows in single precision with
// weights in double, without a copy of the rows. Sums in an order that depends on the sizes only.
// Weights stand column by column, `outputs` numbers for each feature; so do z and dz for each item.
namespace fubini::dense_layer {

// z += W x
void add_outputs(const Items& items, const double* weights, Index outputs, double* z);

// dW += dz x'
void add_gradient(const Items& items, const double* dz, Index outputs, double* dw);

}  // namespace fubini::dense_layer
