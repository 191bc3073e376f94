// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/affine_stages.hpp"

// No bucket has more than two items, and both sizes have one factor a: in O(n), all stages in one
// sweep back and one forth. With z = exp(a f/2),
//
//   Z = sum of z^2 + exp(w_2 - w_1) e_2(z)
//
// e_2 grows by z times the sum of the others, so nothing cancels.
namespace fubini::detail {

bool pairs_serve(const AffineStages& stages);
double log_pairs_choice(const AffineStages& stages, const AffineSlopes& slopes);

}  // namespace fubini::detail
