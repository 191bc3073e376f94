// SPDX-License-Identifier: BSD-3-Clause
// What every model of the catalogue must hold, tested once for all of them.
#include "fubini/check/agreement.hpp"
#include "fubini/check/cases.hpp"
#include "fubini/check/errors.hpp"
#include "fubini/model/autodiff_model.hpp"
#include "fubini/model/catalogue.hpp"
#include "fubini/model/log_likelihood.hpp"
#include "fubini/model/precise_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fubini {
namespace {

// Against 50 digits, well below the promise, so that a lost digit shows: 40 items, 20 ulp each.
constexpr double kTruth = 2e-13;
constexpr std::uint64_t kSeed = 20260101;

class EveryModel : public testing::TestWithParam<std::string> {
 protected:
  const Model model = built_in_models().make(GetParam());
  const AutodiffModel autodiff = built_in_autodiff_models().make(GetParam());

  ValueAndGradient by_hand(const Case& one) const {
    return log_likelihood_gradient(model, one.ranking, one.scores, one.ties);
  }
  void SetUp() override {
    if (!model.by_hand()) GTEST_SKIP() << GetParam() << " has no gradient by hand";
  }
  std::size_t num_ties() const { return model.tie_parameters().size(); }
};

TEST_P(EveryModel, HandAgreesWithReverseModeAndFiftyDigits) {
  const Agreement found =
      measure_agreement(model, autodiff, built_in_precise_models().make(GetParam()),
                        {.cases = 2000, .precise_cases = 200, .seed = kSeed});
  EXPECT_LE(found.gradient, kAgreement) << found.worst;
  EXPECT_LE(found.value, kAgreement);
  EXPECT_LE(found.gradient_truth, kTruth) << found.worst;
  EXPECT_LE(found.value_truth, kTruth);
}

TEST_P(EveryModel, ForwardModeGivesTheDirectionalDerivative) {
  for (std::uint64_t index = 0; index < 200; ++index) {
    const Case one = varied_case(30, num_ties(), kSeed + 2, index);
    const Case direction =
        make_case({.num_items = one.ranking.num_items(), .num_ties = num_ties()}, kSeed + 3, index);
    const ValueAndGradient hand = by_hand(one);
    const double along =
        std::inner_product(hand.scores.begin(), hand.scores.end(), direction.scores.begin(), 0.0) +
        std::inner_product(hand.ties.begin(), hand.ties.end(), direction.ties.begin(), 0.0);
    double norm = 1;
    for (const double slope : hand.scores) norm = std::max(norm, std::abs(slope));
    for (const double slope : hand.ties) norm = std::max(norm, std::abs(slope));
    const double forward =
        autodiff.forward(one.ranking, one.scores, one.ties, direction.scores, direction.ties);
    // Directions are up to 3 long in each of 30 entries.
    ASSERT_NEAR(forward, along, 100 * kAgreement * norm) << describe(one);
  }
}

TEST_P(EveryModel, HessianTimesDirectionIsTheSlopeOfTheHandGradient) {
  constexpr double kStep = 1e-4;  // central differences of order 4: error about step^4
  for (std::uint64_t index = 0; index < 50; ++index) {
    const Case one = make_case({.num_items = 8, .num_ties = num_ties()}, kSeed + 4, index);
    const Case direction = make_case({.num_items = 8, .num_ties = num_ties()}, kSeed + 5, index);
    ValueAndGradient product{0, std::vector<double>(8), std::vector<double>(num_ties())};
    autodiff.hessian_times(one.ranking, one.scores, one.ties, direction.scores, direction.ties,
                           Gradient{product.scores, product.ties});
    ValueAndGradient slope = product;
    std::ranges::fill(slope.scores, 0);
    std::ranges::fill(slope.ties, 0);
    for (const auto& [steps, weight] :
         {std::pair{-2, 1.0 / 12}, {-1, -8.0 / 12}, {1, 8.0 / 12}, {2, -1.0 / 12}}) {
      Case moved = one;
      for (std::size_t i = 0; i < 8; ++i) moved.scores[i] += steps * kStep * direction.scores[i];
      for (std::size_t t = 0; t < num_ties(); ++t)
        moved.ties[t] += steps * kStep * direction.ties[t];
      const ValueAndGradient there = by_hand(moved);
      for (std::size_t i = 0; i < 8; ++i) slope.scores[i] += weight * there.scores[i] / kStep;
      for (std::size_t t = 0; t < num_ties(); ++t) slope.ties[t] += weight * there.ties[t] / kStep;
    }
    ASSERT_LE(gradient_error(product, slope), 1e-8) << describe(one);
  }
}

TEST_P(EveryModel, StaysFiniteAtExtremeScores) {
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Case one = make_case({.num_items = 1 + static_cast<Index>(index),
                                .spread = Spread::extreme,
                                .num_ties = num_ties()},
                               kSeed + 6, index);
    const ValueAndGradient hand = by_hand(one);
    ASSERT_TRUE(std::isfinite(hand.value)) << describe(one);
    ASSERT_LE(gradient_error(hand, by_reverse(autodiff, one)), kAgreement) << describe(one);
  }
}

TEST_P(EveryModel, StaysFiniteOnManyItems) {
  // Pairs take minutes at 1e5 (validation/run --large has them); who declares nothing may be slow.
  const std::string cost = model.info().complexity;
  const Index n = cost == "n" || cost == "n log n" ? 100'000 : 3'000;
  for (const Shape shape : {Shape::singletons, Shape::five_buckets, Shape::one_bucket})
    for (const Spread spread : {Spread::ordinary, Spread::extreme}) {
      const Case one = make_case(
          {.num_items = n, .shape = shape, .spread = spread, .num_ties = num_ties()}, kSeed + 7, 0);
      const ValueAndGradient hand = by_hand(one);
      ASSERT_TRUE(std::isfinite(hand.value));
      for (const double slope : hand.scores) ASSERT_TRUE(std::isfinite(slope));
      for (const double slope : hand.ties) ASSERT_TRUE(std::isfinite(slope));
    }
}

TEST_P(EveryModel, AddsToTheGradientAndRepeatsItsBits) {
  const Case one = varied_case(30, num_ties(), kSeed + 8, 3);
  const ValueAndGradient once = by_hand(one);
  EXPECT_EQ(once.value, by_hand(one).value);
  EXPECT_EQ(once.scores, by_hand(one).scores);
  std::vector<double> scores(one.scores.size(), 1000.0), ties(num_ties(), 1000.0);
  model.log_likelihood(one.ranking, one.scores, one.ties, Gradient{scores, ties});
  for (std::size_t i = 0; i < scores.size(); ++i)
    EXPECT_NEAR(scores[i] - 1000, once.scores[i], 1e-9);
  for (std::size_t t = 0; t < ties.size(); ++t) EXPECT_NEAR(ties[t] - 1000, once.ties[t], 1e-9);
}

TEST_P(EveryModel, ShiftingAllScoresChangesNothing) {
  if (!model.info().laws.shift_invariant) GTEST_SKIP() << "declared not to hold";
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Case one = make_case({.num_items = 12, .num_ties = num_ties()}, kSeed + 9, index);
    Case shifted = one;
    for (double& f : shifted.scores) f += 4096;  // exact up to 1 ulp of 4096
    const ValueAndGradient a = by_hand(one), b = by_hand(shifted);
    EXPECT_NEAR(a.value, b.value, 1e-9 * std::max(1.0, std::abs(a.value))) << describe(one);
    EXPECT_NEAR(std::accumulate(a.scores.begin(), a.scores.end(), 0.0), 0, 1e-11);
  }
}

TEST_P(EveryModel, OrderInsideABucketMattersOnlyWhereDeclared) {
  double largest = 0;
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Case one = make_case(
        {.num_items = 12, .shape = Shape::five_buckets, .num_ties = num_ties()}, kSeed + 10, index);
    Case turned = one;
    for (Index k = 0; k < one.ranking.num_buckets(); ++k)
      std::reverse(turned.scores.begin() + one.ranking.begin(k),
                   turned.scores.begin() + one.ranking.end(k));
    const ValueAndGradient a = by_hand(one), b = by_hand(turned);
    const double slopes = std::abs(a.scores[0] - b.scores[one.ranking.end(0) - 1]);
    largest = std::max({largest, value_error(a.value, b.value), slopes / 12});
  }
  if (model.info().laws.order_invariant) {
    EXPECT_LE(largest, 1e-13);
  } else {
    EXPECT_GT(largest, 1e-13) << "declared to see the order, but does not";
  }
}

// Also for a model without a gradient by hand.
class EveryDefinition : public testing::TestWithParam<std::string> {};

TEST_P(EveryDefinition, ReverseModeAgreesWithFiftyDigits) {
  const AutodiffModel autodiff = built_in_autodiff_models().make(GetParam());
  const PreciseModel precise = built_in_precise_models().make(GetParam());
  for (std::uint64_t index = 0; index < 200; ++index) {
    const Case one = varied_case(30, autodiff.tie_parameters().size(), kSeed + 11, index);
    ASSERT_LE(gradient_error(by_reverse(autodiff, one),
                             precise.log_likelihood(one.ranking, one.scores, one.ties)),
              kAgreement)
        << describe(one);
  }
}

std::vector<std::string> all_models() {
  std::vector<std::string> names;
  for (const auto& entry : built_in_models()) names.push_back(entry.info.name);
  names.push_back("pmop_full:constant=no");
  names.push_back("pmop_full:stage_weights=1,0.5,-0.25");
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace_if(
      name, [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryModel, testing::ValuesIn(all_models()), test_name);
INSTANTIATE_TEST_SUITE_P(Catalogue, EveryDefinition, testing::ValuesIn(all_models()), test_name);

}  // namespace
}  // namespace fubini
