// SPDX-License-Identifier: BSD-3-Clause
#include "models/pmop_full.hpp"

#include "tests/support/outcomes.hpp"

#include "models/plackett_luce.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace fubini::pmop_full_test {
namespace {

constexpr double kSumToOne = 1e-12;  // 47293 terms, each good to a few ulp

const std::vector<double> scores = {0.75, -0.5, 1.25, 0, -2, 0.5, 3};

TEST(PmopFull, SumsToOneOverOrderedPartitions) {
  for (std::size_t n = 1; n <= scores.size(); ++n) {
    const std::vector<double> some(scores.begin(), scores.begin() + static_cast<Index>(n));
    EXPECT_NEAR(total_probability(pmop_full{}, some), 1, kSumToOne) << n << " items";
    EXPECT_NEAR(total_probability(pmop_full{.stage_weights = {1, 0.5, -1}}, some), 1, kSumToOne);
  }
}

TEST(PmopFull, IsTheRatioOfMeanPotentialsToTheirSumOverSubsets) {
  const double a = std::exp(0.75), b = std::exp(-0.5), c = std::exp(1.25);
  // first {a, b} out of the 7 subsets of {a, b, c}, then {c} out of itself
  const double subsets = a + b + c + (a + b) / 2 + (a + c) / 2 + (b + c) / 2 + (a + b + c) / 3;
  const std::vector<double> f = {0.75, -0.5, 1.25};
  EXPECT_NEAR(log_likelihood(pmop_full{}, Ranking({2, 1}), f), std::log((a + b) / 2 / subsets),
              kRounding);
}

TEST(PmopFull, StageWeightsScaleDifferencesAtAnyOffset) {
  const double c = 0.3, offset = 0x1p40, d = 0x1p-8;  // c f is rounded, and c (f_i - f_j) not much
  for (const double weight : {c, -c}) {
    const pmop_full model{.constant = false, .stage_weights = {weight}};
    const std::vector<double> f = {offset + d, offset, -offset};
    const std::vector<double> high = {f[0], f[1]};
    EXPECT_NEAR(log_likelihood(model, Ranking({1, 1}), high), -std::log1p(std::exp(-weight * d)),
                kRounding);
    const double all = weight > 0 ? -std::log1p(std::exp(-weight * d)) : weight * (f[0] - f[2]);
    EXPECT_NEAR(log_likelihood(model, Ranking({1, 2}), f), all, kRounding * std::abs(all));
  }
}

TEST(PmopFull, APairTiesWithProbabilityOneThird) {
  for (const double difference : {0.0, 1.0, -30.0}) {
    const std::vector<double> f = {difference, 0};
    EXPECT_NEAR(log_likelihood(pmop_full{}, Ranking({2}), f), -std::log(3), kRounding);
  }
}

TEST(PmopFull, OneBucketHasAConstantLikelihoodAndNoGradient) {
  const auto result = log_likelihood_gradient(pmop_full{}, Ranking({7}), scores);
  EXPECT_NEAR(result.value, -std::log(std::pow(2, 7) - 1), kRounding);
  for (const double slope : result.scores) EXPECT_EQ(slope, 0);
}

TEST(PmopFull, OnSingletonsHasPlackettLucesGradient) {
  const std::vector<Index> sizes(scores.size(), 1);
  const Ranking singletons(sizes);
  const auto full = log_likelihood_gradient(pmop_full{}, singletons, scores);
  const auto luce = log_likelihood_gradient(plackett_luce{}, singletons, scores);
  EXPECT_EQ(full.scores, luce.scores);
}

TEST(PmopFull, TheConstantOfASingletonRankingIsTheChanceOfNoTies) {
  // FD given no ties is Plackett-Luce; n items stay apart with probability prod n/(2^n - 1).
  const std::vector<double> f = {0.75, -0.5, 1.25};
  EXPECT_NEAR(log_likelihood(pmop_full{}, Ranking({1, 1, 1}), f) -
                  log_likelihood(plackett_luce{}, Ranking({1, 1, 1}), f),
              std::log(3.0 / 7 * 2 / 3 * 1), kRounding);
}

TEST(PmopFull, OrderInsideABucketDoesNotMatter) {
  const std::vector<double> f = {1, 2, 3, -1, 0.5}, g = {3, 1, 2, 0.5, -1};
  EXPECT_NEAR(log_likelihood(pmop_full{}, Ranking({3, 2}), f),
              log_likelihood(pmop_full{}, Ranking({3, 2}), g), kRounding);
}

TEST(PmopFull, EqualStageWeightsScaleTheScores) {
  std::vector<double> scaled = scores;
  for (double& f : scaled) f *= 0.5;
  EXPECT_NEAR(log_likelihood(pmop_full{.stage_weights = {0.5}}, Ranking({2, 3, 2}), scores),
              log_likelihood(pmop_full{}, Ranking({2, 3, 2}), scaled), kRounding);
}

// Groups known in advance: team A (skills f_1, f_2) beats team B (f_3) with odds of the sums.
TEST(PmopFull, WithoutTheConstantIsBradleyTerryOverTeams) {
  const std::vector<double> f = {0.75, -0.5, 1.25};
  const double team_a = std::exp(f[0]) + std::exp(f[1]), team_b = std::exp(f[2]);
  EXPECT_NEAR(log_likelihood(pmop_full{.constant = false}, Ranking({2, 1}), f),
              std::log(team_a / (team_a + team_b)), kRounding);
}

TEST(PmopFull, WithoutTheConstantIsPlackettLuceOverTeams) {
  const std::vector<double> f = {0.75, -0.5, 1.25, 0, -2, 0.5};  // teams of 2, 1 and 3
  const double a = std::exp(f[0]) + std::exp(f[1]), b = std::exp(f[2]),
               c = std::exp(f[3]) + std::exp(f[4]) + std::exp(f[5]);
  EXPECT_NEAR(log_likelihood(pmop_full{.constant = false}, Ranking({2, 1, 3}), f),
              std::log(a / (a + b + c) * b / (b + c)), kRounding);
}

}  // namespace
}  // namespace fubini::pmop_full_test
