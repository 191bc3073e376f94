// SPDX-License-Identifier: BSD-3-Clause
#include "limits.hpp"

#include "fubini/core/detail/lanes.hpp"
#include "fubini/core/parallel.hpp"

#include <cstring>
#include <numeric>
#include <vector>

namespace fubini::bench {
namespace {

// work(first float, number of floats) over pieces of as many rows as a task of an objective has
template <class Work>
double over_pieces(const Dataset& data, int threads, const Work& work) {
  const Items items = data.items(0, data.num_queries());
  const Index rows = (data.num_rows() + 255) / 256;
  std::vector<double> parts((data.num_rows() + rows - 1) / rows);
  for_each_in_parallel(std::ssize(parts), threads, [&](Index k) {
    const Index first = k * rows, count = std::min(rows, data.num_rows() - first);
    parts[k] = work(items.row(first), count * items.stride());
  });
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

typedef long long Words __attribute__((vector_size(64)));

// Rows are whole cache lines: 16 floats.
double read(const float* p, Index size) {
  constexpr Index kLine = 16;
  Words seen[8] = {};
  const auto line = [&](Index k) {
    Words words;
    std::memcpy(&words, p + k * kLine, sizeof words);
    return words;
  };
  Index k = 0;
  for (; (k + 8) * kLine <= size; k += 8)
#pragma GCC unroll 8
    for (Index l = 0; l < 8; ++l) seen[l] |= line(k + l);
  for (; k * kLine < size; ++k) seen[0] |= line(k);
  for (Index l = 1; l < 8; ++l) seen[0] |= seen[l];
  return static_cast<double>(seen[0][0] | seen[0][1] | seen[0][2] | seen[0][3]);
}

double add_up(const float* p, Index size) {
  Lanes sums[4] = {};
  Index k = 0;
  for (; k + 4 * kLanes <= size; k += 4 * kLanes)
#pragma GCC unroll 4
    for (Index l = 0; l < 4; ++l) sums[l] += load(p + k + l * kLanes);
  for (; k < size; k += kLanes) sums[0] += load(p + k);
  return sum((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

}  // namespace

double read_rows(const Dataset& data, int threads) { return over_pieces(data, threads, read); }
double sum_rows(const Dataset& data, int threads) { return over_pieces(data, threads, add_up); }

}  // namespace fubini::bench
