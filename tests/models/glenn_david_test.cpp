// SPDX-License-Identifier: BSD-3-Clause
#include "models/glenn_david.hpp"

#include "tests/support/outcomes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace fubini::glenn_david_test {
namespace {

double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

TEST(GlennDavid, OutcomesOfAPairSumToOne) {
  for (const double d : {0.0, 0.01, 1.25, -7.0, 30.0})
    for (const double gamma : {0.3, -3.1, -2.9, -12.0, 3.0}) {
      const auto [win, tie, lose] = outcomes(glenn_david{}, d, 0, {gamma});
      EXPECT_NEAR(win + tie + lose, 1, kRounding) << d << ", " << gamma;
    }
}

TEST(GlennDavid, IsTheFormulaOfNormalDifferences) {
  const double tau = std::exp(-0.25), d = 0.75 - -0.5;
  const auto [win, tie, lose] = outcomes(glenn_david{}, 0.75, -0.5, {-0.25});
  EXPECT_NEAR(win, normal_cdf(d - tau), kRounding);
  EXPECT_NEAR(tie, normal_cdf(d + tau) - normal_cdf(d - tau), kRounding);
  EXPECT_NEAR(lose, normal_cdf(-d - tau), kRounding);
}

TEST(GlennDavid, WithoutTiesIsThurstone) {
  const double no_ties = -1e3;
  EXPECT_NEAR(outcomes(glenn_david{}, 0.75, -0.5, {no_ties})[0], normal_cdf(1.25), kRounding);
}

TEST(GlennDavid, ANarrowTieHasTwiceTauTimesTheDensity) {
  const double gamma = -40, d = 1.25;  // tau far below rounding
  const std::vector<double> f = {d, 0}, ties = {gamma};
  EXPECT_NEAR(log_likelihood(glenn_david{}, Ranking({2}), f, ties),
              std::log(2.0) + gamma - d * d / 2 - std::log(2 * std::numbers::pi) / 2, kRounding);
}

TEST(GlennDavid, AThresholdBeyondAllNumbersMakesATieCertain) {
  for (const double gamma : {500.0, 709.0, 800.0, 1e300})
    for (const double d : {0.0, 1.0, 1e100, 1e300}) {
      if (gamma < 700 && d > 1e200) continue;  // no tie at all
      const std::vector<double> f = {d, 0}, ties = {gamma};
      const auto tie = log_likelihood_gradient(glenn_david{}, Ranking({2}), f, ties);
      EXPECT_EQ(tie.value, 0) << d << ", " << gamma;
      EXPECT_EQ(tie.scores, std::vector(2, 0.0)) << d << ", " << gamma;
      EXPECT_EQ(tie.ties[0], 0) << d << ", " << gamma;
    }
}

TEST(GlennDavid, ComparesALargeDifferenceWithTheExactThreshold) {
  const double gamma = 27.5, d = std::exp(gamma);  // tau is not d, which is rounded
  const double beyond = exp_in_parts(gamma).low;   // d - tau = -beyond, up to 1e-4
  ASSERT_NE(beyond, 0);
  const std::vector<double> f = {d, 0}, ties = {gamma};
  EXPECT_NEAR(log_likelihood(glenn_david{}, Ranking({1, 1}), f, ties),
              std::log(normal_cdf(-beyond)), kRounding);
}

TEST(GlennDavid, ANarrowTieOfDistantScoresIsAHyperbolicSine) {
  // 2 tau n(d) sinh(r)/r, r = d tau, but for tau^2 and 1/d^2
  for (const double d : {9e9, 1.1e10, 6e14, 1e100}) {
    const double r = 0.02, gamma = std::log(r / d);
    const std::vector<double> f = {d, 0}, ties = {gamma};
    const auto tie = log_likelihood_gradient(glenn_david{}, Ranking({2}), f, ties);
    EXPECT_NEAR(tie.value, -d * d / 2, kRounding * d * d) << d;
    EXPECT_NEAR(tie.scores[0], -d, kRounding * d) << d;
    EXPECT_NEAR(tie.ties[0], r / std::tanh(r), 10 * kRounding) << d;  // r to an ulp of log(r/d)
  }
}

TEST(GlennDavid, ANarrowTieOfDistantScoresIsANumber) {
  const double gamma = -400, d = 1e100;  // tau d is nothing, d^16 no number
  const std::vector<double> f = {d, 0}, ties = {gamma};
  const auto tie = log_likelihood_gradient(glenn_david{}, Ranking({2}), f, ties);
  EXPECT_EQ(tie.value, -d * d / 2);
  EXPECT_EQ(tie.scores, (std::vector{-d, d}));
  EXPECT_EQ(tie.ties[0], 1);
}

}  // namespace
}  // namespace fubini::glenn_david_test
