// SPDX-License-Identifier: BSD-3-Clause
#include "models/pmop_mean.hpp"

#include "fubini/check/cases.hpp"
#include "fubini/check/detail/errors.hpp"
#include "fubini/model/log_likelihood.hpp"
#include "fubini/model/stagewise/pmop.hpp"
#include "fubini/arithmetic/derivatives.hpp"
#include "models/davidson.hpp"
#include "models/davidson_luce.hpp"
#include "models/pmop_full.hpp"

#include "tests/support/known.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fubini::pmop_mean_test {
namespace {

using check::gradient_error;
using check::value_error;

TEST(PmopMean, EqualsEnumerationUpToSixteenItems) {
  for (const Index n : {1, 2, 5, 9, 13, 16})
    for (const check::Spread spread : {check::Spread::ordinary, check::Spread::wide}) {
      const check::Case one = check::make_case({.num_items = n, .spread = spread}, 3, n);
      const auto exact = log_likelihood_gradient(pmop_mean{}, one.ranking, one.scores);
      const auto all =
          log_likelihood_gradient(pmop<any_subset<geometric_mean>>{}, one.ranking, one.scores);
      EXPECT_LE(value_error(exact.value, all.value), 1e-12) << n;
      EXPECT_LE(gradient_error(exact, all), 1e-12) << n;
    }
}

TEST(PmopMean, SizeWeightsEqualEnumeration) {
  const check::Case one = check::make_case({.num_items = 9}, 4, 0);
  const sized<geometric_mean> uniform{{}, {.uniform = true}}, fixed{{}, {.log_gamma = {0, -1, 2}}};
  const auto value = [&](const auto& model) {
    return log_likelihood(model, one.ranking, one.scores);
  };
  EXPECT_NEAR(value(pmop_mean{.uniform_sizes = true}),
              value(pmop<any_subset<sized<geometric_mean>>>{{uniform}}), 1e-12);
  EXPECT_NEAR(value(pmop_mean{.size_weights = {0, -1, 2}}),
              value(pmop<any_subset<sized<geometric_mean>>>{{fixed}}), 1e-12);
}

TEST(PmopMean, IsRightInFiftyDigitsOnAThousandItems) {
  // One size class in 50 digits takes long, so the orders are limited: the tables are the same.
  const check::Case one = check::make_case(
      {.num_items = 1000, .spread = check::Spread::wide, .num_ties = 2, .largest_bucket = 3}, 5, 0);
  const Model model = built_in_models().make("davidson_luce:max_order=3");
  const auto found = log_likelihood_gradient(model, one.ranking, one.scores, one.ties);
  const auto truth =
      in_fifty_digits(texts("davidson_luce:max_order=3").digits, one.ranking, one.scores, one.ties);
  EXPECT_LE(value_error(found.value, truth.value.high), 1e-10);
  EXPECT_LE(gradient_error(found, truth), 1e-10);
}

TEST(PmopMean, KeepsItsDigitsWhereRatiosAreTiny) {
  // Adding -500 to -220 below 384 makes e_2 of two ratios whose product is below all normal
  // numbers.
  const std::vector<double> f = {426, 447, -494, 384, -500, -220}, ties = {10};
  const Ranking ranking({1, 1, 1, 2, 1});
  const auto found = log_likelihood_gradient(davidson_luce{}, ranking, f, ties);
  const auto truth = in_fifty_digits(texts("davidson_luce").digits, ranking, f, ties);
  EXPECT_LE(value_error(found.value, truth.value.high), 1e-14);
  EXPECT_LE(gradient_error(found, truth), 1e-14);
}

TEST(PmopMean, StaysFiniteAndBalancedOnManyItems) {
  for (const check::Spread spread : {check::Spread::ordinary, check::Spread::wide}) {
    const check::Case one = check::make_case(
        {.num_items = 600, .shape = check::Shape::five_buckets, .spread = spread}, 6, 0);
    const auto found = log_likelihood_gradient(pmop_mean{}, one.ranking, one.scores);
    EXPECT_TRUE(std::isfinite(found.value));
    double sum = 0;
    for (const double slope : found.scores) sum += slope;
    EXPECT_NEAR(sum, 0, 1e-11);
  }
}

TEST(Pmop, OfArithmeticMeansIsPmopFull) {
  const check::Case one = check::make_case({.num_items = 8}, 7, 0);
  const auto enumerated = log_likelihood_gradient(pmop<arithmetic_mean>{}, one.ranking, one.scores);
  const auto full = log_likelihood_gradient(pmop_full{}, one.ranking, one.scores);
  EXPECT_NEAR(enumerated.value, full.value, 1e-12);
  EXPECT_LE(gradient_error(enumerated, full), 1e-13);
  const pmop_full weighted{.stage_weights = {1, 0.5, -1}};
  EXPECT_NEAR(log_likelihood(pmop<arithmetic_mean>{{{1, 0.5, -1}}}, one.ranking, one.scores),
              log_likelihood(weighted, one.ranking, one.scores), 1e-12);
}

TEST(Pmop, RefusesMoreThanItCanEnumerate) {
  const std::vector<double> f(kMostEnumerated + 1, 0.0);
  EXPECT_THROW(log_likelihood(pmop<any_subset<geometric_mean>>{}, Ranking({std::ssize(f)}), f),
               ArgumentError);
}

TEST(DavidsonLuce, IsDavidsonOnPairs) {
  const std::vector<double> f = {0.7, -0.4}, ties = {0.3};
  for (const Ranking& ranking : {Ranking({1, 1}), Ranking({2})}) {
    const auto luce = log_likelihood_gradient(davidson_luce{}, ranking, f, ties);
    const auto pair = log_likelihood_gradient(davidson{}, ranking, f, ties);
    EXPECT_NEAR(luce.value, pair.value, 1e-14);
    EXPECT_LE(gradient_error(luce, pair), 1e-14);
  }
}

TEST(DavidsonLuce, GivesALargerBucketNoChance) {
  const std::vector<double> f = {0.7, -0.4, 1}, ties = {0.3};
  EXPECT_EQ(log_likelihood(davidson_luce{}, Ranking({3}), f, ties),
            -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace fubini::pmop_mean_test
