// SPDX-License-Identifier: BSD-3-Clause
#include "models/rao_kupper.hpp"

#include "tests/support/outcomes.hpp"

#include "models/bradley_terry.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fubini::rao_kupper_test {
namespace {

TEST(RaoKupper, OutcomesOfAPairSumToOne) {
  for (const double d : {0.0, 1.25, -20.0, 600.0})
    for (const double alpha : {0.3, -5.0, 40.0}) {
      const auto [win, tie, lose] = outcomes(rao_kupper{}, d, 0, {alpha});
      EXPECT_NEAR(win + tie + lose, 1, kRounding) << d << ", " << alpha;
    }
}

TEST(RaoKupper, IsTheFormulaOfThePaper) {
  const double theta = 1 + std::exp(0.3), i = std::exp(0.75), j = std::exp(-0.5);
  const auto [win, tie, lose] = outcomes(rao_kupper{}, 0.75, -0.5, {0.3});
  EXPECT_NEAR(win, i / (i + theta * j), kRounding);
  EXPECT_NEAR(lose, j / (j + theta * i), kRounding);
  EXPECT_NEAR(tie, (theta * theta - 1) * i * j / ((i + theta * j) * (theta * i + j)), kRounding);
}

TEST(RaoKupper, WithoutTiesIsBradleyTerry) {
  const double no_ties = -1e3;
  EXPECT_NEAR(outcomes(rao_kupper{}, 0.75, -0.5, {no_ties})[0],
              outcomes(bradley_terry{}, 0.75, -0.5, {})[0], kRounding);
}

TEST(RaoKupper, KeepsSmallScoresBesideLargeOnes) {
  // lambda = alpha = 1e300, lambda - d = 1e20
  const std::vector<double> f = {1e300, 1e20}, ties = {1e300};
  const auto win = log_likelihood_gradient(rao_kupper{}, Ranking({1, 1}), f, ties);
  EXPECT_EQ(win.value, -1e20);
  EXPECT_EQ(win.scores, (std::vector{1.0, -1.0}));
  EXPECT_EQ(win.ties[0], -1);
  EXPECT_EQ(log_likelihood(rao_kupper{}, Ranking({2}), f, ties), 0);
}

}  // namespace
}  // namespace fubini::rao_kupper_test
