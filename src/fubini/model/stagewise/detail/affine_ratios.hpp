// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/affine_stages.hpp"

#include <span>

namespace fubini::detail {

// As subtract_normalisers in affine_lanes.hpp, in ratios r_j = e_j/e_{j-1} that neither overflow nor
// cancel at any n: O(n^2 M) for subsets of up to M items. Minus the sum over stages of log Z(R_k) -
// a_1 top_k; top[k] is the largest score of R_k. Weights are relative to it.
double subtract_normalisers_by_ratios(const AffineStages& stages, std::span<const double> top,
                                      std::span<const Index> used, const AffineSlopes& slopes);

}  // namespace fubini::detail
