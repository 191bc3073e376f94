// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/sample/subsets.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

// Subsets of n items drawn side by side, each size m from a law of its own:
//
//   q_m(S) = exp(sum over S of tilt_m . basis_i) / e_m,    e_m elementary symmetric
//
// Exactly, item by item: with k still wanted, item i is in with probability
// y_i e_{k-1}(later items) / e_k(item i and later ones).
namespace fubini::detail {

inline constexpr Index kBasis = 3;
using Tilt = std::array<double, kBasis>;
using Basis = std::array<std::vector<double>, kBasis>;  // each a number an item

// So many draws of a size by a tilt
struct Part {
  Tilt tilt = {};
  Index count = 0;
};

// What is wanted of a size: draws by one tilt, and some by another one in case the first is wrong
// somewhere. Where they are at least as many as there are subsets, each of these once.
struct SizePlan {
  Index size = 1;
  std::array<Part, 2> parts = {};

  Index count() const { return parts[0].count + parts[1].count; }
};

// Draws begin to end - 1 have one size; `all` are its subsets, each once.
struct Stratum {
  Index size = 1, begin = 0, end = 0;
  bool all = false;
};

struct TiltedDraws {
  Subsets subsets;
  std::vector<Stratum> strata = {};
  // log of the expected number of copies of the subset: the sum over parts of draws times q_m, or 1
  std::vector<double> log_copies = {};
  std::array<std::vector<double>, kBasis> sums = {};  // of the basis over the subset
};

// Numbers from `first` on of the stream are used; `first` moves on.
TiltedDraws draw_tilted(const Basis& basis, Index num_items, std::span<const SizePlan> plan,
                        std::uint64_t seed, std::uint64_t stream, std::uint64_t& first);

// C(n, m), or `most` + 1 if it is more
Index num_subsets(Index n, Index m, Index most);

}  // namespace fubini::detail
