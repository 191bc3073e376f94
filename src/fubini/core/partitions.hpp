// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/ranking.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fubini {

// Calls visit(ranking) for every ordered partition of n items: fubini_number(n) times, each once.
// ranking.order() says which items stand in which bucket. n is 1 to 20; meant for up to about 8.
template <class Visit>
void for_each_ordered_partition(Index n, Visit&& visit) {
  if (n < 1 || n > 20)
    throw ArgumentError("for_each_ordered_partition: n is " + std::to_string(n) +
                        "; wanted 1 to 20");
  std::vector<Index> bucket_of(n, 0);
  const auto choose = [&](auto&& self, std::uint64_t remaining, Index stage) -> void {
    if (remaining == 0) return visit(Ranking::from_buckets(bucket_of));
    for (std::uint64_t bucket = remaining; bucket != 0; bucket = (bucket - 1) & remaining) {
      for (Index i = 0; i < n; ++i)
        if (bucket >> i & 1) bucket_of[i] = stage;
      self(self, remaining & ~bucket, stage + 1);
    }
  };
  choose(choose, (std::uint64_t{1} << n) - 1, 0);
}

}  // namespace fubini
