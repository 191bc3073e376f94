// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/errors.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fubini::errors_test {
namespace {

using namespace check;

const double infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");

double error(std::vector<double> found, std::vector<double> wanted) {
  return gradient_error(ValueAndGradient{0, std::move(found), {}},
                        ValueAndGradient{0, std::move(wanted), {}});
}

TEST(GradientError, IsRelativeToTheNormOrToOne) {
  EXPECT_DOUBLE_EQ(error({3, 4.5}, {3, 4}), 0.5 / 5);
  EXPECT_DOUBLE_EQ(error({0.25, 0}, {0, 0}), 0.25);
  EXPECT_DOUBLE_EQ(error({5e200, 0}, {1e200, 0}), 4);
}

TEST(GradientError, SeesTieParameters) {
  const ValueAndGradient found{0, {1}, {2}}, wanted{0, {1}, {0}};
  EXPECT_DOUBLE_EQ(gradient_error(found, wanted), 2);
}

TEST(GradientError, IsInfiniteWhereAnythingIsNotFinite) {
  for (const double bad : {nan, infinity, -infinity}) {
    EXPECT_EQ(error({0, bad}, {0, 1}), infinity);
    EXPECT_EQ(error({0, 1}, {0, bad}), infinity);
    EXPECT_EQ(error({bad}, {bad}), infinity);
    EXPECT_EQ(value_error(bad, 1), infinity);
    EXPECT_EQ(value_error(1, bad), infinity);
    EXPECT_EQ(value_error(bad, bad), infinity);
  }
}

TEST(GradientError, CountsTheDigitsBeyondADouble) {
  const ValueAndGradient found{0, {1}, {}};
  const PreciseGradient truth{{0, 0}, {{1, 1e-20}}};
  EXPECT_DOUBLE_EQ(gradient_error(found, truth), 1e-20);
}

}  // namespace
}  // namespace fubini::errors_test
