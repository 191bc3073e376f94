// SPDX-License-Identifier: BSD-3-Clause
// Models, potentials and a scorer as people write them, with what <cmath> has: every arithmetic
// takes them, and gives the same derivatives where they claim to be used.
#include "fubini/arithmetic/any_scalar_functions.hpp"
#include "fubini/arithmetic/every.hpp"
#include "fubini/check/gradients.hpp"
#include "fubini/check/tables.hpp"
#include "fubini/fit/fit.hpp"
#include "fubini/model/stagewise/pmop.hpp"
#include "models/davidson.hpp"
#include "tests/arithmetic/texts/cooled_plackett_luce.hpp"
#include "tests/arithmetic/texts/p_norm.hpp"
#include "tests/arithmetic/texts/rbf.hpp"
#include "tests/arithmetic/texts/softmin.hpp"
#include "tests/arithmetic/texts/standard_deviation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

namespace fubini::texts_test {
namespace {

using any_scalar::NotADouble;
using Numbers = std::vector<double>;

constexpr double kAgreement = 1e-12;   // of max(norm, 1): both sides round
constexpr double kDifferences = 1e-6;  // of gradients, along one direction

double size_of(const Numbers& g) {
  double largest = 1;
  for (const double slope : g) largest = std::max(largest, std::abs(slope));
  return largest;
}

template <class A>
struct In {
  using type = A;
};

// f(In<A>{}) is the same function of numbers in arithmetic A.
template <class F>
void expect_agreement(const F& f, const Numbers& x) {
  const PreciseGradient truth = in_fifty_digits(f(In<Digits>{}), x);
  Numbers slopes(x.size(), 0.0);
  const double value = reverse_gradient(f(In<Reverse>{}), x, slopes);
  const double bound = kAgreement * std::max(size_of(slopes), std::abs(value));
  EXPECT_NEAR(f(In<Plain>{})(std::span<const double>(x)), truth.value.high, bound);
  EXPECT_NEAR(value, truth.value.high, bound);

  Numbers direction(x.size(), 0.0), ahead = x, behind = x;
  const double step = 1e-5;
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(slopes[i], truth.slopes[i].high, bound) << "entry " << i;
    direction.assign(x.size(), 0.0);
    direction[i] = 1;
    EXPECT_NEAR(derivative_along(f(In<Forward>{}), x, direction), truth.slopes[i].high, bound);
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    direction[i] = i % 2 == 0 ? 1 : -0.5;
    ahead[i] += step * direction[i];
    behind[i] -= step * direction[i];
  }
  const PreciseGradient after = in_fifty_digits(f(In<Digits>{}), ahead),
                        before = in_fifty_digits(f(In<Digits>{}), behind);
  Numbers second(x.size(), 0.0);
  add_hessian_times(f(In<Nested>{}), x, direction, second);
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_NEAR(second[i], (after.slopes[i].high - before.slopes[i].high) / (2 * step),
                kDifferences * size_of(second))
        << "entry " << i;
}

template <class M>
auto text_of(const M& model, const Ranking& ranking) {
  return [&](auto arithmetic) {
    using A = typename decltype(arithmetic)::type;
    return [&, text = define<A>(model)](std::span<const scalar_t<A>> x) {
      return function_of(text, ranking)(x);
    };
  };
}

// Tie parameters from low to high, scores as of a fit
template <class M>
void expect_agreement_over(const M& model, double low, double high) {
  [[maybe_unused]] const auto any = [](const M& m, const Ranking& ranking,
                                       std::span<const NotADouble> x) {
    return m.template log_likelihood<NotADouble>(ranking, x, x);
  };
  std::mt19937_64 random(1);
  std::normal_distribution<double> score(0, 2);
  std::uniform_real_distribution<double> tie(low, high);
  for (const std::vector<Index>& buckets :
       {std::vector<Index>{1}, {2}, {1, 1}, {2, 1}, {1, 2, 1}, {1, 1, 1, 1, 1}})
    for (int repeat = 0; repeat < 5; ++repeat) {
      const Ranking ranking(buckets);
      Numbers x;
      for (Index i = 0; i < ranking.num_items(); ++i) x.push_back(score(random));
      x.push_back(tie(random));
      SCOPED_TRACE(testing::PrintToString(buckets) + " at " + testing::PrintToString(x));
      expect_agreement(text_of(model, ranking), x);
    }
}

TEST(Texts, OfASoftMinimumWithALearnedTemperature) {
  expect_agreement_over(as_model<softmin>{}, -4, 2);
}
TEST(Texts, OfPlackettLuceWithCooledStages) {
  expect_agreement_over(cooled_plackett_luce{}, -5, 22);
}
TEST(Texts, OfAStandardDeviationBySquareRoot) {
  expect_agreement_over(as_model<standard_deviation>{}, -3, 3);
}
TEST(Texts, OfANormByPowers) { expect_agreement_over(as_model<p_norm>{}, -2, 2); }

TEST(Texts, OfBumpsWithLearnedWidths) {
  const std::vector<float> features = {0.5F, -1.0F, 0.25F, 2.0F, -0.75F, 0.125F};
  const Items items = Items::dense(features.data(), 2, 3, 2);
  const Ranking ranking({1, 2});
  const rbf scorer(2);
  const auto f = [&](auto arithmetic) {
    using A = typename decltype(arithmetic)::type;
    return [&, model = define<A>(davidson{}),
            score = define<A>(scorer)](std::span<const scalar_t<A>> x) {
      return function_of(model, score, ranking, items, scorer.num_weights(), [](auto) {})(x);
    };
  };
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::vector<NotADouble> any(3);
  scorer.score<NotADouble>(items, std::vector<NotADouble>(scorer.num_weights()), any);
  for (int repeat = 0; repeat < 10; ++repeat) {
    Numbers x;
    for (Index j = 0; j <= scorer.num_weights(); ++j) x.push_back(normal(random));
    SCOPED_TRACE(testing::PrintToString(x));
    expect_agreement(f, x);
  }
}

// What `fubini check` says, its cases at the ends of what it tries counted in
TEST(Texts, PassTheCheckWhereTheyKeepTheirDigits) {
  const auto worths = check::scorer(built_in_with_autodiff().scorers, "worths");
  const check::GradientOptions few{.cases = 60, .max_items = 6};
  const auto passes = [&](const auto& model) {
    const auto report = check::gradients(in_every_arithmetic(model), worths, few);
    EXPECT_TRUE(report.passed()) << check::to_text({report});
  };
  passes(cooled_plackett_luce{});
  passes(as_model<standard_deviation>{});
}

}  // namespace
}  // namespace fubini::texts_test
