// SPDX-License-Identifier: BSD-3-Clause
#include "models/davidson.hpp"

#include "tests/support/outcomes.hpp"

#include "models/bradley_terry.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fubini::davidson_test {
namespace {

TEST(Davidson, OutcomesOfAPairSumToOne) {
  for (const double d : {0.0, 1.25, -20.0, 600.0})
    for (const double beta : {0.3, -5.0, 40.0}) {
      const auto [win, tie, lose] = outcomes(davidson{}, d, 0, {beta});
      EXPECT_NEAR(win + tie + lose, 1, kRounding) << d << ", " << beta;
    }
}

TEST(Davidson, EqualScoresTieWithProbabilityNuOverTwoPlusNu) {
  const double nu = std::exp(0.3);
  EXPECT_NEAR(outcomes(davidson{}, 1.5, 1.5, {0.3})[1], nu / (2 + nu), kRounding);
}

TEST(Davidson, WithoutTiesIsBradleyTerry) {
  const double no_ties = -1e3;
  EXPECT_NEAR(outcomes(davidson{}, 0.75, -0.5, {no_ties})[0],
              outcomes(bradley_terry{}, 0.75, -0.5, {})[0], kRounding);
}

TEST(Davidson, KeepsSmallScoresBesideLargeOnes) {
  // d/2 - beta = -1e20/2, which is lost once d = 1e300 - 1e20 is rounded
  const std::vector<double> f = {1e300, 1e20}, ties = {5e299};
  const auto win = log_likelihood_gradient(davidson{}, Ranking({1, 1}), f, ties);
  EXPECT_EQ(win.value, -1e20 / 2);
  EXPECT_EQ(win.scores, (std::vector{0.5, -0.5}));
  EXPECT_EQ(win.ties[0], -1);
  EXPECT_EQ(log_likelihood(davidson{}, Ranking({2}), f, ties), 0);
}

TEST(Davidson, ComparesLargeScoresWithALargeTieParameterToRounding) {
  const double f_j = 0.3, beta = 5e5;  // f_i - f_j is no double: d/2 - beta is off by 3e-11
  const std::vector<double> f = {1e6 + 2.7, f_j}, ties = {beta};
  const double lead = ((f[0] - 2 * beta) - f_j) / 2;
  EXPECT_NEAR(log_likelihood(davidson{}, Ranking({1, 1}), f, ties), -std::log1p(std::exp(-lead)),
              kRounding);
}

}  // namespace
}  // namespace fubini::davidson_test
