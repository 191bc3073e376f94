// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/arithmetic/digits.hpp"

#include "models/davidson.hpp"
#include "models/davidson_luce.hpp"
#include "models/glenn_david.hpp"
#include "models/rao_kupper.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace fubini::digits_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class M>
PreciseGradient truth(const M& model, const Ranking& ranking, const std::vector<double>& f,
                      const std::vector<double>& ties) {
  return in_fifty_digits(define<Digits>(model), ranking, f, ties);
}

TEST(WideReal, KeepsSmallNumbersBesideLargeOnes) {
  const Real large = Real::wide(1e300), small(0x1p-100);
  EXPECT_EQ(static_cast<double>(large + small - large), 0x1p-100);
  EXPECT_EQ(static_cast<double>(small - large + 1 + large), 1 + 0x1p-100);
  EXPECT_LT(large, large + small);
  EXPECT_GT(-large, -(large + small));
  EXPECT_EQ(Real(1e300) + small - Real(1e300), Real(0)) << "50 digits do not";
}

TEST(WideReal, ExponentialsAndLogarithmsHaveNoEnd) {
  for (const double x : {1e300, -1e300, 1e17, -745.0, 0.5, -1e-300}) {
    const Real wide = Real::wide(x), there = exp(wide);
    EXPECT_GT(there, Real(0)) << x;
    EXPECT_EQ(static_cast<double>(log(there)), x);
    if (x > -1) {
      EXPECT_EQ(static_cast<double>(log1p(expm1(wide))), x);
    }
    EXPECT_EQ(static_cast<double>(exp(wide) * exp(-wide)), 1) << x;
  }
  EXPECT_EQ(static_cast<double>(exp(Real::wide(1e300))), infinity);
  EXPECT_EQ(static_cast<double>(exp(Real::wide(-1e300))), 0);
}

TEST(WideReal, IsTheSameNumberAsANarrowOne) {
  const auto near = [](const Real& wide, const Real& narrow) {
    const Real error = (wide - narrow) / narrow;
    EXPECT_LT(error, Real(1e-45));
    EXPECT_GT(error, Real(-1e-45));
  };
  for (const double x : {1e-12, 0.3, 1.0, 17.25, 300.0}) {
    const Real wide = Real::wide(x), narrow(x);
    near(exp(wide), exp(narrow));
    near(expm1(-wide), expm1(-narrow));
    near(log(wide + 1), log(narrow + 1));
    near(log1p(wide), log1p(narrow));
    near(sqrt(wide), sqrt(narrow));
    near(tanh(wide), tanh(narrow));
    near(erfc(wide / 8), erfc(narrow / 8));
    near(ldexp(wide, -3) / 7, ldexp(narrow, -3) / 7);
  }
}

TEST(Digits, FollowTheSizeOfTheArguments) {
  // d - 2 beta = -1e20, which neither doubles nor 50 digits see
  const PreciseGradient win = truth(davidson{}, Ranking({1, 1}), {1e300, 1e20}, {5e299});
  EXPECT_EQ(win.value.high, -1e20 / 2);
  EXPECT_EQ(win.slopes[0].high, 0.5);
  EXPECT_EQ(win.slopes[1].high, -0.5);
  EXPECT_EQ(win.slopes[2].high, -1);
  // lambda = alpha = d: both outcomes' softplus is log 2 at d - lambda = 0
  const PreciseGradient tie = truth(rao_kupper{}, Ranking({2}), {1e300, 0}, {1e300});
  EXPECT_EQ(tie.value.high, -std::log(2.0));
}

TEST(Digits, SeeATieThatIsFarFromBothWins) {
  // weights exp(1e300), 1 and exp(1e300 + 1e300/2) of the second stage's subsets
  const PreciseGradient win = truth(davidson_luce{}, Ranking({1, 1}), {1e300, 0}, {1e300});
  EXPECT_EQ(win.value.high, -1e300 / 2);
  EXPECT_EQ(win.slopes[2].high, -1);
}

TEST(Digits, AThresholdBeyondAllNumbersMakesATieCertain) {
  for (const double gamma : {800.0, 1e10, 1e300}) {
    const PreciseGradient tie = truth(glenn_david{}, Ranking({2}), {1e300, 1}, {gamma + 800});
    EXPECT_EQ(tie.value.high, 0) << gamma;
    for (const Precise& slope : tie.slopes) EXPECT_EQ(slope.high, 0) << gamma;
  }
}

TEST(Digits, WhatNoDoubleHoldsIsInfinite) {
  EXPECT_EQ(truth(glenn_david{}, Ranking({1, 1}), {0, 0}, {400}).value.high, -infinity);
}

}  // namespace
}  // namespace fubini::digits_test
