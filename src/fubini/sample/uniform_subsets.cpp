// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/sample/uniform_subsets.hpp"

#include "fubini/core/detail/lanes.hpp"

#include <bit>
#include <cstring>

namespace fubini {
namespace {

typedef std::uint64_t Words __attribute__((vector_size(64)));

FUBINI_INLINE Words rotated(Words x, int by) { return x << by | x >> (64 - by); }

// SplitMix64: one number makes the states of all
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
  x = (x ^ x >> 27) * 0x94D049BB133111EBU;
  return x ^ x >> 31;
}

struct Generator {
  Words s[4];

  FUBINI_INLINE Lanes next() {  // uniform on [0, 1), 52 bits
    const Words x = rotated(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotated(s[3], 45);
    const Words from_one = x >> 12 | std::bit_cast<std::uint64_t>(1.0);
    Lanes u;
    std::memcpy(&u, &from_one, sizeof u);
    return u - 1;
  }
};

FUBINI_INLINE std::uint8_t below(Lanes a, Lanes b) {  // a bit a lane
#ifdef __AVX512F__
  return static_cast<std::uint8_t>(_mm512_cmp_pd_mask(a, b, _CMP_LT_OQ));
#else
  unsigned bits = 0;
  for (Index l = 0; l < kLanes; ++l) bits |= (a[l] < b[l] ? 1U : 0U) << l;
  return static_cast<std::uint8_t>(bits);
#endif
}

// total + x in the lanes of these bits
FUBINI_INLINE Lanes add_some(Lanes total, std::uint8_t bits, double x) {
#ifdef __AVX512F__
  return _mm512_mask_add_pd(total, bits, total, _mm512_set1_pd(x));
#else
  for (Index l = 0; l < kLanes; ++l)
    if (bits >> l & 1) total[l] += x;
  return total;
#endif
}

}  // namespace

UniformSubsets::UniformSubsets(Index num_items, std::uint64_t seed) : taken_(num_items) {
  for (std::uint64_t& word : state_) word = mixed(seed += 0x9E3779B97F4A7C15U);
}

void UniformSubsets::copy(Index l, std::span<char> in) const {
  const std::uint8_t* taken = taken_.data();
  char* const to = in.data();
  for (std::size_t i = 0, n = in.size(); i < n; ++i) to[i] = static_cast<char>(taken[i] >> l & 1);
}

void UniformSubsets::draw() {
  Generator random;
  std::memcpy(random.s, state_.data(), sizeof random.s);
  const auto n = static_cast<Index>(taken_.size());
  const Lanes drawn = random.next() * static_cast<double>(n);
  Lanes wanted;
  for (Index l = 0; l < kLanes; ++l)
    wanted[l] = static_cast<double>(1 + static_cast<Index>(drawn[l]));
  store(sizes_.data(), wanted);
  for (Index i = 0; i < n; ++i) {
    const std::uint8_t in = below(random.next() * static_cast<double>(n - i), wanted);
    taken_[i] = in;
    wanted = add_some(wanted, in, -1);
  }
  store(numbers_.data(), random.next());
  std::memcpy(state_.data(), random.s, sizeof random.s);
}

std::array<double, UniformSubsets::kSide> UniformSubsets::sums(std::span<const double> f) const {
  Lanes total = {};
  for (std::size_t i = 0; i < f.size(); ++i) total = add_some(total, taken_[i], f[i]);
  std::array<double, kSide> result;
  store(result.data(), total);
  return result;
}

}  // namespace fubini
