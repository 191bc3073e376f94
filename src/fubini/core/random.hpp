// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <cstdint>
#include <span>

namespace fubini {

// Random numbers without state: the same (seed, stream, index) gives the same number, in any order
// and on any thread (Philox 4x32, from Random123).
//
// Uniform on (0, 1): never 0, never 1.
double uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

// numbers[k] = uniform(seed, stream, first + k), side by side
void fill_uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
                  std::span<double> numbers);

// Numbers drawn one after the other from one stream.
class Draws {
 public:
  Draws(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}
  double uniform() { return fubini::uniform(seed_, stream_, next_++); }
  double between(double low, double high) { return low + (high - low) * uniform(); }
  Index below(Index bound) {  // 0 .. bound-1
    const auto k = static_cast<Index>(uniform() * static_cast<double>(bound));
    return k < bound ? k : bound - 1;
  }

 private:
  std::uint64_t seed_, stream_, next_ = 0;
};

}  // namespace fubini
