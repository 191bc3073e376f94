// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/random.hpp"

#include <Random123/philox.h>
#include <Random123/uniform.hpp>

namespace fubini {
namespace {

std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }

inline double numbered(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  const r123::Philox4x32::ctr_type counter = {{low(index), high(index), low(stream), high(stream)}};
  const r123::Philox4x32::key_type key = {{low(seed), high(seed)}};
  const auto bits = r123::Philox4x32{}(counter, key);
  return r123::u01fixedpt<double>(std::uint64_t{bits[0]} << 32 | bits[1]);
}

}  // namespace

double uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  return numbered(seed, stream, index);
}

void fill_uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
                  std::span<double> numbers) {
  for (std::size_t k = 0; k < numbers.size(); ++k) numbers[k] = numbered(seed, stream, first + k);
}

}  // namespace fubini
