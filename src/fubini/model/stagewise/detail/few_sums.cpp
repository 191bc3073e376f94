// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/detail/few_sums.hpp"

#include "fubini/core/detail/lanes.hpp"
#include "fubini/core/vector_math.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace fubini::detail {
namespace {

constexpr Index kFew = 128;
constexpr double kNear = 60;  // of u: one top serves all

typedef std::int64_t Counts __attribute__((vector_size(64)));

Index padded(Index n) { return (n + kLanes - 1) / kLanes * kLanes; }

}  // namespace

bool FewSums::start(std::span<const double> f, Extreme side, std::span<const double> u) {
  size_ = std::ssize(f);
  if (size_ > kFew) return false;
  double low = u[0], high = u[0];
  for (const double x : u) {
    low = x < low ? x : low;
    high = x > high ? x : high;
  }
  if (!(high - low <= kNear)) return false;
  top_ = high;
  if (e_.empty()) {
    for (AlignedVector<double>* one : {&scores_, &e_, &there_, &halves_, &parts_, &taken_})
      one->resize(kFew);
    places_.resize(kFew);
  }
  if (!count_places(f, side)) return false;
  const Index room = padded(size_);
  std::fill_n(e_.begin(), room, 0.0);
  std::fill_n(there_.begin(), room, 0.0);
  std::fill_n(halves_.begin(), room, 1.0);
  std::fill_n(taken_.begin(), room, 0.0);
  for (Index i = 0; i < size_; ++i) e_[places_[i]] = u[i] - top_;
  vector_math::exp(std::span(e_).first(size_));
  return true;
}

// The place of an item is the number of items before it.
bool FewSums::count_places(std::span<const double> f, Extreme side) {
  const Index room = padded(size_);
  const double sign = side == Extreme::largest ? -1 : 1;
  for (Index i = 0; i < size_; ++i) scores_[i] = sign * f[i];
  for (Index i = size_; i < room; ++i) scores_[i] = std::numeric_limits<double>::infinity();
  Counts same = {};
  for (Index i = 0; i < size_; ++i) {
    const double x = scores_[i];
    Counts before = {};
    for (Index j = 0; j < room; j += kLanes) {
      const Lanes other = load(&scores_[j]);
      before -= other < x;
      same -= other == x;
    }
    std::int64_t place = 0;
    for (Index l = 0; l < kLanes; ++l) place += before[l];
    places_[i] = place;
  }
  std::int64_t pairs = 0;
  for (Index l = 0; l < kLanes; ++l) pairs += same[l];
  return pairs == size_;
}

RankedSums::Sum FewSums::sum() {
  double weight = 1, total = 0;
  for (Index p = 0; p < size_; ++p) {
    const double part = weight * there_[p];
    parts_[p] = part;
    total += part;
    weight *= halves_[p];
  }
  return {.top = top_, .sum = total};
}

void FewSums::take(double share) {
  for (Index p = 0; p < size_; ++p) taken_[p] += share * parts_[p];
}

}  // namespace fubini::detail
