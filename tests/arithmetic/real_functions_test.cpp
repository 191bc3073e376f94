// SPDX-License-Identifier: BSD-3-Clause
// The truth that others are measured against: functions of 50 digits by what must hold between them,
// slopes by differences of their values.
#include "tests/arithmetic/functions.hpp"

#include <gtest/gtest.h>

namespace fubini::real_functions_test {

using namespace measured;

namespace {

constexpr double kDigits = 1e-46;  // of 50, some are lost on the way there and back

void expect_equal(const char* what, double at, const Real& found, const Real& wanted) {
  const Real error = abs(found - wanted) / fmax(abs(wanted), Real(1e-30));
  EXPECT_LT(error, Real(kDigits)) << what << " at " << at << ": error "
                                  << static_cast<double>(error);
}

TEST(RealFunctions, KeepFiftyDigits) {
  for (const bool wide : {false, true})
    for (const double at : {0.3, -0.3, 1e-3, 0.97, -0.5, 1.5, -2.25, 4.0, 7.1, -11.3}) {
      const Real x = wide ? Real::wide(at) : Real(at), one = 1, size = abs(x);
      const Real pi = 4 * atan(one), shift = 0.37;
      expect_equal("sin cos", at, sin(x) * sin(x) + cos(x) * cos(x), one);
      expect_equal("tan atan", at, tan(atan(x)), x);
      expect_equal("sin asin", at, sin(asin(x / 12)), x / 12);
      expect_equal("cos acos", at, cos(acos(x / 12)), x / 12);
      expect_equal("asin acos", at, asin(x / 12) + acos(x / 12), pi / 2);
      expect_equal("atan2", at, tan(atan2(x, one)), x);
      expect_equal("atan2 behind", at, atan2(size, -one), pi - atan(size));
      expect_equal("sinh asinh", at, sinh(asinh(x)), x);
      expect_equal("cosh acosh", at, cosh(acosh(1 + size)), 1 + size);
      expect_equal("tanh atanh", at, tanh(atanh(x / 12)), x / 12);
      expect_equal("sinh exp", at, cosh(x) + sinh(size), exp(size));
      expect_equal("cbrt", at, cbrt(x) * cbrt(x) * cbrt(x), x);
      expect_equal("exp2 log2", at, exp2(log2(size)), size);
      expect_equal("pow log10", at, pow(Real(10), log10(size)), size);
      expect_equal("pow sqrt", at, pow(size, Real(0.5)), sqrt(size));
      expect_equal("pow whole", at, pow(x, Real(3)), x * x * x);
      expect_equal("erf erfc", at, erf(x) + erfc(x), one);
      expect_equal("tgamma", at, tgamma(x + 1 + shift), (x + shift) * tgamma(x + shift));
      expect_equal("lgamma", at, exp(lgamma(x + shift)), abs(tgamma(x + shift)));
      expect_equal("digamma", at, digamma(x + 1 + shift), digamma(x + shift) + 1 / (x + shift));
      expect_equal("beta", at, beta(size, one), 1 / size);
      expect_equal("fmod", at, trunc(x / 0.7) * 0.7 + fmod(x, Real(0.7)), x);
      expect_equal("hypot", at, hypot(3 * x, 4 * x), 5 * size);
    }
  expect_equal("digamma", -0.5, digamma(Real(-0.5)), digamma(Real(1.5)));
  expect_equal("tan", 0.5, Real(1) / tan(2 * atan(Real(1))), Real(0));  // Boost 1.74: 1/1.57
}

TEST(RealFunctions, RoundAsDoublesDo) {
  for (const double at : {0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49, -3.99, 1e15 + 0.5, 1e300})
    for (const Real& x : {Real(at), Real::wide(at)}) {
      EXPECT_EQ(static_cast<double>(floor(x)), std::floor(at));
      EXPECT_EQ(static_cast<double>(ceil(x)), std::ceil(at));
      EXPECT_EQ(static_cast<double>(round(x)), std::round(at));
      EXPECT_EQ(static_cast<double>(trunc(x)), std::trunc(at));
    }
}

TEST(RealFunctions, AreNotNumbersWhereTheyHaveNoValue) {
  const auto lost = [](const Real& x) { return x != x; };
  for (const Real& two : {Real(2), Real::wide(2)}) {
    EXPECT_TRUE(lost(acos(two)) && lost(asin(-two)) && lost(atanh(two)) && lost(acosh(-two)));
    EXPECT_TRUE(lost(log(-two)) && lost(sqrt(-two)) && lost(pow(-two, Real(0.5))));
    EXPECT_TRUE(lost(tgamma(-two)) && lost(digamma(-two)));
    EXPECT_EQ(static_cast<double>(lgamma(-two)), std::numeric_limits<double>::infinity());
  }
}

TEST(RealFunctions, HaveTheSlopesOfTheirValues) {
  constexpr double kOfDifferences = 1e-17;  // step^2 is 1e-50, and 50 digits less 25 are left
  const auto steps = [](const std::string& name, const std::vector<double>& at) {
    if (name == "round") return std::abs(at[0] - std::trunc(at[0])) == 0.5;
    return (name == "ceil" || name == "floor" || name == "trunc") && at[0] == std::floor(at[0]);
  };
  for (const Function& function : functions())
    for (const std::vector<double>& at : function.points) {
      if (std::ranges::any_of(at,
                              [](double v) { return std::abs(v) > 1e7 || std::abs(v) < 1e-12; }))
        continue;
      if (steps(function.name, at) || (at.size() == 2 && at[0] == at[1])) continue;
      const Reals x(at.begin(), at.end()), there = value_and_slopes(function.text, x);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const Real step = step_from(x[i]);
        Reals ahead = x, behind = x;
        ahead[i] += step;
        behind[i] -= step;
        const Real after = value_and_slopes(function.text, ahead)[0];
        const Real before = value_and_slopes(function.text, behind)[0];
        const Real error = abs((after - before) / (2 * step) - there[1 + i]);
        EXPECT_LE(error, kOfDifferences * fmax(abs(there[1 + i]), abs(there[0] / x[i])))
            << function.name << " at " << testing::PrintToString(at) << ", argument " << i;
      }
    }
}

}  // namespace
}  // namespace fubini::real_functions_test
