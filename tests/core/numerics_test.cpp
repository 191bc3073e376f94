// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/numerics.hpp"

#include "fubini/core/compensated_sum.hpp"

#include <boost/math/special_functions/log1p.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace fubini::numerics_test {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;

constexpr double epsilon = std::numeric_limits<double>::epsilon();

// Four operations, each half an ulp to one.
constexpr double few_roundings = 4 * epsilon;

Exact exact_sum(const std::vector<double>& x) {
  Exact total = 0;
  for (const double term : x) total += exp(Exact(term));
  return total;
}

double exact_log_ratio(const std::vector<double>& a, const std::vector<double>& b) {
  return static_cast<double>(log(exact_sum(a) / exact_sum(b)));
}

double log_ratio_of(const std::vector<double>& a, const std::vector<double>& b) {
  return log_ratio(sum_exp<double>(a), sum_exp<double>(b));
}

TEST(Softplus, IsExactAtAnySize) {
  EXPECT_DOUBLE_EQ(softplus(0.0), std::log(2.0));
  for (const double x : {-700.0, -40.0, -1.0, -1e-9, 1e-9, 1.0, 40.0, 700.0}) {
    const double wanted = static_cast<double>(boost::math::log1p(Exact(exp(Exact(x)))));
    EXPECT_NEAR(softplus(x), wanted, few_roundings * wanted) << x;
  }
  EXPECT_EQ(softplus(1e4), 1e4);
  EXPECT_EQ(softplus(-1e4), 0);
}

TEST(Softplus, DiffersFromItsMirrorByItsArgument) {
  for (const double x : {0.3, 5.0, 40.0, 1e4})
    EXPECT_NEAR(softplus(x) - softplus(-x), x, few_roundings * x);
}

TEST(Logistic, IsExactAtAnySize) {
  EXPECT_EQ(logistic(0.0), 0.5);
  for (const double x : {-700.0, -40.0, -1.0, 1.0, 40.0, 700.0}) {
    const double wanted = static_cast<double>(1 / (1 + exp(Exact(-x))));
    EXPECT_NEAR(logistic(x), wanted, few_roundings * wanted) << x;
  }
  EXPECT_EQ(logistic(1e4), 1);
  EXPECT_EQ(logistic(-1e4), 0);
}

TEST(ScaledSum, KeepsTheDigitsOfARatioAtAnyOffset) {
  // Multiples of 1/8, so that adding the offset is exact and must change nothing. A difference of
  // two logarithms would lose ten digits here.
  const std::vector<double> a = {0.125, -1.5, 0.75}, b = {0.5, -2.25, 1.375, 0.25};
  const double wanted = exact_log_ratio(a, b);
  for (const double offset : {0.0, 1e6, -1e6, 1e4}) {
    std::vector<double> a_far = a, b_far = b;
    for (double& x : a_far) x += offset;
    for (double& x : b_far) x += offset;
    EXPECT_NEAR(log_ratio_of(a_far, b_far), wanted, few_roundings) << offset;
  }
}

TEST(ScaledSum, TakesAnySpread) {
  const std::vector<std::vector<double>> sums = {
      {-1e4}, {1e4}, {-1e4, 1e4}, {1e4, -1e4}, {-1e4, 0, 1e4, 9999.5}, {0, -40}, {3, -1e4, 3}};
  for (const auto& a : sums)
    for (const auto& b : sums) {
      const double wanted = exact_log_ratio(a, b);
      EXPECT_NEAR(log_ratio_of(a, b), wanted, few_roundings * std::max(1.0, std::abs(wanted)));
    }
}

TEST(ScaledSum, DoesNotDependOnTheOrderOfTheTerms) {
  std::vector<double> x = {-1e4, -3, 0.5, 2, 40};
  const double wanted = static_cast<double>(log(exact_sum(x)));
  do EXPECT_NEAR(log(sum_exp<double>(x)), wanted, few_roundings * wanted);
  while (std::ranges::next_permutation(x).found);
}

TEST(ScaledSum, AddsSumsAsItAddsTerms) {
  const std::vector<double> low = {-2, -1e4, 0.5}, high = {1e4, 9999, 3};
  std::vector<double> both = low;
  both.insert(both.end(), high.begin(), high.end());
  const double wanted = static_cast<double>(log(exact_sum(both)));
  ScaledSum<double> rising = sum_exp<double>(low), falling = sum_exp<double>(high);
  rising += sum_exp<double>(high);
  falling += sum_exp<double>(low);
  EXPECT_NEAR(log(rising), wanted, few_roundings * wanted);
  EXPECT_NEAR(log(falling), wanted, few_roundings * wanted);
}

TEST(LogSumExp, IsExactInAnyOrder) {
  for (std::vector<double> x : {std::vector<double>{-1, 0.5, 2},
                                {-1e4, 0, 1e4},
                                {-1e4, -1e4, -1e4},
                                {1e6, 1e6 + 0.5, 1e6 - 0.5}}) {
    const double wanted = static_cast<double>(x[0] + log(exact_sum({0, x[1] - x[0], x[2] - x[0]})));
    do EXPECT_NEAR(log_sum_exp(x[0], x[1], x[2]), wanted, few_roundings * std::abs(wanted));
    while (std::ranges::next_permutation(x).found);
  }
}

TEST(LogNumSubsets, CountsThemExactly) {
  for (int n = 1; n <= 60; ++n) {
    const boost::multiprecision::cpp_int count = (boost::multiprecision::cpp_int(1) << n) - 1;
    const double wanted = static_cast<double>(log(Exact(count)));
    EXPECT_NEAR(log_num_subsets<double>(n), wanted, few_roundings * n * std::log(2.0)) << n;
  }
}

TEST(LogNumSubsets, TakesAnyNumberOfItems) {
  for (const std::ptrdiff_t n : {211, 212, 213, 1022, 1100, 1'000'000}) {
    const double wanted = static_cast<double>(n) * std::log(2.0);  // 2^-211 is far below rounding
    EXPECT_NEAR(log_num_subsets<double>(n), wanted, few_roundings * wanted) << n;
  }
}

double compensated(const std::vector<double>& terms) {
  CompensatedSum sum;
  for (const double x : terms) sum.add(x);
  return sum.value();
}

TEST(CompensatedSum, KeepsWhatCancellationWouldLose) {
  EXPECT_EQ(CompensatedSum().value(), 0);
  EXPECT_EQ(compensated({1e16, 1, -1e16}), 1);
  EXPECT_EQ(compensated({1, 1e16, -1e16}), 1);  // the large one second: Kahan's sum would fail
  EXPECT_EQ(compensated({1e16, 1, 1, 1, -1e16, -2}), 1);
  EXPECT_EQ(compensated(std::vector<double>(1 << 10, 0x1p-60)), 0x1p-50);
}

TEST(CompensatedSum, AddsManySmallTermsToALargeOne) {
  std::vector<double> terms = {1};
  terms.insert(terms.end(), 1 << 12, epsilon / 4);  // each alone is rounded away
  EXPECT_EQ(compensated(terms), 1 + (1 << 10) * epsilon);
}

TEST(CompensatedSum, IsTheExactSumRoundedOnce) {
  // Multiples of 2^-10 whose sums stay below 2^73: twice the precision holds every one exactly.
  std::mt19937_64 bits(1);
  const auto draw = [&](int exponent) {
    return std::ldexp(static_cast<double>(bits() >> 11), exponent);
  };
  std::vector<double> terms;
  for (int i = 0; i < 500; ++i) {
    const double x = draw(static_cast<int>(bits() % 10));
    terms.insert(terms.end(), {x, -x, draw(-10)});  // x and -x come apart below
  }
  std::ranges::shuffle(terms, bits);
  Exact wanted = 0;
  for (const double x : terms) wanted += x;
  EXPECT_EQ(compensated(terms), static_cast<double>(wanted));
}

TEST(CompensatedSum, AddsProductsWithoutRoundingThem) {
  const double a = 1 + 0x1p-30;  // a^2 = 1 + 2^-29 + 2^-60 does not fit a double
  CompensatedSum sum;
  sum.add_product(a, a);
  sum.add(-1);
  sum.add(-0x1p-29);
  EXPECT_EQ(sum.value(), 0x1p-60);
}

TEST(CompensatedSum, AddsManyProductsExactly) {
  std::mt19937_64 bits(2);
  const auto draw = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53 - 0.5; };
  CompensatedSum sum;
  Exact wanted = 0;
  for (int i = 0; i < 1000; ++i) {
    const double a = draw(), b = draw();
    sum.add_product(a, b);
    wanted += Exact(a) * b;
  }
  const double rounded = static_cast<double>(wanted);
  sum.add(-rounded);  // what remains lies below the last place of the sum
  const double rest = static_cast<double>(wanted - rounded);
  // 2000 additions at twice the precision of a sum below 1000
  EXPECT_NEAR(sum.value(), rest, 2000 * 1000 * epsilon * epsilon);
  EXPECT_NE(rest, 0);
}

TEST(ExactSum, KeepsTermsOfEverySize) {
  const std::vector<double> terms = {1e300, 1e150, 1, 1e-300, -1e150, -1e300, -1};
  ExactSum sum;
  EXPECT_EQ(sum.value(), 0);
  for (const double x : terms) sum.add(x);
  EXPECT_EQ(sum.value(), 1e-300);
  EXPECT_NE(compensated(terms), 1e-300) << "twice the precision is not enough";
}

TEST(ExactSum, AddsProductsWithoutRoundingThem) {
  ExactSum sum;
  for (const double size : {1e-90, 1.0, 1e90}) sum.add_product(1 + 0x1p-30, size);
  for (const double size : {1e90, 1.0}) sum.add_product(-1 - 0x1p-30, size);
  EXPECT_EQ(sum.value(), (1 + 0x1p-30) * 1e-90);
}

}  // namespace
}  // namespace fubini::numerics_test
