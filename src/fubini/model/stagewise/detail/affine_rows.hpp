// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/detail/lanes.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/core/vector_math.hpp"

#include <algorithm>
#include <array>
#include <span>

// The parts of affine_lanes.cpp's tables; not for others.
namespace fubini::detail {

inline constexpr Index kTogether = 4;  // items

inline constexpr Lanes kUnit[kLanes] = {{1},
                                        {0, 1},
                                        {0, 0, 1},
                                        {0, 0, 0, 1},
                                        {0, 0, 0, 0, 1},
                                        {0, 0, 0, 0, 0, 1},
                                        {0, 0, 0, 0, 0, 0, 1},
                                        {0, 0, 0, 0, 0, 0, 0, 1}};

// The `count` entries before the one at hand; [1] is the nearest.
template <Index count>
class Trail {
 public:
  FUBINI_INLINE explicit Trail(const Lanes* at) {
    for (Index p = 1; p <= count; ++p) entries_[p - 1] = at[-p];
  }
  FUBINI_INLINE Lanes operator[](Index p) const { return entries_[p - 1]; }
  FUBINI_INLINE void shift(Lanes next) {
    for (Index p = count; p-- > 1;) entries_[p] = entries_[p - 1];
    entries_[0] = next;
  }

 private:
  std::array<Lanes, count> entries_;
};

// Items i - count + 1 .. i of one bucket, added together when `before` others are there
struct Group {
  Index last, count, before;
  Index stage;  // of which all items are there behind it; -1: of none
};

// Calls work<count>(), count from 1 to kTogether.
template <class Work>
void with_count(Index count, const Work& work) {
  switch (count) {
    case 1: return work.template operator()<1>();
    case 2: return work.template operator()<2>();
    case 3: return work.template operator()<3>();
    default: return work.template operator()<4>();
  }
}

// s_1 .. s_count of `count` numbers
template <Index count>
using Symmetric = std::array<Lanes, count>;

template <Index count>
FUBINI_INLINE Symmetric<count> symmetric(const Lanes* y) {
  if constexpr (count == 1)
    return {y[0]};
  else if constexpr (count == 2)
    return {y[0] + y[1], y[0] * y[1]};
  else {
    const Symmetric<count - 1> s = symmetric<count - 1>(y);
    const Lanes last = y[count - 1];
    Symmetric<count> result;
    result[0] = s[0] + last;
    for (Index p = 1; p < count - 1; ++p) result[p] = s[p] + last * s[p - 1];
    result[count - 1] = last * s[count - 2];
    return result;
  }
}

// Up to eight sizes m side by side. A row of their table has e_j of the items so far, j = 0, 1,
// ..., the largest size; entries -4 .. -1 and those beyond the number of items are 0.
class Eights {
 public:
  // Sizes used[first] .. used[first + 7], as many as there are; of_sizes[m - 1] is the factor of m
  Eights(std::span<const Index> used, Index first, std::span<const double> of_sizes)
      : count_(std::min(kLanes, std::ssize(used) - first)), sizes_(used.subspan(first, count_)) {
    for (Index l = 0; l < kLanes; ++l) {
      const Index m = sizes_[std::min(l, count_ - 1)];
      size_[l] = static_cast<double>(m);
      factor_[l] = of_sizes[m - 1];
    }
  }
  Index count() const { return count_; }
  Index size(Index l) const { return sizes_[l]; }
  Index smallest() const { return sizes_.front(); }
  Index largest() const { return sizes_.back(); }
  Lanes as_numbers() const { return size_; }
  Lanes factors() const { return factor_; }
  Index row_length() const { return largest() + 1 + 2 * kTogether; }

 private:
  Index count_;
  std::span<const Index> sizes_;
  Lanes size_, factor_;
};

// y = exp(a (f - top)/m), in the order in which items are added: from the last to the first
inline void fill_y(const Eights& eight, std::span<const double> f, double top, Lanes* y) {
  const Lanes m = eight.as_numbers(), per_m = 1 / m, a = eight.factors();
  for (std::size_t t = 0; t < f.size(); ++t) {
    const Lanes below = Lanes{} + (f[f.size() - 1 - t] - top), quotient = below * per_m;
    y[t] = a * (quotient + (below - quotient * m) * per_m);  // division takes five times as long
  }
  vector_math::exp({reinterpret_cast<double*>(y), f.size() * kLanes});
}

}  // namespace fubini::detail
