// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <span>

namespace fubini {

// f_i - f_j < 1 without rounding, so that every scalar sees the same kink.
inline bool inside_margin(double a, double b) {
  const double d = a - b, b_part = a - d, a_part = d + b_part;
  const double lost = (a - a_part) - (b - b_part);
  return d < 1 || (d == 1 && lost < 0);
}

// Pairs of a better item i and a worse item j inside the margin: counts[i] is how often item i is
// the better one less how often it is the worse. The number of pairs. Small queries compare all
// pairs side by side; others sort the scores (by their digits) and sweep through them with a
// Fenwick tree over buckets.
Index count_margin_pairs(const Ranking& ranking, std::span<const double> f,
                         std::span<double> counts);

}  // namespace fubini
