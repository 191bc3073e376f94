// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/detail/dense_layer.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/detail/lanes.hpp"

#include <algorithm>

namespace fubini::dense_layer {
namespace {

// A tile is kRows x up to kMostWide lanes: as many sums as registers hold. Numbers that multiply
// all lanes (those of the rows) come one by one from a buffer in double precision.
constexpr Index kRows = 6, kMostWide = 4;
constexpr Index kLine = 16;  // floats of a cache line

// `wide` lanes of a column at p; the last one has `some` numbers
template <Index wide, bool whole>
struct Wide {
  Lanes lane[wide];

  FUBINI_INLINE static Wide read(const double* p, Index some) {
    Wide result;
#pragma GCC unroll 4
    for (Index l = 0; l < wide; ++l)
      result.lane[l] =
          whole || l + 1 < wide ? load(p + l * kLanes) : load_some(p + l * kLanes, some);
    return result;
  }
  FUBINI_INLINE void write(double* p, Index some) const {
#pragma GCC unroll 4
    for (Index l = 0; l < wide; ++l)
      if (whole || l + 1 < wide)
        store(p + l * kLanes, lane[l]);
      else
        store_some(p + l * kLanes, some, lane[l]);
  }
};

// sums[r] += the sum over k < count of x[r * row + k * step] times the column at
// columns + k * height
template <Index wide, bool whole>
FUBINI_INLINE void multiply(const double* columns, Index height, Index some, const double* x,
                            Index row, Index step, Index count, Wide<wide, whole>* sums) {
  for (Index k = 0; k < count; ++k) {
    const auto column = Wide<wide, whole>::read(columns + k * height, some);
#pragma GCC unroll 6
    for (Index r = 0; r < kRows; ++r) {
      const double factor = x[r * row + k * step];
#pragma GCC unroll 4
      for (Index l = 0; l < wide; ++l) sums[r].lane[l] += factor * column.lane[l];
    }
  }
}

// A tile of `to`: kRows columns, of which the first `there` exist
template <Index wide, bool whole>
void add_tile(const double* columns, Index height, Index some, const double* x, Index row,
              Index step, Index count, double* to, Index there) {
  Wide<wide, whole> sums[kRows] = {};
  for (Index r = 0; r < there; ++r) sums[r] = Wide<wide, whole>::read(to + r * height, some);
  multiply<wide, whole>(columns, height, some, x, row, step, count, sums);
  for (Index r = 0; r < there; ++r) sums[r].write(to + r * height, some);
}

// to (height x kRows) += columns (height x count) times the numbers in x
void add_product(const double* columns, Index height, const double* x, Index row, Index step,
                 Index count, double* to, Index there) {
  for (Index at = 0; at < height; at += kMostWide * kLanes) {
    const Index left = std::min(height - at, kMostWide * kLanes),
                wide = (left + kLanes - 1) / kLanes;
    const Index some = left - (wide - 1) * kLanes;
    const auto tile = [&]<Index w>() {
      if (some == kLanes)
        add_tile<w, true>(columns + at, height, some, x, row, step, count, to + at, there);
      else
        add_tile<w, false>(columns + at, height, some, x, row, step, count, to + at, there);
    };
    switch (wide) {
      case 1: tile.template operator()<1>(); break;
      case 2: tile.template operator()<2>(); break;
      case 3: tile.template operator()<3>(); break;
      default: tile.template operator()<4>();
    }
  }
}

void widen(const float* from, Index count, double* to) {
  Index j = 0;
  for (; j + kLanes <= count; j += kLanes) store(to + j, load(from + j));
  for (; j < count; ++j) to[j] = from[j];
}

double* buffer(Index size) {
  thread_local AlignedVector<double> memory;
  if (std::ssize(memory) < size) memory.resize(size);
  return memory.data();
}

}  // namespace

void add_outputs(const Items& items, const double* weights, Index outputs, double* z) {
  const Index size = items.num_features();
  double* const x = buffer(kRows * size);
  for (Index i = 0; i < items.size(); i += kRows) {
    const Index there = std::min(kRows, items.size() - i);
    for (Index r = 0; r < there; ++r) {
      for (Index j = 0; j < size; j += kLine)  // the next tile's, while this one is multiplied
        __builtin_prefetch(items.row(i + kRows + r) + j, 0, 2);
      widen(items.row(i + r), size, x + r * size);
    }
    std::fill(x + there * size, x + kRows * size, 0.0);
    add_product(weights, outputs, x, size, 1, size, z + i * outputs, there);
  }
}

void add_gradient(const Items& items, const double* dz, Index outputs, double* dw) {
  constexpr Index kPanel = 8 * kRows;  // features at a time: those of all rows stay in cache
  const Index size = items.num_features();
  double* const x = buffer(items.size() * kPanel);
  for (Index first = 0; first < size; first += kPanel) {
    const Index there = std::min(kPanel, size - first);
    for (Index i = 0; i < items.size(); ++i) {
      widen(items.row(i) + first, there, x + i * kPanel);
      std::fill(x + i * kPanel + there, x + (i + 1) * kPanel, 0.0);
    }
    for (Index j = 0; j < there; j += kRows)
      add_product(dz, outputs, x + j, 1, kPanel, items.size(), dw + (first + j) * outputs,
                  std::min(kRows, there - j));
  }
}

}  // namespace fubini::dense_layer
