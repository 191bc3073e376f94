// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/affine_stages.hpp"

// Scores and weights of any size. Every stage on its own; a size m is taken relative to its best
// subset, the m items T_m of the largest a_m f:
//
//   log Z = log of the sum over m of exp(D_m) E_m
//   D_m   = log Phi(T_m) - log Phi of the best subset of all: exactly, whatever cancels
//   E_m   = sum over S of size m of exp(-(a_m/m) (what S loses to T_m)), from 1 to C(n, m)
//
// An item of T_m that is not in S, and one in S that is not of T_m, lose their distances to the m-th
// best item, so no term is above 1 and nothing cancels.
namespace fubini::detail {

double log_far_choice(const AffineStages& stages, const AffineSlopes& slopes);

}  // namespace fubini::detail
