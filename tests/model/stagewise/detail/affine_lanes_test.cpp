// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/detail/affine_ranges.hpp"

#include "fubini/check/cases.hpp"
#include "fubini/check/detail/errors.hpp"
#include "fubini/arithmetic/texts.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/model/log_likelihood.hpp"
#include "fubini/arithmetic/derivatives.hpp"

#include "tests/support/known.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace fubini::affine_lanes_test {
namespace {

using check::gradient_error;
using check::Shape;
using check::value_error;

constexpr double kTruth = 1e-14;      // a few roundings for each of at most 48 items
constexpr double kAgreement = 1e-12;  // reverse mode rounds, too, along a tape of n^3 nodes

constexpr Shape kShapes[] = {Shape::one_bucket, Shape::singletons, Shape::pairs_and_triples,
                             Shape::five_buckets, Shape::any};

bool plain(const check::Case& one, Index most, double weight = 0) {
  const std::vector<double> weights(one.ranking.num_buckets() * most, weight), means(most, 1.0);
  const auto [low, high] = std::ranges::minmax(one.scores);
  return detail::plain_tables_suffice(
      {one.ranking.bucket_ends(), one.scores, most, weights, means, one.ranking.num_buckets()}, low,
      high);
}

// Sizes around whole vectors of eight, items around whole groups of four
TEST(AffineLanes, AgreeWithFiftyDigits) {
  const Model model = built_in_models().make("pmop_mean");
  const Definition<Digits> digits = texts("pmop_mean").digits;
  for (const Index n : {1, 2, 3, 4, 5, 7, 8, 9, 15, 17, 33, 48})
    for (const Shape shape : kShapes) {
      const check::Case one = check::make_case({.num_items = n, .shape = shape}, 1, n);
      ASSERT_TRUE(plain(one, n));
      const auto found = log_likelihood_gradient(model, one.ranking, one.scores);
      const auto truth = in_fifty_digits(digits, one.ranking, one.scores, {});
      EXPECT_LE(value_error(found.value, truth.value.high), kTruth) << n;
      EXPECT_LE(gradient_error(found, truth), kTruth) << n;
    }
}

TEST(AffineLanes, AgreeWithFiftyDigitsForEveryMaximalOrder) {
  for (const Index order : {1, 2, 3, 8, 9, 10}) {
    const std::string name = "davidson_luce:max_order=" + std::to_string(order);
    const Model model = built_in_models().make(name);
    const check::Case one = check::make_case(
        {.num_items = 25, .num_ties = model.tie_parameters().size(), .largest_bucket = order}, 2,
        0);
    const auto found = log_likelihood_gradient(model, one.ranking, one.scores, one.ties);
    const auto truth = in_fifty_digits(texts(name).digits, one.ranking, one.scores, one.ties);
    EXPECT_LE(value_error(found.value, truth.value.high), kTruth) << name;
    EXPECT_LE(gradient_error(found, truth), kTruth) << name;
  }
}

// Beyond what is kept between the passes (about 100 items), and with sizes left out (200)
TEST(AffineLanes, AgreeWithReverseModeOnLongQueries) {
  const Model model = built_in_models().make("pmop_mean");
  const ModelAutodiff autodiff = texts("pmop_mean").autodiff;
  for (const Index n : {90, 150, 230}) {
    const check::Case one = check::make_case({.num_items = n, .shape = Shape::five_buckets}, 3, n);
    ASSERT_TRUE(plain(one, n));
    const auto found = log_likelihood_gradient(model, one.ranking, one.scores);
    ValueAndGradient other{0, std::vector<double>(n, 0.0), {}};
    other.value =
        reverse_gradient(autodiff.reverse, one.ranking, one.scores, {}, {other.scores, other.ties});
    EXPECT_LE(value_error(found.value, other.value), kAgreement) << n;
    EXPECT_LE(gradient_error(found, other), kAgreement) << n;
  }
}

TEST(AffineLanes, AgreeWithFiftyDigitsOnBothSidesOfWhatTheyTake) {
  constexpr double kWide = 1e-13;  // exponents of 600 round to 600 2^-53
  const Model model = built_in_models().make("pmop_mean");
  const Definition<Digits> digits = texts("pmop_mean").digits;
  bool taken = false, left = false;
  for (const double range : {580.0, 590.0, 595.0, 610.0}) {
    check::Case one = check::make_case({.num_items = 12}, 4, 0);
    for (double& f : one.scores) f *= range / 6;
    one.scores[0] = -range / 2;
    one.scores[5] = range / 2;
    (plain(one, 12) ? taken : left) = true;
    const auto found = log_likelihood_gradient(model, one.ranking, one.scores);
    const auto truth = in_fifty_digits(digits, one.ranking, one.scores, {});
    EXPECT_LE(value_error(found.value, truth.value.high), kWide) << range;
    EXPECT_LE(gradient_error(found, truth), kWide) << range;
  }
  EXPECT_TRUE(taken && left) << "the ranges lie on one side";
}

TEST(AffineLanes, LeaveWhatIsTooLargeToRatios) {
  check::Case one = check::make_case({.num_items = 900}, 5, 0);
  EXPECT_FALSE(plain(one, 900)) << "2^900 subsets";
  EXPECT_TRUE(plain(one, 2)) << "but few pairs";
  EXPECT_FALSE(plain(one, 2, 700.0));
}

}  // namespace
}  // namespace fubini::affine_lanes_test
