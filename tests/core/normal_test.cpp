// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/normal.hpp"

#include "fubini/core/vector_math.hpp"

#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/log1p.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace fubini::normal_test {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr double mills_ulps = 4;        // "to rounding": 26 terms, a division, a conversion
constexpr double vector_math_ulps = 4;  // promised in vector_math.hpp
constexpr double no_promise_below = 1e-307;

Exact upper_tail(const Exact& y) { return boost::math::erfc(y / sqrt(Exact(2))) / 2; }

Exact log_density(const Exact& x) { return -x * x / 2 - log(8 * atan(Exact(1))) / 2; }

// By erfc where exp(-y^2/2) is cheap, else by Laplace's fraction 1/(y+ 1/(y+ 2/(y+ ..., of which 40
// terms are far more than 50 digits need beyond 25.
Exact exact_mills_ratio(const Exact& y) {
  if (y < 25) return upper_tail(y) / exp(log_density(y));
  Exact tail = y;
  for (int k = 40; k >= 1; --k) tail = y + k / tail;
  return 1 / tail;
}

Exact exact_log_cdf(const Exact& x) {
  if (x <= 0) return log_density(x) + log(exact_mills_ratio(-x));
  return boost::math::log1p(Exact(-upper_tail(x)));
}

// For |d| up to 50: 50 digits stay after the difference, even at tau = exp(-30).
Exact exact_log_interval(const Exact& d, const Exact& gamma) {
  const Exact a = abs(d), tau = exp(gamma);
  if (a < tau) return boost::math::log1p(Exact(-upper_tail(tau - a) - upper_tail(tau + a)));
  return log(upper_tail(a - tau) - upper_tail(a + tau));
}

// In units of the last place of a double at `wanted`.
template <class Wide>
double ulps(double found, const Wide& wanted) {
  using std::abs;
  const double scale = static_cast<double>(abs(wanted));
  return static_cast<double>(abs(Wide(found) - wanted)) /
         std::max(std::ldexp(epsilon, std::ilogb(scale)),
                  std::numeric_limits<double>::denorm_min());
}

std::vector<double> half_line() {
  std::vector<double> y = {0, 1e-300, 4, 1e6};
  // R just below a power of 2, where an ulp is smallest: the worst that a search found
  y.insert(y.end(), {0.31662366232813854, 3.7827166054133721, 7.982228654605394, 15.938450347211729,
                     31.975836301997408, 31.987327101518634, 63.998886898419734});
  for (double x = 1e-8; x < 1e6; x *= 1.09) y.push_back(x);
  for (double x = 0.013; x < 40; x += 0.21) y.push_back(x);
  return y;
}

TEST(MillsRatio, TheTwoReferencesAgreeWhereTheyMeet) {
  const Exact y = 25, by_erfc = upper_tail(y) / exp(log_density(y));
  EXPECT_LT(abs(exact_mills_ratio(y) / by_erfc - 1), Exact(1e-40));
}

TEST(MillsRatio, IsExactToRounding) {
  EXPECT_NEAR(mills_ratio(0.0), std::sqrt(std::numbers::pi / 2), mills_ulps * epsilon);
  for (const double y : half_line())
    EXPECT_LE(ulps(mills_ratio(y), exact_mills_ratio(y)), mills_ulps) << "y = " << y;
}

TEST(MillsRatio, VanishesAtInfinity) {
  EXPECT_EQ(mills_ratio(infinity), 0);
  std::vector<double> y = {infinity, 1};
  vector_math::mills_ratio(y, y);
  EXPECT_EQ(y[0], 0);
}

TEST(VectorMath, MillsRatioKeepsItsPromise) {
  const std::vector<double> y = half_line();
  std::vector<double> found(y.size());
  vector_math::mills_ratio(y, found);
  for (std::size_t i = 0; i < y.size(); ++i)
    EXPECT_LE(ulps(found[i], exact_mills_ratio(y[i])), vector_math_ulps) << "y = " << y[i];
}

void expect_within_promise(double found, long double wanted, double x) {
  if (wanted < no_promise_below && wanted >= 0) {
    EXPECT_GE(found, 0) << "x = " << x;
    EXPECT_LE(found, no_promise_below) << "x = " << x;
  } else {
    EXPECT_LE(ulps(found, wanted), vector_math_ulps) << "x = " << x;
  }
}

std::vector<double> whole_line() {
  std::vector<double> x = {0.0, -0.0, 1e-300, -1e-300, 709.78, -708, -745, -1e4};
  for (double t = -745; t < 709.7; t += 0.37) x.push_back(t);
  for (double t = 1e-17; t < 50; t *= 1.2) x.insert(x.end(), {t, -t});
  return x;
}

TEST(VectorMath, ExpKeepsItsPromise) {
  const std::vector<double> x = whole_line();
  std::vector<double> found = x;
  vector_math::exp(found);
  for (std::size_t i = 0; i < x.size(); ++i)
    expect_within_promise(found[i], std::exp(static_cast<long double>(x[i])), x[i]);
}

TEST(VectorMath, LogKeepsItsPromise) {
  std::vector<double> x = {1, std::numeric_limits<double>::max(),
                           std::numeric_limits<double>::min(), 1 + epsilon, 1 - epsilon / 2};
  for (double t = 3e-308; t < 1e307; t *= 3.7) x.push_back(t);
  for (double t = epsilon; t < 1; t *= 1.3) x.insert(x.end(), {1 + t, 1 - t / 2});
  std::vector<double> found = x;
  vector_math::log(found);
  EXPECT_EQ(found[0], 0);
  for (std::size_t i = 1; i < x.size(); ++i)
    EXPECT_LE(ulps(found[i], std::log(static_cast<long double>(x[i]))), vector_math_ulps)
        << "x = " << x[i];
}

TEST(VectorMath, SoftplusKeepsItsPromise) {
  std::vector<double> x = whole_line();
  x.insert(x.end(), {1e4, 1e300});
  std::vector<double> y(x.size()), s(x.size());
  vector_math::softplus(x, y, s);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const long double t = x[i], e = std::exp(-std::abs(t));
    expect_within_promise(y[i], std::max(t, 0.0L) + std::log1p(e), x[i]);
    expect_within_promise(s[i], (t > 0 ? 1 : e) / (1 + e), x[i]);
  }
}

TEST(VectorMath, TakesTheEndsOfTheLine) {
  std::vector<double> x = {infinity, -infinity, 1e4, -1e300};
  vector_math::exp(x);
  EXPECT_EQ(x[0], infinity);
  EXPECT_EQ(x[2], infinity);
  EXPECT_EQ(x[1], 0) << "times the largest number, exp(-709.8) would be about 1";
  EXPECT_EQ(x[3], 0);
  std::vector<double> t = {0, infinity};
  vector_math::log(t);
  EXPECT_EQ(t, (std::vector<double>{-infinity, infinity}));
}

// Each function as f(x, y): from x into y.
using Function = std::function<void(std::span<const double>, std::span<double>)>;
const std::vector<Function> functions = {
    [](auto x, auto y) {
      std::ranges::copy(x, y.begin());
      vector_math::exp(y);
    },
    [](auto x, auto y) {
      std::ranges::copy(x, y.begin());
      vector_math::log(y);
    },
    [](auto x, auto y) {
      std::vector<double> s(x.size());
      vector_math::softplus(x, y, s);
    },
    [](auto x, auto s) {
      std::vector<double> y(x.size());
      vector_math::softplus(x, y, s);
    },
    [](auto x, auto y) { vector_math::mills_ratio(x, y); },
};

TEST(VectorMath, AnElementsBitsDoNotDependOnItsPlaceOrTheLength) {
  std::vector<double> x(48);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.05 + 0.37 * static_cast<double>(i);
  for (std::size_t f = 0; f < functions.size(); ++f) {
    std::vector<double> alone(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      functions[f](std::span(x).subspan(i, 1), std::span(alone).subspan(i, 1));
    for (std::size_t length = 0; length <= 40; ++length)
      for (std::size_t first = 0; first < 8; ++first) {
        constexpr double untouched = -7;
        std::vector<double> y(x.size(), untouched);
        functions[f](std::span(x).subspan(first, length), std::span(y).subspan(first, length));
        for (std::size_t i = 0; i < x.size(); ++i) {
          const double wanted = first <= i && i < first + length ? alone[i] : untouched;
          ASSERT_EQ(std::bit_cast<std::uint64_t>(y[i]), std::bit_cast<std::uint64_t>(wanted))
              << "function " << f << " length " << length << " first " << first << " at " << i;
        }
      }
  }
}

TEST(VectorMath, WorksInPlace) {
  for (std::size_t length = 0; length <= 40; ++length) {
    std::vector<double> x(length), y(length), s(length), s_in_place(length);
    for (std::size_t i = 0; i < length; ++i) x[i] = 0.3 * static_cast<double>(i);
    std::vector<double> in_place = x;
    vector_math::softplus(x, y, s);
    vector_math::softplus(in_place, in_place, s_in_place);
    EXPECT_EQ(in_place, y);
    EXPECT_EQ(s_in_place, s);
    in_place = x;
    vector_math::mills_ratio(x, y);
    vector_math::mills_ratio(in_place, in_place);
    EXPECT_EQ(in_place, y);
  }
}

// log N has relative condition x^2 in the upper tail; else the parts add without cancelling.
double cdf_tolerance(double x, double wanted) {
  const double condition = x > 0 ? 1 + x * x : 1;
  return 8 * epsilon * condition * std::abs(wanted) + std::numeric_limits<double>::denorm_min();
}

TEST(LogNormalCdf, KeepsItsDigitsInBothTails) {
  for (double x = -50; x <= 50; x += 0.171) {
    const double wanted = static_cast<double>(exact_log_cdf(x));
    EXPECT_NEAR(log_normal_cdf(x), wanted, cdf_tolerance(x, wanted)) << "x = " << x;
  }
}

// Inside (|d| < tau) the logarithm is minus the two tails, of condition tau^2 as above. Outside,
// R(u) - exp(-2 a tau) R(v) loses at most a factor 1/(1 - exp(-1/10)), about 10, of the digits of
// R.
double interval_tolerance(double d, double gamma, double wanted) {
  const double tau = std::exp(gamma);
  if (std::abs(d) < tau) return 8 * epsilon * (1 + tau * tau) * std::abs(wanted);
  return 10 * mills_ulps * epsilon * std::max(1.0, std::abs(wanted));
}

void expect_exact_interval(double d, double gamma) {
  const double wanted = static_cast<double>(exact_log_interval(d, gamma));
  EXPECT_NEAR(log_normal_interval(d, gamma), wanted, interval_tolerance(d, gamma, wanted))
      << "d = " << d << ", gamma = " << gamma;
}

TEST(LogNormalInterval, KeepsItsDigitsEverywhere) {
  for (const double d : {0.0, 1e-9, 0.03, 0.9, 1.0, 1.1, 3.0, 7.5, 19.0, 20.1, 33.3, 50.0})
    for (double gamma = -30; gamma <= 3; gamma += 0.75) expect_exact_interval(d, gamma);
}

TEST(LogNormalInterval, KeepsItsDigitsAtTheBorderOfTheSeries) {
  for (const double d : {0.0, 0.04, 0.06, 0.5, 1.0, 2.0, 10.0, 50.0}) {
    const double border = std::log(0.05 / std::max(1.0, d));  // tau max(1, |d|) = 1/20
    for (const double step : {-0.1, -1e-3, -1e-12, 0.0, 1e-12, 1e-3, 0.1})
      expect_exact_interval(d, border + step);
  }
}

TEST(LogNormalInterval, KeepsItsDigitsAtTheBorderOfTheInside) {
  for (const double d : {0.06, 1.0, 5.0, 20.0})
    for (const double step : {-1e-3, -1e-12, 0.0, 1e-12, 1e-3})
      expect_exact_interval(d, std::log(d) + step);
}

TEST(LogNormalInterval, IsEvenInTheDifference) {
  for (const double d : {0.3, 1.7, 50.0, 2e4})
    for (const double gamma : {-30.0, -3.5, 0.2, 3.0})
      EXPECT_EQ(log_normal_interval(d, gamma), log_normal_interval(-d, gamma));
}

TEST(LogNormal, StaysFiniteFarOut) {
  const Exact d = 2e4;
  const double lower = static_cast<double>(exact_log_cdf(-d));
  EXPECT_NEAR(log_normal_cdf(-2e4), lower, cdf_tolerance(-2e4, lower));
  EXPECT_EQ(log_normal_cdf(2e4), 0);
  for (const double gamma : {-30.0, -12.0, -3.0, 0.0, 3.0}) {
    // erfc would underflow; the difference of two tails, with the density of the nearer taken out
    const Exact tau = exp(Exact(gamma)), u = d - tau, v = d + tau;
    const Exact difference = exact_mills_ratio(u) - exp(-2 * d * tau) * exact_mills_ratio(v);
    const double wanted = static_cast<double>(log_density(u) + log(difference));
    for (const double sign : {-1, 1})
      EXPECT_NEAR(log_normal_interval(sign * 2e4, gamma), wanted,
                  interval_tolerance(2e4, gamma, wanted));
  }
  EXPECT_EQ(log_normal_interval(2e4, 11.0), 0);  // tau = e^11 > 2e4: everything is inside
}

}  // namespace
}  // namespace fubini::normal_test
