// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/detail/ranked_sums.hpp"

#include "fubini/core/detail/lanes.hpp"
#include "fubini/core/vector_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace fubini::detail {
namespace {

constexpr double kNear = 60;   // of u: exponentials relative to one top keep their digits
constexpr Index kEnough = 64;  // 2^-64 is nothing beside 1

// How much more c equal items weigh than one: the sum of 2^-j, j < c
double times_one(Index c) { return 2 - std::exp2(static_cast<double>(1 - c)); }

Index padded(Index n) { return (n + kLanes - 1) / kLanes * kLanes; }

}  // namespace

void RankedSums::start(std::span<const double> f, Extreme side, std::span<const double> u) {
  f_ = f;
  u_ = u;
  sign_ = side == Extreme::largest ? -1 : 1;
  const Index n = std::ssize(f);
  double low = u[0], high = u[0];
  for (const double x : u) {
    low = x < low ? x : low;
    high = x > high ? x : high;
  }
  const double range = high - low;
  top_ = high;
  near_ = range <= kNear;
  const bool falls = side == Extreme::largest && u.data() == f.data();
  const double more = falls ? 0 : range / std::numbers::ln2;
  most_ = more < static_cast<double>(n) ? std::min(n, kEnough + static_cast<Index>(more) + 1) : n;
  size_ = count_ = 0;

  const Index room = padded(most_ + 1);
  if (std::ssize(keys_) < room)
    for (AlignedVector<double>* one : {&keys_, &weights_, &parts_, &taken_}) one->resize(room);
  if (std::ssize(first_) < room)
    for (std::vector<Index>* one : {&first_, &members_, &ranks_}) one->resize(room);
  std::fill_n(weights_.begin(), room, 0.0);
  std::fill_n(parts_.begin(), room, 0.0);
  if (std::ssize(e_) < n)
    for (AlignedVector<double>* one : {&e_, &before_, &all_}) one->resize(n);
  group_.assign(n, -1);
  if (!near_) return;
  for (Index i = 0; i < n; ++i) e_[i] = u[i] - top_;
  vector_math::exp(std::span(e_).first(n));
}

void RankedSums::add(Index item) {
  const double x = key(item);
  const double* const keys = keys_.data();
  if (count_ >= most_ && keys[size_ - 1] < x) return;
  Index at = 0;
  for (Index j = 0; j < size_; ++j) at += keys[j] < x ? 1 : 0;
  if (at < size_ && keys[at] == x)
    join(at, item);
  else
    insert(at, item);
  while (ranks_[size_ - 1] >= most_) drop_last();
}

void RankedSums::insert(Index at, Index item) {
  const auto shift = [&](auto& all) {
    std::copy_backward(all.begin() + at, all.begin() + size_, all.begin() + size_ + 1);
  };
  shift(keys_);
  shift(taken_);
  shift(first_);
  shift(members_);
  shift(ranks_);
  if (near_) {
    shift(weights_);
    shift(parts_);
  }
  if (at == size_) ranks_[at] = count_;
  ++size_;
  ++count_;
  keys_[at] = key(item);
  taken_[at] = 0;
  first_[at] = group_[item] = item;
  members_[at] = 1;
  before_[item] = 0;
  halve_from(at + 1);
  if (near_) weigh(at);
}

void RankedSums::join(Index at, Index item) {
  ++count_;
  ++members_[at];
  group_[item] = first_[at];
  before_[item] = taken_[at];
  halve_from(at + 1);
  if (near_) weigh(at);
}

// One more item stands before these.
void RankedSums::halve_from(Index at) {
  for (Index j = at; j < size_; ++j) ++ranks_[j];
  if (!near_) return;
  for (Index j = at; j < size_; ++j) weights_[j] *= 0.5;
  for (Index j = at; j < size_; ++j) parts_[j] *= 0.5;
}

void RankedSums::weigh(Index at) {
  const double one = std::ldexp(e_[first_[at]], -static_cast<int>(ranks_[at]));
  weights_[at] = members_[at] == 1 ? one : one * times_one(members_[at]);
  parts_[at] = weights_[at] / static_cast<double>(members_[at]);
}

void RankedSums::drop_last() {
  --size_;
  count_ -= members_[size_];
  all_[first_[size_]] = taken_[size_];
  weights_[size_] = parts_[size_] = 0;
}

RankedSums::Sum RankedSums::sum() {
  Sum found{.top = top_};
  if (!near_) found = weigh_anew();
  Lanes total = {};
  for (Index j = 0; j < size_; j += kLanes) total += load(&weights_[j]);
  found.sum = fubini::sum(total);
  return found;
}

// Relative to the largest weight, by differences of what is given: no digits are lost on the way.
RankedSums::Sum RankedSums::weigh_anew() {
  using std::numbers::ln2;
  Index best = -1;
  for (Index j = 0; j < size_; ++j) {
    const double x = u_[first_[j]];
    if (x == -std::numeric_limits<double>::infinity()) continue;
    if (best < 0 || (x - u_[first_[best]]) > static_cast<double>(ranks_[j] - ranks_[best]) * ln2)
      best = j;
  }
  if (best < 0) return {};
  const double top = u_[first_[best]];
  const Index rank = ranks_[best];
  for (Index j = 0; j < size_; ++j)
    weights_[j] = (u_[first_[j]] - top) - static_cast<double>(ranks_[j] - rank) * ln2;
  vector_math::exp(std::span(weights_).first(size_));
  for (Index j = 0; j < size_; ++j) {
    if (members_[j] > 1) weights_[j] *= times_one(members_[j]);
    parts_[j] = weights_[j] / static_cast<double>(members_[j]);
  }
  return {.top = top, .rank = rank};
}

void RankedSums::take(double share) {
  const Lanes times = {share, share, share, share, share, share, share, share};
  for (Index j = 0; j < size_; j += kLanes)
    store(&taken_[j], load(&taken_[j]) + times * load(&parts_[j]));
}

void RankedSums::finish(std::span<double> g) {
  for (Index j = 0; j < size_; ++j) all_[first_[j]] = taken_[j];
  for (std::size_t i = 0; i < g.size(); ++i)
    if (group_[i] >= 0) g[i] -= all_[group_[i]] - before_[i];
}

}  // namespace fubini::detail
