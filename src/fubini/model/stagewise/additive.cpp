// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/additive.hpp"

namespace fubini {

std::span<const double> log_subsets_with_one(Index n) {
  constexpr Index kKept = 512;  // all of them, a megabyte
  thread_local std::vector<std::vector<double>> kept(kKept);
  thread_local std::vector<double> large;
  if (n < kKept) {
    if (kept[n].empty()) kept[n] = log_subsets_with_one<double>(n);
    return kept[n];
  }
  if (std::ssize(large) != n) large = log_subsets_with_one<double>(n);
  return large;
}

}  // namespace fubini
