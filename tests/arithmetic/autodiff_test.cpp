// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/arithmetic/autodiff.hpp"

#include "fubini/likelihood/autodiff.hpp"

#include "fubini/check/detail/errors.hpp"
#include "fubini/core/error.hpp"
#include "fubini/fit/objective.hpp"
#include "fubini/score/scorers/linear.hpp"
#include "fubini/score/scorers/mlp.hpp"
#include "models/davidson.hpp"
#include "models/pmop_full.hpp"

#include <Eigen/Core>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <thread>
#include <vector>

namespace fubini::autodiff_test {
namespace {

using namespace check;

constexpr double kAgreement = 1e-12;  // of max(norm, 1): both sides round

const Ranking ranking({1, 2});
const std::vector<double> scores = {1.2, 0.3, -0.5};

// A user's model without a gradient by hand: the definition is all it has.
struct cauchy_pairs {
  std::vector<std::string> tie_parameters() const { return {"scale"}; }
  template <class T>
  T log_likelihood(const Ranking& r, std::span<const T> f, std::span<const T> ties) const {
    using std::exp, std::log;
    T total = 0;
    for (Index i = 0; i < r.num_items(); ++i)
      for (Index j = r.end(r.bucket_of(i)); j < r.num_items(); ++j) {
        const T d = (f[i] - f[j] - 1) * exp(ties[0]);
        total -= log(1 + d * d);
      }
    return total;
  }
};

// A user's scorer with the generic call only: f(x) = w_0 x_0 + w_1 x_0 x_1
struct interaction {
  Index num_weights() const { return 2; }
  template <class T>
  void score(const Items& items, std::span<const T> w, std::span<T> f) const {
    for (Index i = 0; i < items.size(); ++i)
      f[i] = w[0] * items.feature(i, 0) + w[1] * (items.feature(i, 0) * items.feature(i, 1));
  }
};

struct throwing {
  std::vector<std::string> tie_parameters() const { return {}; }
  template <class T>
  T log_likelihood(const Ranking&, std::span<const T>, std::span<const T>) const {
    throw NumericalError("no");
  }
};

TEST(Autodiff, ALikelihoodOfVarsIsOneNode) {
  const NestedTape tape;
  const std::vector<var> f(scores.begin(), scores.end()), ties = {var(0.1)};
  const auto before = stan::math::nested_size();
  var value = log_likelihood(davidson{}, ranking, f, ties);
  EXPECT_EQ(stan::math::nested_size() - before, 1);

  stan::math::grad(value.vi_);
  const auto hand = log_likelihood_gradient(davidson{}, ranking, scores, std::vector{0.1});
  EXPECT_EQ(value.val(), hand.value);
  for (std::size_t i = 0; i < f.size(); ++i) EXPECT_EQ(f[i].adj(), hand.scores[i]);
  EXPECT_EQ(ties[0].adj(), hand.ties[0]);
}

TEST(Autodiff, ScoresOrTiesMayBePlain) {
  const NestedTape tape;
  const auto hand = log_likelihood_gradient(davidson{}, ranking, scores, std::vector{0.1});
  Eigen::Matrix<var, Eigen::Dynamic, 1> f(3);
  for (int i = 0; i < 3; ++i) f[i] = scores[i];
  var of_scores = log_likelihood(davidson{}, ranking, f, std::array{0.1});
  stan::math::grad(of_scores.vi_);
  EXPECT_EQ(f[1].adj(), hand.scores[1]);

  const std::vector<var> ties = {var(0.1)};
  var of_ties = log_likelihood(davidson{}, ranking, scores, ties);
  stan::math::grad(of_ties.vi_);
  EXPECT_EQ(ties[0].adj(), hand.ties[0]);
}

TEST(Autodiff, ChainsThroughALargerExpression) {
  const NestedTape tape;
  const var x = 0.7;
  const std::vector<var> f = {x * x, exp(x), -x};
  var value = 2 * log_likelihood(pmop_full{}, ranking, f) - x * x / 2;
  stan::math::grad(value.vi_);
  const std::vector<double> plain = {0.7 * 0.7, std::exp(0.7), -0.7};
  const auto hand = log_likelihood_gradient(pmop_full{}, ranking, plain);
  EXPECT_NEAR(
      x.adj(),
      2 * (hand.scores[0] * 2 * 0.7 + hand.scores[1] * std::exp(0.7) - hand.scores[2]) - 0.7,
      1e-14);
}

TEST(Autodiff, NestedScalarsUseTheDefinition) {
  std::vector<fvar<double>> f, ties = {{0.1, 0.0}};
  for (const double score : scores) f.emplace_back(score, 0.0);
  f[1].d_ = 1;
  const auto hand = log_likelihood_gradient(davidson{}, ranking, scores, std::vector{0.1});
  EXPECT_NEAR(log_likelihood(davidson{}, ranking, f, ties).d_, hand.scores[1], 1e-15);
}

TEST(Autodiff, ArgumentsAreChecked) {
  const NestedTape tape;
  const std::vector<var> f(scores.begin(), scores.end()), short_f(2, var(0.0)),
      nan_f(3, var(std::nan(""))), ties = {var(0.1)};
  EXPECT_THROW(log_likelihood(davidson{}, ranking, short_f, ties), ArgumentError);
  EXPECT_THROW(log_likelihood(davidson{}, ranking, nan_f, ties), ArgumentError);
  EXPECT_THROW(log_likelihood(davidson{}, ranking, f), ArgumentError);
  EXPECT_THROW(log_likelihood(pmop_full{}, ranking, f, ties), ArgumentError);
}

TEST(Autodiff, AModelWithoutAHandGradientWorksAllTheSame) {
  const NestedTape tape;
  const std::vector<var> f(scores.begin(), scores.end()), ties = {var(0.2)};
  var value = log_likelihood(cauchy_pairs{}, ranking, f, ties);
  stan::math::grad(value.vi_);
  const auto by_tape =
      log_likelihood_gradient(differentiated(cauchy_pairs{}), ranking, scores, std::vector{0.2});
  EXPECT_EQ(value.val(), by_tape.value);
  for (std::size_t i = 0; i < f.size(); ++i) EXPECT_EQ(f[i].adj(), by_tape.scores[i]);
  EXPECT_THROW(log_likelihood_gradient(cauchy_pairs{}, ranking, scores, std::vector{0.2}),
               ArgumentError);
}

Dataset two_features() {
  Dataset data = Dataset::dense(2);
  data.add_query("a", std::vector<double>{1, 0, 0},
                 std::vector<float>{0.5F, 1, -1, 2, 0.25F, -0.75F});
  data.add_query("b", std::vector<double>{0, 2, 1, 2},
                 std::vector<float>{1, 0.5F, 0.3F, -2, 1.5F, 1, -0.5F, 0.125F}, 2.5);
  return data;
}

TEST(Autodiff, UsersOwnModelAndScorerMixWithOurs) {
  const Dataset data = two_features();
  const auto gradient = [&](const Likelihood& likelihood) {
    const Objective objective(data, likelihood);
    std::vector<double> x(objective.num_parameters(), 0.3), g(x.size());
    g.push_back(objective.value_and_gradient(x, std::span(g).first(x.size())));
    return g;
  };
  const auto expect_same = [&](const Likelihood& a, const Likelihood& b) {
    const auto x = gradient(a), y = gradient(b);
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t j = 0; j < x.size(); ++j) EXPECT_NEAR(x[j], y[j], kAgreement);
  };
  const mlp network(2, {3});
  expect_same(by_autodiff(davidson{}, interaction{}),
              by_hand(davidson{}, differentiated(interaction{})));
  expect_same(by_autodiff(cauchy_pairs{}, network),
              by_hand(differentiated(cauchy_pairs{}), network));
  EXPECT_THROW(by_hand(davidson{}, interaction{}), ArgumentError);
  EXPECT_THROW(by_hand(cauchy_pairs{}, network), ArgumentError);
}

TEST(Autodiff, WorksOnThreadsThatAreNotOfTbb) {
  const Dataset data = two_features();
  const Likelihood likelihood = by_autodiff(davidson{}, linear(2));
  std::vector<std::vector<double>> gradients(4, std::vector<double>(3));
  std::vector<std::thread> threads;
  for (auto& gradient : gradients)
    threads.emplace_back([&] {
      for (int repeat = 0; repeat < 50; ++repeat) {
        std::ranges::fill(gradient, 0);
        likelihood->add_gradient(data.query(1), std::vector{0.3, -0.2, 0.1}, gradient);
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& gradient : gradients) EXPECT_EQ(gradient, gradients[0]);
}

TEST(Autodiff, AThrowingModelLeavesTheTapeAsItWas) {
  const NestedTape tape;
  const var x = 1;
  const auto before = stan::math::nested_size();
  EXPECT_THROW(log_likelihood_gradient(differentiated(throwing{}), ranking, scores),
               NumericalError);
  EXPECT_EQ(stan::math::nested_size(), before);
  EXPECT_EQ(x.val(), 1);
}

}  // namespace
}  // namespace fubini::autodiff_test
