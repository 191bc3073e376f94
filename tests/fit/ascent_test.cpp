// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/ascent.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/random.hpp"
#include "fubini/fit/maximise.hpp"
#include "fubini/fit/optimizers/adagrad.hpp"
#include "fubini/fit/optimizers/adam.hpp"
#include "fubini/fit/optimizers/sgd.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/score/scorers/linear.hpp"

#include <gtest/gtest.h>

namespace fubini::ascent_test {
namespace {

Dataset make_data() {
  Dataset data = Dataset::dense(3);
  Draws draws(11, 0);
  for (Index q = 0; q < 60; ++q) {
    std::vector<double> grades;
    std::vector<float> rows;
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 3; ++j) rows.push_back(static_cast<float>(draws.between(-1, 1)));
      const float* x = rows.data() + 3 * i;
      grades.push_back(std::floor(2 * x[0] - x[1] + draws.between(-1, 1)));
    }
    data.add_query(std::to_string(q), grades, rows, 1 + static_cast<double>(q % 3));
  }
  return data;
}

const std::vector<Optimizer> kRules = {sgd{}, adagrad{}, adam{}};

FitOptions options_for(const Optimizer& rule) {
  const double rate = rule.info().name == "adagrad" ? 0.5 : 0.05;
  return {.optimizer = rule, .iterations = 60, .rate = rate, .batch = 16, .seed = 5};
}

TEST(Ascent, ComesNearTheMaximumByEveryUpdate) {
  const Dataset data = make_data();
  const Objective objective(data, by_hand(built_in_models().make("davidson"), linear(3)),
                            {.l2 = 0.5});
  const FitSummary best = maximise(objective, objective.start());
  for (const Optimizer& rule : kRules) {
    AscentState state{.parameters = objective.start()};
    ascend(objective, state, options_for(rule));
    EXPECT_GT(objective.value(state.parameters), best.objective * 1.01);  // values are negative
    EXPECT_LE(objective.value(state.parameters), best.objective + 1e-3);
  }
}

TEST(Ascent, GoesOnFromAStateToTheSameBits) {
  const Dataset data = make_data();
  for (const Optimizer& rule : kRules)
    for (const int threads : {1, 4}) {
      const Objective objective(data, by_hand(built_in_models().make("davidson"), linear(3)),
                                {.l2 = 0.5, .threads = threads});
      const auto run = [&](const std::vector<int>& stops) {
        AscentState state{.parameters = objective.start()};
        for (const int stop : stops) {
          FitOptions options = options_for(rule);
          options.iterations = stop;
          ascend(objective, state, options);
        }
        return state.parameters;
      };
      EXPECT_EQ(run({3, 7, 20}), run({20}));
      EXPECT_NE(run({19}), run({20}));
    }
}

TEST(Ascent, RefusesWhatItCannotUse) {
  const Dataset data = make_data();
  const Objective objective(data, by_hand(built_in_models().make("davidson"), linear(3)));
  AscentState good{.parameters = objective.start()}, bad{.parameters = {1}};
  EXPECT_THROW(ascend(objective, bad, {.optimizer = sgd{}}), ArgumentError);
  EXPECT_THROW(ascend(objective, good, {.optimizer = sgd{}, .rate = -1}), ArgumentError);
  EXPECT_THROW(ascend(objective, good, {.optimizer = sgd{}, .iterations = -1}), ArgumentError);
  EXPECT_THROW(ascend(objective, good, {.optimizer = sgd{}, .batch = -1}), ArgumentError);
}

}  // namespace
}  // namespace fubini::ascent_test
