// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fubini {

// Subsets of n items, a size uniform on 1..n, then items uniformly, drawn eight side by side: item
// after item, with w still wanted out of those left, one is in with probability w/left.
//
// Their numbers come from a generator of their own (xoshiro256++, Blackman and Vigna 2021), eight
// streams: Philox, which needs no state, would take most of the time here.
class UniformSubsets {
 public:
  static constexpr Index kSide = 8;

  UniformSubsets(Index num_items, std::uint64_t seed);

  void draw();  // the next eight
  Index size(Index l) const { return static_cast<Index>(sizes_[l]); }
  bool has(Index l, Index item) const { return (taken_[item] >> l & 1) != 0; }
  void copy(Index l, std::span<char> in) const;         // 1 for each item that is in, else 0
  double number(Index l) const { return numbers_[l]; }  // uniform on [0, 1), beside the subset
  // The sums of f over each, in the order of the items
  std::array<double, kSide> sums(std::span<const double> f) const;

 private:
  alignas(64) std::array<std::uint64_t, 4 * kSide> state_;
  alignas(64) std::array<double, kSide> sizes_{}, numbers_{};
  std::vector<std::uint8_t> taken_;  // of item i: bit l says that it is in subset l
};

}  // namespace fubini
