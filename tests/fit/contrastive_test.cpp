// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/contrastive.hpp"

#include "fubini/core/error.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/fit/maximise.hpp"
#include "fubini/fit/optimizers/adagrad.hpp"
#include "fubini/fit/optimizers/adam.hpp"
#include "fubini/fit/optimizers/sgd.hpp"
#include "fubini/score/scorers/linear.hpp"
#include "fubini/score/scorers/mlp.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fubini::contrastive_test {
namespace {

const std::vector<double> truth = {1.5, -1, 0.5};

// Rankings of 8 items drawn from the model at scores x . truth
Dataset simulate(const char* model, Index queries, std::uint64_t seed) {
  const Sampler sampler = built_in_models().sampler(model);
  Dataset data = Dataset::dense(3);
  for (Index q = 0; q < queries; ++q) {
    Draws draws(seed, static_cast<std::uint64_t>(q));
    std::vector<float> rows;
    std::vector<double> f;
    for (int i = 0; i < 8; ++i) {
      double score = 0;
      for (const double w : truth) {
        rows.push_back(static_cast<float>(draws.between(-2, 2)));
        score += w * rows.back();
      }
      f.push_back(score);
    }
    const Ranking drawn = sampler.draw(f, {}, seed + 1, static_cast<std::uint64_t>(q));
    std::vector<double> grades(8);
    for (Index p = 0; p < 8; ++p)
      grades[drawn.order()[p]] = static_cast<double>(-drawn.bucket_of(p));
    data.add_query(std::to_string(q), grades, rows);
  }
  return data;
}

std::vector<double> fitted(const Dataset& data, const char* model, const Scorer& scorer,
                           const std::vector<double>& start, const SampleOptions& chains,
                           const FitOptions& options) {
  const Objective objective(
      data,
      by_contrast(built_in_models().sampler(model), scorer, chains, options.samples, options.seed),
      {.threads = options.threads});
  return maximise(objective, start, options).parameters;
}

constexpr SampleOptions kGibbs{.by = SampleBy::gibbs};

TEST(Contrastive, EndsWithinOnePercentOfTheExactFitOnNewData) {
  const Dataset train = simulate("pmop_mean", 200, 1), test = simulate("pmop_mean", 100, 2);
  const Likelihood exact = by_hand(built_in_models().make("pmop_mean"), linear(3));
  const Objective training(train, exact), testing(test, exact);
  const double best = testing.value(maximise(training, training.start()).parameters);
  for (const SampleBy by : {SampleBy::gibbs, SampleBy::metropolis})
    for (const Index samples : {1, 3}) {
      const auto found =
          fitted(train, "pmop_mean", linear(3), std::vector<double>(3, 0.0), {.by = by},
                 {.optimizer = sgd{}, .iterations = 300, .samples = samples});
      EXPECT_NEAR(testing.value(found), best, 0.01 * std::abs(best)) << samples;
      EXPECT_GT(testing.value(found), testing.value(std::vector<double>(3, 0.0)));
    }
}

TEST(Contrastive, AnyNumberOfThreadsAndTheSameSeedGiveTheSameBits) {
  const Dataset data = simulate("pmop_full", 200, 3);
  const auto run = [&](int threads, std::uint64_t seed) {
    return fitted(
        data, "pmop_full", mlp(3, {4}), mlp(3, {4}).initial_weights(1), kGibbs,
        {.optimizer = adam{}, .iterations = 5, .rate = 0.02, .seed = seed, .threads = threads});
  };
  EXPECT_EQ(run(1, 1), run(4, 1));
  EXPECT_NE(run(1, 1), run(1, 2));
}

TEST(Contrastive, EveryUpdateRuleImproves) {
  const Dataset data = simulate("pmop_full", 100, 4);
  const Objective objective(data, by_hand(built_in_models().make("pmop_full"), linear(3)));
  const std::vector<double> zeros(3, 0.0);
  for (const Optimizer& rule : {Optimizer(sgd{}), Optimizer(adagrad{}), Optimizer(adam{})}) {
    const auto found = fitted(data, "pmop_full", linear(3), zeros, kGibbs,
                              {.optimizer = rule, .iterations = 60, .rate = 0.1});
    EXPECT_GT(objective.value(found), objective.value(zeros));
  }
}

TEST(Contrastive, LearnsTieParameters) {
  const Dataset data = simulate("pmop_full", 60, 5);
  const auto found =
      fitted(data, "davidson_luce:max_order=8", linear(3), std::vector<double>(10, 0.0), kGibbs,
             {.optimizer = adagrad{}, .iterations = 20});
  EXPECT_NE(found[3], 0);
}

TEST(Contrastive, RefusesWhatItCannotUse) {
  const Dataset data = simulate("pmop_full", 5, 6);
  const std::vector<double> zeros(3, 0.0);
  const auto run = [&](const char* model, const SampleOptions& chains, const FitOptions& options) {
    fitted(data, model, linear(3), zeros, chains, options);
  };
  EXPECT_THROW(run("davidson", kGibbs, {.optimizer = sgd{}}), ArgumentError);
  EXPECT_THROW(run("pmop_full", {.by = SampleBy::exact}, {.optimizer = sgd{}}), ArgumentError);
  EXPECT_THROW(run("pmop_full", kGibbs, {.optimizer = sgd{}, .samples = 0}), ArgumentError);
  EXPECT_THROW(run("pmop_full", kGibbs, {.optimizer = sgd{}, .rate = -1}), ArgumentError);
  EXPECT_THROW(run("pmop_full", kGibbs, {.optimizer = lbfgs{}}), ArgumentError);
  EXPECT_THROW(
      fitted(data, "pmop_full", linear(3), std::vector<double>(2), kGibbs, {.optimizer = sgd{}}),
      ArgumentError);
}

}  // namespace
}  // namespace fubini::contrastive_test
