// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <span>

namespace fubini {

// Sums over pairs for models whose outcomes have the log-probability -log Z, up to a constant, with
// r = exp(-rate d), d = f_i - f_j, as the logistic pair models have them:
//   a win of i:  Z = 1 + b r + c r^2,        d/dd = rate (b r + 2 c r^2)/Z
//   a tie:       Z = 1 + a + b (r + 1/r),    d/dd = rate b (r - 1/r)/Z
// r is a product of a number of i and one of j, so n exponentials serve for all pairs; and the
// logarithm of a product serves for many Z. Nothing cancels.
struct WinLaw {
  double rate = 1, b = 1, c = 0;
};
struct TieLaw {
  double rate = 1, a = 0, b = 1;
};

struct PairSums {
  double value = 0;  // of -log Z
  double share = 0;  // of b r/Z for wins, of (Z - 1)/Z for ties
  double count = 0;
};

// Whether the scores lie close enough together, and the tie parameter near enough to 0, for all
// digits.
bool pair_ratios_serve(std::span<const double> f, double tie_parameter = 0);

// Over the pairs with different grades, the better item first; over the tied pairs. Add the
// derivatives to g.
PairSums sum_wins(const Ranking& ranking, std::span<const double> f, const WinLaw& law,
                  std::span<double> g);
PairSums sum_ties(const Ranking& ranking, std::span<const double> f, const TieLaw& law,
                  std::span<double> g);

}  // namespace fubini
