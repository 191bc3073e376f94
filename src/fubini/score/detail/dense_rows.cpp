// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/detail/dense_rows.hpp"

#include "fubini/core/detail/lanes.hpp"

#include <algorithm>

namespace fubini::dense_rows {
namespace {

constexpr Index kTogether = 6;  // rows, so that weights and sums are loaded once for all of them
constexpr Index kStep = 2 * kLanes;  // columns: one cache line of floats

// Rows of a block are read twice, for the scores and for the gradient, the second time from cache.
// Machines look ahead in a single pass, but lose the thread in two; so memory is asked for what
// lies ahead, all the time: each pass over a small block asks for half of a block's lines, beyond
// its end. It must be more than half a block ahead, since the first pass moves at twice that pace.
// A block that does not stay in cache asks for its own lines in each pass.
constexpr Index kSmallBlock = Index{1} << 18, kFarAhead = 128 << 10,
                kNearAhead = 32 << 10;  // bytes
constexpr Index kLine = 64;

enum class Pass { score, gradient };
enum class Ahead { nothing, half, all };  // of as many lines as are used

constexpr Index lines(Pass pass, Ahead ahead, Index rows) {
  if (ahead == Ahead::nothing) return 0;
  if (ahead == Ahead::all) return rows;
  return pass == Pass::score ? (rows + 1) / 2 : rows / 2;
}

Index steps_of(const Items& items) { return (items.num_features() + kStep - 1) / kStep; }

// Runs along what lies ahead.
class Frontier {
 public:
  Frontier(const Items& items, Pass pass) {
    const Index row = items.stride() * Index{sizeof(float)}, size = items.size();
    const bool small = size * row <= kSmallBlock;
    pace_ = small ? Ahead::half : Ahead::all;
    at_ = reinterpret_cast<const char*>(items.row(0)) + (small ? kFarAhead : kNearAhead);
    if (small && pass == Pass::gradient)
      at_ += (size / kTogether * lines(Pass::score, pace_, kTogether) +
              lines(Pass::score, pace_, size % kTogether)) *
             steps_of(items) * kLine;
    end_ = reinterpret_cast<const char*>(items.row(size + items.rows_to_come()));
  }

  Ahead pace(Index rows, Index steps) const {
    return at_ + rows * steps * kLine <= end_ ? pace_ : Ahead::nothing;
  }

  template <Index lines>
  FUBINI_INLINE void advance() {
    for (Index l = 0; l < lines; ++l) __builtin_prefetch(at_ + l * kLine, 0, 2);
    at_ += lines * kLine;
  }

 private:
  const char* at_;
  const char* end_;
  Ahead pace_;
};

// work.operator()<rows, ahead>(i, frontier) for blocks of rows
template <class Work>
void for_each_block(const Items& items, Pass pass, const Work& work) {
  Frontier frontier(items, pass);
  const Index steps = steps_of(items), count = items.size();
  const auto with = [&]<Index rows>(Index i) {
    switch (frontier.pace(rows, steps)) {
      case Ahead::nothing: return work.template operator()<rows, Ahead::nothing>(i, frontier);
      case Ahead::half: return work.template operator()<rows, Ahead::half>(i, frontier);
      case Ahead::all: return work.template operator()<rows, Ahead::all>(i, frontier);
    }
  };
  Index i = 0;
  for (; i + kTogether <= count; i += kTogether) with.template operator()<kTogether>(i);
  switch (count - i) {
    case 1: return with.template operator()<1>(i);
    case 2: return with.template operator()<2>(i);
    case 3: return with.template operator()<3>(i);
    case 4: return with.template operator()<4>(i);
    case 5: return with.template operator()<5>(i);
    default: return;
  }
}

template <Index rows, Ahead ahead>
FUBINI_INLINE void dot(const float* x, Index stride, const double* w, Index size, double* f,
                       Frontier& frontier) {
  Lanes even[rows] = {}, odd[rows] = {};
  Index j = 0;
  for (; j + kStep <= size; j += kStep) {
    frontier.advance<lines(Pass::score, ahead, rows)>();
    const Lanes w_even = load(w + j), w_odd = load(w + j + kLanes);
    Lanes x_even[rows], x_odd[rows];  // conversions first: in between they would hold up the sums
#pragma GCC unroll 6
    for (Index r = 0; r < rows; ++r) {
      x_even[r] = load(x + r * stride + j);
      x_odd[r] = load(x + r * stride + j + kLanes);
    }
#pragma GCC unroll 6
    for (Index r = 0; r < rows; ++r) {
      even[r] += x_even[r] * w_even;
      odd[r] += x_odd[r] * w_odd;
    }
  }
  if (j < size) {
    frontier.advance<lines(Pass::score, ahead, rows)>();
    const Index some = std::min(size - j, kLanes);
    const bool whole = some == kLanes;
    const Lanes w_even = whole ? load(w + j) : load_some(w + j, some);
#pragma GCC unroll 6
    for (Index r = 0; r < rows; ++r) {
      const float* const p = x + r * stride + j;
      even[r] += (whole ? load(p) : load_some(p, some)) * w_even;
    }
    if (const Index left = size - j - kLanes; left > 0) {
      const Lanes w_odd = load_some(w + j + kLanes, left);
#pragma GCC unroll 6
      for (Index r = 0; r < rows; ++r)
        odd[r] += load_some(x + r * stride + j + kLanes, left) * w_odd;
    }
  }
  Lanes total[kLanes] = {};
#pragma GCC unroll 6
  for (Index r = 0; r < rows; ++r) total[r] = even[r] + odd[r];
  store_some(f, rows, eight_sums(total));
}

template <Index rows, Ahead ahead>
FUBINI_INLINE void update(const float* x, Index stride, const double* df, Index size, double* dw,
                          Frontier& frontier) {
  Lanes slope[rows];
#pragma GCC unroll 6
  for (Index r = 0; r < rows; ++r) slope[r] = Lanes{} + df[r];
  Index j = 0;
  for (; j + kStep <= size; j += kStep) {
    frontier.advance<lines(Pass::gradient, ahead, rows)>();
    Lanes even = load(dw + j), odd = load(dw + j + kLanes);
#pragma GCC unroll 6
    for (Index r = 0; r < rows; ++r) {
      even += load(x + r * stride + j) * slope[r];
      odd += load(x + r * stride + j + kLanes) * slope[r];
    }
    store(dw + j, even);
    store(dw + j + kLanes, odd);
  }
  if (j == size) return;
  frontier.advance<lines(Pass::gradient, ahead, rows)>();
  for (; j < size; j += kLanes) {
    const Index some = std::min(size - j, kLanes);
    const bool whole = some == kLanes;
    Lanes total = whole ? load(dw + j) : load_some(dw + j, some);
#pragma GCC unroll 6
    for (Index r = 0; r < rows; ++r) {
      const float* const p = x + r * stride + j;
      total += (whole ? load(p) : load_some(p, some)) * slope[r];
    }
    if (whole)
      store(dw + j, total);
    else
      store_some(dw + j, some, total);
  }
}

}  // namespace

void score(const Items& items, std::span<const double> w, std::span<double> f) {
  for_each_block(items, Pass::score, [&]<Index rows, Ahead ahead>(Index i, Frontier& frontier) {
    dot<rows, ahead>(items.row(i), items.stride(), w.data(), items.num_features(), f.data() + i,
                     frontier);
  });
}

void add_gradient(const Items& items, std::span<const double> df, std::span<double> dw) {
  for_each_block(items, Pass::gradient, [&]<Index rows, Ahead ahead>(Index i, Frontier& frontier) {
    update<rows, ahead>(items.row(i), items.stride(), df.data() + i, items.num_features(),
                        dw.data(), frontier);
  });
}

}  // namespace fubini::dense_rows
