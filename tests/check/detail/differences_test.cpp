// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/differences.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fubini::check {
namespace {

TEST(Differences, AreWithinTheirOwnErrorOfTheDerivative) {
  struct Known {
    double (*f)(double);
    double slope;
  };
  for (const Known& one : {Known{[](double t) { return std::exp(3 * t); }, 3},
                           Known{[](double t) { return std::sin(t) + 1e5; }, 1},
                           Known{[](double t) { return std::sqrt(1e-2 + t); }, 5},
                           Known{[](double t) { return 1 / (1 + 1e3 * t * t) + t; }, 1}}) {
    const Difference found = difference(one.f, 1e-9);
    EXPECT_LE(std::abs(found.slope - one.slope), 10 * found.error);
    EXPECT_LE(found.error, 1e-4);
  }
}

TEST(Differences, AreExactOnAStraightLineBetweenKinks) {
  const auto hinge = [](double t) { return std::abs(t - 1e-3); };
  const Difference found = difference(hinge, 1e-7);
  EXPECT_NEAR(found.slope, -1, 1e-9);
}

TEST(Differences, SayThatTheyCannotTellAtAKink) {
  const Difference found = difference([](double t) { return std::abs(t - 1e-6); }, 1e-7);
  EXPECT_GE(10 * found.error, std::abs(found.slope - -1));
  const Difference step = difference([](double t) { return t > 1e-8 ? 1.0 : 0.0; }, 1e-7);
  EXPECT_GT(step.error, 1);
}

TEST(Differences, SayThatTheyCannotTellOfNaN) {
  const Difference found =
      difference([](double) { return std::numeric_limits<double>::quiet_NaN(); }, 1e-7);
  EXPECT_FALSE(found.error <= 1e300);
}

TEST(Differences, OfSeveralComponentsAreTakenTogether) {
  const auto found = differences(
      [](double t) {
        return std::vector<double>{t * t, std::cos(t), 7 * t};
      },
      1e-9);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_NEAR(found[0].slope, 0, 1e-10);
  EXPECT_NEAR(found[1].slope, 0, 1e-10);
  EXPECT_NEAR(found[2].slope, 7, 1e-9);
}

}  // namespace
}  // namespace fubini::check
