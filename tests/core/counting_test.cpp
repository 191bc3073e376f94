// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/counting.hpp"

#include "fubini/core/partitions.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

namespace fubini::counting_test {
namespace {

// Fubini(100) has 174 digits: enough to hold it, and to see an error of 1e-97 relative to it.
using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<220>>;

BigInteger factorial(Index n) {
  BigInteger product = 1;
  for (Index i = 2; i <= n; ++i) product *= i;
  return product;
}

BigInteger binomial(Index n, Index k) { return factorial(n) / (factorial(k) * factorial(n - k)); }

// Set partitions of n items by their number of subsets: item i joins an old subset or opens one.
void count_set_partitions(Index remaining, Index opened, std::vector<Index>& count) {
  if (remaining == 0) {
    ++count[opened];
    return;
  }
  for (Index joined = 0; joined < opened; ++joined)
    count_set_partitions(remaining - 1, opened, count);
  count_set_partitions(remaining - 1, opened + 1, count);
}

TEST(StirlingSecond, CountsSetPartitions) {
  for (Index n = 0; n <= 8; ++n) {
    std::vector<Index> count(n + 1, 0);
    count_set_partitions(n, 0, count);
    for (Index k = 0; k <= n; ++k) EXPECT_EQ(stirling_second(n, k), count[k]) << n << ' ' << k;
  }
}

TEST(StirlingSecond, IsZeroOutsideTheTriangle) {
  EXPECT_EQ(stirling_second(0, 0), 1);
  EXPECT_EQ(stirling_second(0, 1), 0);
  EXPECT_EQ(stirling_second(5, 0), 0);
  EXPECT_EQ(stirling_second(5, 6), 0);
  EXPECT_EQ(stirling_second(5, 50), 0);
}

TEST(StirlingSecond, ObeysItsRecurrenceBeyond64Bits) {
  const Index n = 60;
  for (Index k = 1; k <= n; ++k)
    EXPECT_EQ(stirling_second(n, k), k * stirling_second(n - 1, k) + stirling_second(n - 1, k - 1));
}

TEST(StirlingSecond, TurnsPowersIntoFallingFactorials) {
  const Index n = 40, x = 57;  // x^n = sum over k of S(n, k) x (x - 1) ... (x - k + 1)
  BigInteger total = 0, falling = 1, power = 1;
  for (Index k = 0; k <= n; ++k) {
    total += stirling_second(n, k) * falling;
    falling *= x - k;
  }
  for (Index i = 0; i < n; ++i) power *= x;
  EXPECT_EQ(total, power);
}

TEST(FubiniNumber, HasTheKnownValues) {
  const std::vector<Index> known = {1, 1, 3, 13, 75, 541, 4683, 47293};
  for (std::size_t n = 0; n < known.size(); ++n)
    EXPECT_EQ(fubini_number(static_cast<Index>(n)), known[n]) << n;
  EXPECT_EQ(fubini_number(10), 102247563);
}

TEST(FubiniNumber, SumsTheFirstBucketsOut) {
  // Choose the first bucket, then order the rest: F(n) = sum over k of C(n, k) F(n - k).
  for (const Index n : {1, 2, 5, 20, 40}) {
    BigInteger total = 0;
    for (Index k = 1; k <= n; ++k) total += binomial(n, k) * fubini_number(n - k);
    EXPECT_EQ(fubini_number(n), total) << n;
  }
}

TEST(FubiniNumber, SumsTheBucketCountsOut) {
  const Index n = 30;
  BigInteger total = 0;
  for (Index k = 0; k <= n; ++k) total += factorial(k) * stirling_second(n, k);
  EXPECT_EQ(fubini_number(n), total);
}

TEST(FubiniNumber, EqualsItsInfiniteSeries) {
  // F(n) = sum over m of m^n / 2^(m+1), to within 1/2; at m = 2000 a term is below 1e-270.
  const int n = 100;
  Real total = 0, half_power = 1;
  for (int m = 0; m < 2000; ++m) {
    half_power /= 2;
    total += pow(Real(m), n) * half_power;
  }
  EXPECT_EQ(fubini_number(n), BigInteger(round(total)));
}

TEST(FubiniNumber, ApproachesItsAsymptote) {
  // The exponential generating function 1 / (2 - e^x) has poles ln 2 + 2 pi i k. The nearest gives
  // n! / (2 (ln 2)^(n+1)); the next two are this much smaller together, the others far below.
  const int n = 100;
  const Real ln_2 = log(Real(2)), two_pi = 2 * boost::math::constants::pi<Real>();
  const Real leading = Real(factorial(n)) / (2 * pow(ln_2, n + 1));
  const Real next = 2 * pow(ln_2 / sqrt(ln_2 * ln_2 + two_pi * two_pi), n + 1);
  const Real error = abs(Real(fubini_number(n)) / leading - 1);
  EXPECT_LT(error, next * Real(1.001));
}

TEST(OrderedPartitions, VisitsEachExactlyOnce) {
  for (Index n = 1; n <= 7; ++n) {
    Index visits = 0;
    std::set<std::vector<Index>> seen;
    for_each_ordered_partition(n, [&](const Ranking& ranking) {
      ++visits;
      ASSERT_EQ(ranking.num_items(), n);
      std::vector<Index> bucket_of_item(n, -1);
      for (Index p = 0; p < n; ++p) bucket_of_item[ranking.order()[p]] = ranking.bucket_of(p);
      // no item left out, no bucket empty
      std::set<Index> buckets(bucket_of_item.begin(), bucket_of_item.end());
      EXPECT_EQ(*buckets.begin(), 0);
      EXPECT_EQ(*buckets.rbegin() + 1, ranking.num_buckets());
      EXPECT_EQ(static_cast<Index>(buckets.size()), ranking.num_buckets());
      seen.insert(std::move(bucket_of_item));
    });
    EXPECT_EQ(visits, fubini_number(n)) << n;
    EXPECT_EQ(static_cast<Index>(seen.size()), fubini_number(n)) << n;
  }
}

TEST(OrderedPartitions, HasEveryShapeAsOftenAsCountingSays) {
  const Index n = 6;
  std::vector<Index> by_buckets(n + 1, 0);
  for_each_ordered_partition(n, [&](const Ranking& r) { ++by_buckets[r.num_buckets()]; });
  for (Index k = 0; k <= n; ++k)
    EXPECT_EQ(by_buckets[k], factorial(k) * stirling_second(n, k)) << k;
}

}  // namespace
}  // namespace fubini::counting_test
