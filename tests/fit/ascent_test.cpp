// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/ascent.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/random.hpp"
#include "fubini/fit/fit.hpp"
#include "fubini/model/catalogue.hpp"
#include "fubini/score/linear.hpp"

#include <gtest/gtest.h>

namespace fubini {
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

AscentOptions options_for(Update update) {
  const double rate = update == Update::adagrad ? 0.5 : 0.05;
  return {.update = update, .rate = rate, .iterations = 60, .batch = 16, .seed = 5};
}

TEST(Ascent, ComesNearTheMaximumByEveryUpdate) {
  const Dataset data = make_data();
  const Objective objective(data, by_hand(built_in_models().make("davidson"), linear(3)),
                            {.l2 = 0.5});
  const FitSummary best = fit(objective, objective.start());
  for (const Update update : {Update::fixed, Update::adagrad, Update::adam}) {
    AscentState state{.parameters = objective.start()};
    ascend(objective, state, options_for(update));
    EXPECT_GT(objective.value(state.parameters), best.objective * 1.01);  // values are negative
    EXPECT_LE(objective.value(state.parameters), best.objective + 1e-3);
  }
}

TEST(Ascent, GoesOnFromAStateToTheSameBits) {
  const Dataset data = make_data();
  for (const Update update : {Update::fixed, Update::adagrad, Update::adam})
    for (const int threads : {1, 4}) {
      const Objective objective(data, by_hand(built_in_models().make("davidson"), linear(3)),
                                {.l2 = 0.5, .threads = threads});
      const auto run = [&](const std::vector<int>& stops) {
        AscentState state{.parameters = objective.start()};
        for (const int stop : stops) {
          AscentOptions options = options_for(update);
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
  EXPECT_THROW(ascend(objective, bad, {}), ArgumentError);
  EXPECT_THROW(ascend(objective, good, {.rate = 0}), ArgumentError);
  EXPECT_THROW(ascend(objective, good, {.iterations = -1}), ArgumentError);
  EXPECT_THROW(ascend(objective, good, {.batch = -1}), ArgumentError);
}

}  // namespace
}  // namespace fubini
