// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/affine_stages.hpp"

#include <span>

// The tables behind affine_stages.cpp for scores that lie close enough together; not for others.
namespace fubini::detail {

// What log_affine_choice adds up for the normalisers: minus the sum over stages of
// log Z(R_k) - a_1 top, the largest score of all. Subtracts their derivatives from the slopes. `used`
// are the sizes that matter, increasing. Weights are relative: log_weight + (a_m - a_1) top.
//
// Eight sizes side by side. Up to four items are added at a time: with s_p the elementary symmetric
// polynomials of their y,
//   e_j <- e_j + s_1 e_{j-1} + ... + s_4 e_{j-4}
// and backward, D the derivative of the sum with respect to e:
//   ds_p = sum over j of D_j e_{j-p},   D_j <- D_j + s_1 D_{j+1} + ... + s_4 D_{j+4}
// All terms are positive, so nothing cancels. Rows of the tables that would not stay in cache are
// computed again, block by block.
double subtract_normalisers(const AffineStages& stages, double top, std::span<const Index> used,
                            const AffineSlopes& slopes);

}  // namespace fubini::detail
