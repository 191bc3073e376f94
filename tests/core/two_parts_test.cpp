// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/two_parts.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fubini::two_parts_test {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;

constexpr double kTwoParts = 1e-31;  // relative: twice 53 bits

TEST(TwoParts, ADifferenceKeepsWhatRoundingTakes) {
  const TwoParts d = difference(1e300, 1e20);
  EXPECT_EQ(d.high, 1e300);
  EXPECT_EQ(d.low, -1e20);
  EXPECT_EQ(difference(d, {1e300, 0}), -1e20);
  EXPECT_EQ(difference(TwoParts{1, 0x1p-60}, {1, 0x1p-61}), 0x1p-61);
}

TEST(TwoParts, ADifferenceBeyondAllNumbersIsInfinite) {
  const double most = std::numeric_limits<double>::max();
  const TwoParts d = difference(most, -most);
  EXPECT_EQ(d.high, std::numeric_limits<double>::infinity());
  EXPECT_EQ(d.low, 0);
}

TEST(TwoParts, AnExponentialHasThirtyDigitsWhereItIsLarge) {
  for (const double x : {7.0, 30.1, 7.25, 30.1, 700.0}) {
    const TwoParts parts = exp_in_parts(x);
    const Exact wanted = exp(Exact(x)), found = Exact(parts.high) + parts.low;
    EXPECT_EQ(parts.high, std::exp(x)) << x;
    EXPECT_LE(abs(found / wanted - 1), kTwoParts) << x;
  }
  EXPECT_EQ(exp_in_parts(800).high, std::numeric_limits<double>::infinity());
  EXPECT_EQ(exp_in_parts(800).low, 0);
  EXPECT_EQ(exp_in_parts(-800).high, 0);
}

TEST(TwoParts, ASoftplusKeepsItsSmallPart) {
  for (const double x : {1.0, 20.3, 40.0, 300.0}) {
    const TwoParts parts = softplus_in_parts(x);
    const Exact wanted = log(1 + exp(Exact(x))), found = Exact(parts.high) + parts.low;
    // the second part is itself a rounded double
    EXPECT_LE(abs(found - wanted), Exact(std::numeric_limits<double>::epsilon() * std::exp(-x)))
        << x;
  }
  EXPECT_EQ(softplus_in_parts(1e300).high, 1e300);
}

}  // namespace
}  // namespace fubini::two_parts_test
