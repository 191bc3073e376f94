// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/random.hpp"
#include "fubini/core/vector_math.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace fubini::vector_tanh_test {
namespace {

using Numbers = std::vector<double>;
using Limits = std::numeric_limits<double>;

constexpr double few_ulp = 4;  // what the header promises

Numbers tanh_of(Numbers x) {
  vector_math::tanh(x);
  return x;
}

double tanh_alone(double x) { return tanh_of({x}).front(); }

// How far `found` lies from the truth, in units of the last place of a double of that size
double error_in_ulp(double found, double x) {
  const long double truth = std::tanh(static_cast<long double>(x));
  int exponent = 0;
  std::frexp(truth, &exponent);
  const long double ulp =
      std::max<long double>(std::ldexp(1.0L, exponent - Limits::digits), Limits::denorm_min());
  return static_cast<double>(std::abs(found - truth) / ulp);
}

// Positive arguments: a fine grid, all orders of magnitude, random digits, and the neighbours of
// numbers where implementations change from one formula to another.
Numbers sweep() {
  Numbers x = {1e-300, 1e-8, Limits::min(), Limits::denorm_min()};
  for (double y = 0x1p-10; y <= 50; y += 0x1p-10) x.push_back(y);
  for (double y = 1e-300; y < 50; y *= 1.07) x.push_back(y);
  Draws draws(1, 0);
  for (int i = 0; i < 50'000; ++i) x.push_back(draws.between(0, 2));
  for (int i = 0; i < 50'000; ++i) x.push_back(draws.between(0, 25));
  for (const double change :
       {0.25, 0.35, 0.5, std::log(3.0) / 2, 0.55, 0.625, 1.0, 9.0, 18.4, 20.0, 22.0}) {
    double below = change, above = change;
    for (int i = 0; i < 200; ++i) {
      x.insert(x.end(), {below, above});
      below = std::nextafter(below, 0);
      above = std::nextafter(above, 100);
    }
  }
  return x;
}

Numbers negated(Numbers x) {
  for (double& y : x) y = -y;
  return x;
}

TEST(VectorTanh, IsWithinAFewUlpOfTheTruth) {
  for (const Numbers& x : {sweep(), negated(sweep())}) {
    const Numbers found = tanh_of(x);
    for (std::size_t i = 0; i < x.size(); ++i)
      ASSERT_LE(error_in_ulp(found[i], x[i]), few_ulp) << "tanh(" << x[i] << ") = " << found[i];
  }
}

TEST(VectorTanh, IsOdd) {
  const Numbers x = sweep();
  EXPECT_EQ(tanh_of(negated(x)), negated(tanh_of(x)));
}

TEST(VectorTanh, OfZeroIsZero) {
  EXPECT_EQ(tanh_alone(0.0), 0);
  EXPECT_EQ(tanh_alone(-0.0), 0);
}

TEST(VectorTanh, StaysBetweenItsLimits) {
  for (const double y : tanh_of(sweep())) {
    ASSERT_GT(y, 0);
    ASSERT_LE(y, 1);
  }
}

TEST(VectorTanh, OfHugeArgumentsIsOne) {
  for (const double x : {50.0, 400.0, 800.0, 1e5, 1e308, Limits::max()}) {
    EXPECT_EQ(tanh_alone(x), 1) << x;
    EXPECT_EQ(tanh_alone(-x), -1) << -x;
  }
}

TEST(VectorTanh, TakesAnEmptyArray) { EXPECT_EQ(tanh_of({}), Numbers{}); }

TEST(VectorTanh, BitsDoNotDependOnThePlace) {
  Draws draws(2, 0);
  // arguments of every regime between neighbours of any
  for (const double x :
       {1e-300, 1e-8, 0.3, 0.625, std::nextafter(0.625, 0), 0.7, -2.1, 19.0, 1e308})
    for (Index size = 1; size <= 20; ++size)
      for (Index at = 0; at < size; ++at)
        for (Index shift = 0; shift < 2; ++shift) {  // the whole array one double further
          Numbers memory(size + shift);
          for (double& y : memory) y = draws.between(-1, 1) * std::exp(draws.between(-20, 4));
          memory[shift + at] = x;
          vector_math::tanh(std::span(memory).subspan(shift));
          ASSERT_EQ(memory[shift + at], tanh_alone(x)) << x << " at " << at << " of " << size;
        }
}

TEST(VectorTanh, TouchesNothingOutsideTheArray) {
  constexpr double guard = 7;
  for (Index size = 0; size <= 20; ++size) {
    Numbers memory(size + 2, guard);
    vector_math::tanh(std::span(memory).subspan(1, size));
    EXPECT_EQ(memory.front(), guard) << size;
    EXPECT_EQ(memory.back(), guard) << size;
  }
}

}  // namespace
}  // namespace fubini::vector_tanh_test
