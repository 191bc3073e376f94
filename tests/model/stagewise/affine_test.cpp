// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/affine.hpp"

#include "fubini/arithmetic/digits.hpp"
#include "fubini/arithmetic/potentials.hpp"
#include "fubini/check/cases.hpp"
#include "fubini/check/detail/errors.hpp"
#include "fubini/core/error.hpp"
#include "models/pmop_power.hpp"
#include "models/pmop_product.hpp"
#include "tests/model/stagewise/affine_potentials.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace fubini::affine_test {
namespace {

using check::Case;
using check::gradient_error;
using check::make_case;
using check::Shape;
using check::Spread;
using check::value_error;

constexpr double kFew = 1e-12;  // what the families promise

constexpr Shape kShapes[] = {Shape::one_bucket, Shape::singletons, Shape::pairs_and_triples,
                             Shape::five_buckets, Shape::any};

template <Potential P>
Case a_case(const P& potential, Index n, Shape shape, Spread spread) {
  const Index largest = largest_possible(potential, n);
  return make_case({.num_items = n,
                    .shape = shape,
                    .spread = spread,
                    .num_ties = potential_parameters(potential).size(),
                    .largest_bucket = largest < n ? largest : 0},
                   5, static_cast<std::uint64_t>(n));
}

template <class M>
ValueAndGradient by_hand(const M& model, const Case& one) {
  return log_likelihood_gradient(Model(model), one.ranking, one.scores, one.ties);
}

// All subsets visited one by one, with their own slopes
template <Potential P>
void expect_equals_enumeration(const P& potential, const std::string& name) {
  for (const Index n : {1, 2, 5, 9, 13})
    for (const Shape shape : kShapes)
      for (const Spread spread : {Spread::ordinary, Spread::wide}) {
        const Case one = a_case(potential, n, shape, spread);
        const auto exact = by_hand(pmop<P>{potential}, one);
        const auto all = by_hand(pmop<any_subset<P>>{{potential}}, one);
        ASSERT_LE(value_error(exact.value, all.value), kFew) << name << check::describe(one);
        ASSERT_LE(gradient_error(exact, all), kFew) << name << check::describe(one);
      }
}

TEST(Affine, EqualsEnumeration) {
  expect_equals_enumeration(power{}, "power");
  expect_equals_enumeration(product{}, "product");
  expect_equals_enumeration(price_of_size{}, "price_of_size");
  expect_equals_enumeration(at_most_three{}, "at_most_three");
  expect_equals_enumeration(few_pairs{}, "few_pairs");
  expect_equals_enumeration(low_scores{}, "low_scores");
  expect_equals_enumeration(stage_by_stage{}, "stage_by_stage");
  expect_equals_enumeration(sized<power>{{}, {.uniform = true, .learned = {2, 3}}}, "sized");
}

TEST(Affine, EqualsEnumerationOfSixteenItems) {
  for (const Shape shape : {Shape::five_buckets, Shape::singletons}) {
    const Case one = a_case(price_of_size{}, 16, shape, Spread::ordinary);
    const auto exact = by_hand(pmop<price_of_size>{}, one);
    const auto all = by_hand(pmop<any_subset<price_of_size>>{}, one);
    EXPECT_LE(value_error(exact.value, all.value), kFew);
    EXPECT_LE(gradient_error(exact, all), kFew);
  }
}

template <class M>
void expect_truth(const M& model, Index n, Spread spread) {
  const Case one = a_case(model.potential, n, Shape::five_buckets, spread);
  const auto found = by_hand(model, one);
  const auto truth = in_fifty_digits(define<Digits>(model), one.ranking, one.scores, one.ties);
  EXPECT_LE(value_error(found.value, truth.value.high), kFew) << check::describe(one);
  EXPECT_LE(gradient_error(found, truth), kFew) << check::describe(one);
}

TEST(Affine, IsRightInFiftyDigits) {
  for (const Spread spread :
       {Spread::ordinary, Spread::wide, Spread::worst_last, Spread::extreme}) {
    expect_truth(pmop_power{}, 40, spread);
    expect_truth(pmop<price_of_size>{}, 40, spread);
    expect_truth(pmop<low_scores>{}, 40, spread);
    expect_truth(pmop<at_most_three>{}, 40, spread);
  }
}

TEST(Affine, IsRightInFiftyDigitsOnTwoThousandItems) {
  for (const Spread spread : {Spread::ordinary, Spread::wide}) {
    expect_truth(pmop_product{}, 2000, spread);
    expect_truth(pmop<at_most_two>{}, 2000, spread);
    expect_truth(pmop<at_most_three>{}, 2000, spread);
  }
}

TEST(Affine, TakesSlopesFromAutodiffOfWhatIsSaidOfOneBucket) {
  static_assert(!HandGradient<pmop<learned_without_slopes>>);
  static_assert(OfUnslopedFamily<pmop<learned_without_slopes>>);
  const Model model = differentiated(pmop<learned_without_slopes>{});
  for (const Index n : {5, 60}) {
    const Case one = a_case(learned_without_slopes{}, n, Shape::five_buckets, Spread::ordinary);
    const auto found = log_likelihood_gradient(model, one.ranking, one.scores, one.ties);
    const auto truth = in_fifty_digits(define<Digits>(pmop<learned_without_slopes>{}), one.ranking,
                                       one.scores, one.ties);
    EXPECT_LE(value_error(found.value, truth.value.high), kFew);
    EXPECT_LE(gradient_error(found, truth), kFew);
  }
}

// A test that cannot fail is none: slopes that are wrong in one factor are seen.
TEST(Affine, AWrongSlopeIsFar) {
  const Case one = a_case(wrong_slope{}, 9, Shape::five_buckets, Spread::ordinary);
  const auto wrong = by_hand(pmop<wrong_slope>{}, one);
  const auto truth =
      in_fifty_digits(define<Digits>(pmop<wrong_slope>{}), one.ranking, one.scores, one.ties);
  EXPECT_GT(gradient_error(wrong, truth), 1e6 * kFew);
}

TEST(Affine, RefusesFactorsThatDifferBetweenStagesUnsaid) {
  const Case one = a_case(unsaid_stages{}, 5, Shape::singletons, Spread::ordinary);
  EXPECT_THROW(by_hand(pmop<unsaid_stages>{}, one), ArgumentError);
}

TEST(Affine, ABucketThatIsTooLargeIsImpossible) {
  const std::vector<double> f = {0.5, 0, -0.5, 1, 2};
  EXPECT_EQ(log_likelihood(pmop<at_most_three>{}, Ranking({4, 1}), f),
            -std::numeric_limits<double>::infinity());
}

// Each stage on its own, with exact exponents, is slow and right anywhere: the tables agree with it.
TEST(Affine, TablesAgreeWithExactExponents) {
  for (const Spread spread : {Spread::ordinary, Spread::wide}) {
    const Case one = a_case(product{}, 120, Shape::five_buckets, spread);
    const Index n = 120, stages = one.ranking.num_buckets();
    const std::vector<double> weights(stages * n, 0.0), means(n, 1.0);
    const AffineStages query{one.ranking.bucket_ends(), one.scores, n, weights, means, stages};
    ValueAndGradient tables{0, std::vector<double>(n, 0.0), std::vector<double>(stages * n, 0.0)},
        exact = tables;
    tables.value = log_affine_choice(query, {tables.scores, tables.ties});
    exact.value = detail::log_far_choice(query, {exact.scores, exact.ties});
    EXPECT_LE(value_error(tables.value, exact.value), kFew);
    EXPECT_LE(gradient_error(tables, exact), kFew);
  }
}

}  // namespace
}  // namespace fubini::affine_test
