// SPDX-License-Identifier: BSD-3-Clause
#include "models/bradley_terry.hpp"
#include "models/rank_regress.hpp"
#include "models/ranking_svm.hpp"

#include "tests/support/outcomes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fubini::pairwise_losses_test {
namespace {

TEST(BradleyTerry, OutcomesOfAPairSumToOne) {
  const auto [win, tie, lose] = outcomes(bradley_terry{}, 0.75, -0.5, {});
  EXPECT_NEAR(win + lose, 1, kRounding);
  EXPECT_EQ(tie, 1) << "a tied pair says nothing: log-likelihood 0";
}

TEST(BradleyTerry, AWinHasTheOddsOfTheWorths) {
  const std::vector<double> f = {0.75, -0.5};
  EXPECT_NEAR(log_likelihood(bradley_terry{}, Ranking({1, 1}), f),
              std::log(std::exp(0.75) / (std::exp(0.75) + std::exp(-0.5))), kRounding);
}

TEST(RankingSvm, CountsPairsInsideTheMargin) {
  const std::vector<double> f = {0, 3, 0.5};  // pairs (0,2): d = -0.5, (1,2): d = 2.5, (0,1) tied
  const auto result = log_likelihood_gradient(ranking_svm{}, Ranking({2, 1}), f);
  EXPECT_EQ(result.value, -(1 - (0 - 0.5)));
  EXPECT_EQ(result.scores, (std::vector<double>{1, 0, -1}));
}

TEST(RankingSvm, AMarginOfExactlyOneCostsNothing) {
  const std::vector<double> exact = {2, 1};
  EXPECT_EQ(log_likelihood_gradient(ranking_svm{}, Ranking({1, 1}), exact).scores[0], 0);
}

TEST(RankingSvm, DecidesTheMarginWithoutRounding) {
  // 1 - 2^-60 rounds to 1 but is less.
  const std::vector<double> f = {1, std::ldexp(1.0, -60)};
  ASSERT_EQ(f[0] - f[1], 1);
  EXPECT_EQ(log_likelihood_gradient(ranking_svm{}, Ranking({1, 1}), f).scores[0], 1);
}

TEST(RankingSvm, KeepsItsDigitsAtALargeOffset) {
  const double offset = std::ldexp(1.0, 40), gap = std::ldexp(1.0, -8);
  const std::vector<double> f = {offset, offset + gap};
  EXPECT_EQ(log_likelihood(ranking_svm{}, Ranking({1, 1}), f), -(1 + gap));
}

TEST(RankingSvm, LargeEqualScoresCostOneAPair) {
  const std::vector<double> f(11, -2.370853073969476e205);  // sums of multiples do not fit 106 bits
  EXPECT_EQ(log_likelihood(ranking_svm{}, Ranking({4, 4, 1, 2}), f), -(4 * 7 + 4 * 3 + 1 * 2));
}

TEST(RankRegress, OneBucketCostsNothingAtAnySpread) {
  const std::vector<double> f = {1e300, -1e300};
  const auto result = log_likelihood_gradient(rank_regress{}, Ranking({2}), f);
  EXPECT_EQ(result.value, 0);
  EXPECT_EQ(result.scores, std::vector(2, 0.0));
}

TEST(RankRegress, IsTheSumOfSquaredGaps) {
  const std::vector<double> f = {0.5, 2, -1};  // pairs (0,2): d = 1.5, (1,2): d = 3
  EXPECT_NEAR(log_likelihood(rank_regress{}, Ranking({2, 1}), f),
              -(std::pow(1 - 1.5, 2) + std::pow(1.0 - 3, 2)), kRounding);
}

TEST(RankRegress, KeepsItsDigitsAtALargeOffset) {
  // Raw sums of squares would cancel to 0 here; the truth is (2^-10)^2.
  const double offset = 1e4, gap = std::ldexp(1.0, -10);
  const std::vector<double> f = {offset + 1 + gap, offset};
  EXPECT_DOUBLE_EQ(log_likelihood(rank_regress{}, Ranking({1, 1}), f),
                   -std::pow(1 - (f[0] - f[1]), 2));
}

}  // namespace
}  // namespace fubini::pairwise_losses_test
