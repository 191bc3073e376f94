// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/contrastive.hpp"

#include "fubini/core/error.hpp"
#include "fubini/fit/fit.hpp"
#include "fubini/score/linear.hpp"
#include "fubini/score/mlp.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fubini {
namespace {

const std::vector<double> truth = {1.5, -1, 0.5};

// Rankings of 8 items drawn from the model at scores x . truth
Dataset simulate(const char* model, Index queries, std::uint64_t seed) {
  const Sampler sampler = built_in_samplers().make(model);
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

TEST(Contrastive, EndsWithinOnePercentOfTheExactFitOnNewData) {
  const Dataset train = simulate("pmop_mean", 200, 1), test = simulate("pmop_mean", 100, 2);
  const Likelihood exact = by_hand(built_in_models().make("pmop_mean"), linear(3));
  const Objective training(train, exact), testing(test, exact);
  const double best = testing.value(fit(training, training.start()).parameters);
  for (const SampleBy by : {SampleBy::gibbs, SampleBy::metropolis})
    for (const Index samples : {1, 3}) {
      const auto found = fit_by_contrast(
          train, built_in_samplers().make("pmop_mean"), linear(3), std::vector<double>(3, 0.0),
          {.chains = {.by = by}, .samples = samples, .iterations = 300});
      EXPECT_NEAR(testing.value(found), best, 0.01 * std::abs(best)) << samples;
      EXPECT_GT(testing.value(found), testing.value(std::vector<double>(3, 0.0)));
    }
}

TEST(Contrastive, AnyNumberOfThreadsAndTheSameSeedGiveTheSameBits) {
  const Dataset data = simulate("pmop_full", 200, 3);
  const auto run = [&](int threads, std::uint64_t seed) {
    return fit_by_contrast(
        data, built_in_samplers().make("pmop_full"), mlp(3, {4}), mlp(3, {4}).initial_weights(1),
        {.update = Update::adam, .rate = 0.02, .iterations = 5, .seed = seed, .threads = threads});
  };
  EXPECT_EQ(run(1, 1), run(4, 1));
  EXPECT_NE(run(1, 1), run(1, 2));
}

TEST(Contrastive, EveryUpdateRuleImproves) {
  const Dataset data = simulate("pmop_full", 100, 4);
  const Objective objective(data, by_hand(built_in_models().make("pmop_full"), linear(3)));
  const std::vector<double> zeros(3, 0.0);
  for (const Update update : {Update::fixed, Update::adagrad, Update::adam}) {
    const auto found = fit_by_contrast(data, built_in_samplers().make("pmop_full"), linear(3),
                                       zeros, {.update = update, .iterations = 60});
    EXPECT_GT(objective.value(found), objective.value(zeros));
  }
}

TEST(Contrastive, LearnsTieParameters) {
  const Dataset data = simulate("pmop_full", 60, 5);
  const auto found =
      fit_by_contrast(data, built_in_samplers().make("davidson_luce:max_order=8"), linear(3),
                      std::vector<double>(10, 0.0), {.update = Update::adagrad, .iterations = 20});
  EXPECT_NE(found[3], 0);
}

TEST(Contrastive, RefusesWhatItCannotUse) {
  const Dataset data = simulate("pmop_full", 5, 6);
  const std::vector<double> zeros(3, 0.0);
  const auto run = [&](const char* model, const ContrastiveOptions& options) {
    fit_by_contrast(data, built_in_samplers().make(model), linear(3), zeros, options);
  };
  EXPECT_THROW(run("davidson", {}), ArgumentError);
  EXPECT_THROW(run("pmop_full", {.chains = {.by = SampleBy::exact}}), ArgumentError);
  EXPECT_THROW(run("pmop_full", {.samples = 0}), ArgumentError);
  EXPECT_THROW(run("pmop_full", {.rate = -1}), ArgumentError);
  EXPECT_THROW(fit_by_contrast(data, built_in_samplers().make("pmop_full"), linear(3),
                               std::vector<double>(2), {}),
               ArgumentError);
}

}  // namespace
}  // namespace fubini
