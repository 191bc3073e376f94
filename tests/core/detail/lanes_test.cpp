// SPDX-License-Identifier: BSD-3-Clause
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"  // g++ 12 warns of its own AVX-512 (bug 105593)
#endif
#include "fubini/core/detail/lanes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace fubini::lanes_test {
namespace {

// 1, 2, 3, ...: no two alike, none the zero that fills up. The memory ends behind the last, where
// the address sanitizer watches.
template <class Number>
std::vector<Number> counting(Index size) {
  std::vector<Number> x(size);
  std::iota(x.begin(), x.end(), Number{1});
  return x;
}

Lanes counting_lanes() { return load(counting<double>(kLanes).data()); }

template <class Number>
void expect_loads() {
  for (Index offset = 0; offset <= 2 * kLanes; ++offset) {
    const std::vector<Number> x = counting<Number>(offset + kLanes);
    const Lanes v = load(x.data() + offset);
    for (Index k = 0; k < kLanes; ++k) EXPECT_EQ(v[k], x[offset + k]) << offset << " + " << k;
  }
}

TEST(Lanes, AreLoadedFromAnyAddress) {
  expect_loads<double>();
  expect_loads<float>();
}

template <class Number>
void expect_loads_some() {
  for (Index offset = 0; offset <= kLanes; ++offset)
    for (Index count = 0; count < kLanes; ++count) {
      const std::vector<Number> x = counting<Number>(offset + count);
      const Lanes v = load_some(x.data() + offset, count);
      for (Index k = 0; k < kLanes; ++k)
        EXPECT_EQ(v[k], k < count ? x[offset + k] : Number{0}) << count << " at " << offset;
    }
}

TEST(Lanes, AreLoadedInPartAndFilledWithZeros) {
  expect_loads_some<double>();
  expect_loads_some<float>();
}

TEST(Lanes, ThatAreNotLoadedMayHoldAnything) {
  for (Index count = 0; count < kLanes; ++count) {
    std::vector<double> x(kLanes, std::nan(""));
    std::vector<float> y(kLanes, std::nanf(""));
    for (Index k = 0; k < count; ++k) y[k] = 1.0F, x[k] = 1;
    for (Index k = 0; k < kLanes; ++k) {
      EXPECT_EQ(load_some(x.data(), count)[k], k < count ? 1 : 0) << count;
      EXPECT_EQ(load_some(y.data(), count)[k], k < count ? 1 : 0) << count;
    }
  }
}

// Writes `count` numbers at `offset` and expects all others to be as they were.
template <class Store>
void expect_stores(Index offset, Index count, Store&& store_them) {
  constexpr double guard = -1;
  std::vector<double> memory(offset + count + kLanes, guard);
  store_them(memory.data() + offset);
  for (Index k = 0; k < static_cast<Index>(memory.size()); ++k) {
    const bool inside = k >= offset && k < offset + count;
    EXPECT_EQ(memory[k], inside ? counting_lanes()[k - offset] : guard)
        << count << " at " << offset;
  }
  std::vector<double> exact(offset + count);  // for the address sanitizer
  store_them(exact.data() + offset);
}

TEST(Lanes, AreStoredAtAnyAddressAndNowhereElse) {
  for (Index offset = 0; offset <= 2 * kLanes; ++offset)
    expect_stores(offset, kLanes, [](double* p) { store(p, counting_lanes()); });
}

TEST(Lanes, AreStoredInPartAndNowhereElse) {
  for (Index offset = 0; offset <= kLanes; ++offset)
    for (Index count = 0; count < kLanes; ++count)
      expect_stores(offset, count, [&](double* p) { store_some(p, count, counting_lanes()); });
}

// Powers of two: a sum that forgets one or takes one twice is another whole number. All sums of
// eight neighbours fit a double exactly.
Lanes powers(Index first) {
  Lanes v = {};
  for (Index k = 0; k < kLanes; ++k) v[k] = std::ldexp(1.0, static_cast<int>(first + k));
  return v;
}

double plain_sum(Lanes v) {
  double total = 0;
  for (Index k = 0; k < kLanes; ++k) total += v[k];
  return total;
}

TEST(Lanes, SumTakesEachOnce) {
  EXPECT_EQ(sum(powers(0)), plain_sum(powers(0)));
  EXPECT_EQ(sum(-powers(5)), plain_sum(-powers(5)));
  EXPECT_EQ(sum(counting_lanes()), kLanes * (kLanes + 1) / 2);
}

TEST(Lanes, EightSumsAreTheSumsOfEach) {
  Lanes v[kLanes];
  for (Index i = 0; i < kLanes; ++i) v[i] = (i % 2 == 0 ? 1 : -1) * powers(i * kLanes);
  const Lanes found = eight_sums(v);
  for (Index i = 0; i < kLanes; ++i) EXPECT_EQ(found[i], plain_sum(v[i])) << i;
}

template <class Number>
class AllFinite : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(AllFinite, Numbers);

TYPED_TEST(AllFinite, FindsWhatIsNotFiniteAtEveryPosition) {
  using Limits = std::numeric_limits<TypeParam>;
  for (const TypeParam bad :
       {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), -Limits::quiet_NaN()})
    for (Index size = 1; size <= 40; ++size)
      for (Index at = 0; at < size; ++at) {
        std::vector<TypeParam> x = counting<TypeParam>(size);
        x[at] = bad;
        EXPECT_FALSE(all_finite<TypeParam>(x)) << bad << " at " << at << " of " << size;
      }
}

TYPED_TEST(AllFinite, FindsInfinitiesOfBothSignsTogether) {
  constexpr TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  for (Index size = 2; size <= 40; ++size) {
    std::vector<TypeParam> x = counting<TypeParam>(size);
    x.front() = infinity;
    x.back() = -infinity;
    EXPECT_FALSE(all_finite<TypeParam>(x)) << size;
  }
}

TYPED_TEST(AllFinite, AcceptsAllThatIsFinite) {
  using Limits = std::numeric_limits<TypeParam>;
  // sums of the largest would overflow
  for (const TypeParam x :
       {Limits::max(), Limits::lowest(), Limits::denorm_min(), TypeParam{0}, -TypeParam{0}})
    for (Index size = 0; size <= 40; ++size)
      EXPECT_TRUE(all_finite<TypeParam>(std::vector<TypeParam>(size, x))) << size << " times " << x;
}

TYPED_TEST(AllFinite, LooksAtNothingBehindTheEnd) {
  for (Index size = 0; size < 40; ++size) {
    std::vector<TypeParam> x = counting<TypeParam>(size + kLanes);
    for (Index k = size; k < size + kLanes; ++k) x[k] = std::numeric_limits<TypeParam>::quiet_NaN();
    EXPECT_TRUE(all_finite<TypeParam>(std::span(x).first(size))) << size;
  }
}

}  // namespace
}  // namespace fubini::lanes_test
