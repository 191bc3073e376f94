// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/margin_pairs.hpp"

#include "fubini/core/lanes.hpp"

#include <algorithm>
#include <limits>

namespace fubini {
namespace {

// 1 where inside_margin(a, b), else 0
FUBINI_INLINE Lanes inside(Lanes a, Lanes b) {
  const Lanes d = a - b, b_part = a - d, a_part = d + b_part;
  const Lanes lost = (a - a_part) - (b - b_part);
  const Lanes zero = {}, one = zero + 1;
  const Lanes at_edge = d == one ? (lost < zero ? one : zero) : zero;
  return d < one ? one : at_edge;
}

}  // namespace

Index count_margin_pairs(const Ranking& ranking, std::span<const double> f,
                         std::span<double> counts) {
  const Index n = ranking.num_items();
  double scores[kMostCompared + kLanes], total[kMostCompared + kLanes];
  std::ranges::copy(f, scores);
  // Nothing behind the last item is inside a margin.
  std::fill_n(scores + n, kLanes, -std::numeric_limits<double>::infinity());
  std::fill_n(total, n + kLanes, 0.0);
  double pairs = 0;
  for (Index k = 0; k + 1 < ranking.num_buckets(); ++k)
    for (Index i = ranking.begin(k); i < ranking.end(k); ++i) {
      const Lanes own = Lanes{} + scores[i];
      Lanes wins = {};
      for (Index j = ranking.end(k); j < n; j += kLanes) {
        const Lanes counted = inside(own, load(scores + j));
        wins += counted;
        store(total + j, load(total + j) - counted);
      }
      const double count = sum(wins);
      total[i] += count;
      pairs += count;
    }
  std::copy_n(total, n, counts.begin());
  return static_cast<Index>(pairs);
}

}  // namespace fubini
