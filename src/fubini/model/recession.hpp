// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <vector>

// Far out: along which directions, d of the scores and t of the tie parameters, the log-likelihood
// of a ranking never falls (its cone of recession). A fit of worths has a finite maximum only if
// data leave no such direction; fit/existence.hpp asks.
//
//   Recession recession() const { return {Recession::Of::thresholds}; }
//
// At stage k bucket X_k is chosen out of R_k = X_k u X_{k+1} u ...; b is the direction of the tie
// parameter, or of what it stands for (Rao-Kupper's log theta, Glenn-David's tau).
namespace fubini {

struct Recession {
  enum class Of {
    unknown,          // nothing is claimed
    wins,             // d_i >= d_j for i above j; ties say nothing
    thresholds,       // d_i - d_j >= b for i above j,  |d_i - d_j| <= b for i tied with j
    order,            // d_i >= d_j for i before j, in the order in which the items stand
    means,            // t_|X| + mean of d over X >= t_|S| + mean over S, for all S in R
    sums,             // sum of d over X >= sum over S, for all S in R
    totals,           // a sum of exp(f) over X: max of d over X >= max over R
    totals_backward,  // the same of -d, where the worst bucket leaves first
    maxima,           // max of d over X >= max over R; what it leads to hangs on the ties, too
  };
  Of of = Of::unknown;
  // Of means: sizes of buckets whose t is learned, one a tie parameter. The t of others is 0; if any
  // is learned, others above 1 never occur.
  std::vector<Index> sizes = {};
};

}  // namespace fubini
