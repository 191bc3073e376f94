// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/maximise.hpp"

#include "tests/support/datasets.hpp"

#include "fubini/core/error.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/score/scorers/linear.hpp"
#include "fubini/score/scorers/mlp.hpp"
#include "fubini/score/scorers/worths.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace fubini::maximise_test {
namespace {

constexpr Index kFeatures = 6;

Model model(const char* name) { return built_in_models().make(name); }

struct Counts {
  Index i, j;
  double wins_i, wins_j, ties;
};

// Davidson (1970), table 1: chocolate pudding, six brands, 745 comparisons
const std::vector<Counts> pudding = {{0, 1, 19, 22, 16}, {0, 2, 16, 19, 12}, {1, 2, 19, 19, 10},
                                     {0, 3, 18, 23, 13}, {1, 3, 23, 19, 9},  {2, 3, 19, 20, 15},
                                     {0, 4, 13, 19, 18}, {1, 4, 16, 20, 12}, {2, 4, 16, 15, 17},
                                     {3, 4, 17, 14, 16}, {0, 5, 18, 21, 12}, {1, 5, 22, 20, 12},
                                     {2, 5, 13, 18, 10}, {3, 5, 14, 19, 18}, {4, 5, 11, 21, 12}};

Dataset pudding_data() {
  Dataset data = Dataset::identity(6);
  for (const Counts& c : pudding) {
    const std::vector<Index> items = {c.i, c.j};
    data.add_query("i wins", std::vector<double>{1, 0}, items, c.wins_i);
    data.add_query("j wins", std::vector<double>{0, 1}, items, c.wins_j);
    data.add_query("tie", std::vector<double>{1, 1}, items, c.ties);
  }
  return data;
}

FitOptions to_the_end() { return {.iterations = 1000, .tolerance = 0, .gradient_tolerance = 1e-9}; }

// Expected: maximum-likelihood estimates made independently in R (generalised non-linear models and
// a proportional-odds regression), log-worths relative to the first brand.
TEST(Maximise, ReproducesDavidsonsPuddings) {
  const Dataset data = pudding_data();
  const Objective objective(data, by_hand(model("davidson"), worths(6)));
  const FitSummary summary = maximise(objective, std::vector<double>(7, 0.0), to_the_end());
  const auto& x = summary.parameters;
  const std::array log_worth = {
      0.0, 0.22024190024132, 0.15297770485418, 0.17514490858981, 0.1338652269911, 0.37713489580159};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(x[i] - x[0], log_worth[i], 1e-8);
  EXPECT_NEAR(std::exp(x[6]), 0.74682298765429, 1e-8);
  EXPECT_NEAR(summary.objective, -809.70951009029, 1e-8);
}

TEST(Maximise, ReproducesRaoKuppersPuddings) {
  const Dataset data = pudding_data();
  const Objective objective(data, by_hand(model("rao_kupper"), worths(6)));
  const FitSummary summary = maximise(objective, std::vector<double>(7, 0.0), to_the_end());
  const auto& x = summary.parameters;
  EXPECT_NEAR(x[5] - x[0], 0.29800929840216, 1e-8);
  EXPECT_NEAR(1 + std::exp(x[6]), 1.7484572547369, 1e-8);  // theta
  EXPECT_NEAR(summary.objective, -809.69713348858, 1e-8);
}

TEST(Maximise, EveryModelWithEveryScorerImproves) {
  const Dataset dense = random_queries(Items::Kind::dense, 40, kFeatures, 11);
  for (const auto& entry : built_in_models())
    for (const Scorer& scorer : {Scorer(linear(kFeatures)), Scorer(mlp(kFeatures, {4}))}) {
      if (!entry.make("").has_gradient() || !takes_any_query(entry.info)) continue;
      const Objective objective(dense, by_hand(entry.make(""), scorer), {.l2 = 0.1});
      std::vector<double> start = scorer.initial_weights(5);
      // A maximum has no derivative where all scores are equal: a fit must begin elsewhere.
      if (!entry.info.laws.smooth_at_equal_scores)
        for (std::size_t j = 0; j < start.size(); ++j)
          start[j] += 0.05 * static_cast<double>(j + 1);
      start.resize(objective.num_parameters(), 0.0);
      const FitSummary summary = maximise(objective, start);
      EXPECT_GT(summary.objective, objective.value(start)) << entry.info.name;
      EXPECT_EQ(summary.objective, objective.value(summary.parameters));
      EXPECT_FALSE(summary.message.empty());
    }
}

TEST(Maximise, StopsByThePapersRuleByDefault) {
  const Dataset data = random_queries(Items::Kind::dense, 100, kFeatures, 12);
  const Objective objective(data, by_hand(model("pmop_full"), linear(kFeatures)));
  std::vector<double> values;
  const FitOptions options{.progress = [&](const FitProgress& progress) {
    values.push_back(progress.objective.value());
    EXPECT_EQ(progress.iteration, static_cast<int>(values.size()));
    return true;
  }};
  const FitSummary summary = maximise(objective, std::vector<double>(kFeatures, 0.0), options);
  ASSERT_EQ(summary.reason, StopReason::converged) << summary.message;
  ASSERT_GE(values.size(), 2);
  EXPECT_EQ(summary.iterations, static_cast<int>(values.size()));
  const auto improvement = [&](std::size_t t) {
    return std::abs(values[t] - values[t - 1]) / std::abs(values[t]);
  };
  EXPECT_LT(improvement(values.size() - 1), 1e-5);
  for (std::size_t t = 1; t + 1 < values.size(); ++t) EXPECT_GE(improvement(t), 1e-5);
}

TEST(Maximise, SaysWhyItStopped) {
  const Dataset data = random_queries(Items::Kind::dense, 50, kFeatures, 13);
  const Objective objective(data, by_hand(model("davidson"), linear(kFeatures)));
  const std::vector<double> start(objective.num_parameters(), 0.0);
  EXPECT_EQ(maximise(objective, start, {.iterations = 2}).reason, StopReason::max_iterations);
  EXPECT_EQ(maximise(objective, start, {.iterations = 2}).iterations, 2);
  EXPECT_EQ(maximise(objective, start, {.tolerance = 0, .gradient_tolerance = 1e-6}).reason,
            StopReason::gradient_vanished);
  const FitOptions cancel{.progress = [](const FitProgress& p) { return p.iteration < 3; }};
  const FitSummary cancelled = maximise(objective, start, cancel);
  EXPECT_EQ(cancelled.reason, StopReason::cancelled);
  EXPECT_EQ(cancelled.iterations, 3);
  EXPECT_GT(cancelled.objective, objective.value(start));
}

TEST(Maximise, AStartThatIsAlreadyBestIsRecognised) {
  Dataset one_bucket = Dataset::dense(1);
  one_bucket.add_query("q", std::vector<double>{1, 1}, std::vector<float>{0.5F, 2});
  const Objective objective(one_bucket, by_hand(model("pmop_full"), linear(1)));
  const FitSummary summary = maximise(objective, std::vector{0.25});
  EXPECT_EQ(summary.reason, StopReason::gradient_vanished);
  EXPECT_EQ(summary.parameters, std::vector{0.25});
}

TEST(Maximise, GoesOnWhereValuesNoLongerTellSteps) {
  // At the maximum the objective, about -800, is flat to its last digit over steps of 1e-7.
  const Dataset data = pudding_data();
  for (const char* name : {"davidson", "rao_kupper", "glenn_david"}) {
    const Objective objective(data, by_hand(model(name), worths(6)));
    const FitSummary summary =
        maximise(objective, objective.start(),
                 {.iterations = 1000, .tolerance = 0, .gradient_tolerance = 1e-11});
    EXPECT_EQ(summary.reason, StopReason::gradient_vanished) << name << ": " << summary.message;
    EXPECT_LT(summary.gradient_norm, 1e-11 * 2) << name;
  }
}

TEST(Maximise, StartsAnMlpAwayFromZero) {
  const Dataset data = random_queries(Items::Kind::dense, 40, kFeatures, 17);
  const mlp network(kFeatures, {4});
  const Objective objective(data, by_hand(model("davidson"), network));
  std::vector<double> wanted = network.initial_weights(3);
  wanted.push_back(0);  // beta
  EXPECT_EQ(objective.start(3), wanted);
}

TEST(Maximise, L1DrivesWeightsToZeroAndLeavesTiesFree) {
  const Dataset data = random_queries(Items::Kind::dense, 60, kFeatures, 14);
  const Objective objective(data, by_hand(model("davidson"), linear(kFeatures)));
  const std::vector<double> start(objective.num_parameters(), 0.0);
  std::vector<double> slope(start.size());
  objective.value_and_gradient(start, slope);
  double steepest = 0;
  for (Index j = 0; j < kFeatures; ++j) steepest = std::max(steepest, std::abs(slope[j]));

  const FitSummary all_zero = maximise(objective, start, {.l1 = 1.5 * steepest});
  const FitSummary some = maximise(objective, start, {.l1 = 0.3 * steepest});
  const auto zeros = [](const FitSummary& s) {
    return std::count(s.parameters.begin(), s.parameters.begin() + kFeatures, 0.0);
  };
  EXPECT_EQ(zeros(all_zero), kFeatures);
  EXPECT_NE(all_zero.parameters.back(), 0) << "the tie parameter is not penalised";
  EXPECT_GT(zeros(some), 0);
  EXPECT_LT(zeros(some), kFeatures);
  double norm = 0;
  for (Index j = 0; j < kFeatures; ++j) norm += std::abs(some.parameters[j]);
  EXPECT_DOUBLE_EQ(some.objective, objective.value(some.parameters) - 0.3 * steepest * norm);
}

TEST(Maximise, ComesBackFromStepsOutsideTheNumbers) {
  // A tie parameter far out: the first steps overshoot into exp() overflow of tau.
  Dataset data = Dataset::identity(2);
  for (int wins = 0; wins < 3; ++wins)
    data.add_query("w", std::vector<double>{1, 0}, std::vector<Index>{0, 1}, 1e6);
  data.add_query("l", std::vector<double>{0, 1}, std::vector<Index>{0, 1}, 1e6);
  data.add_query("t", std::vector<double>{0, 0}, std::vector<Index>{0, 1}, 1e6);
  const Objective objective(data, by_hand(model("glenn_david"), worths(2)));
  const FitSummary summary = maximise(objective, std::vector{0.0, 0.0, 5.0}, to_the_end());
  EXPECT_TRUE(std::isfinite(summary.objective));
  // Three outcomes and two free numbers: the fit is exact, frequencies 3/5, 1/5, 1/5.
  EXPECT_NEAR(summary.objective / 1e6, 3 * std::log(0.6) + 2 * std::log(0.2), 1e-8);
}

TEST(Maximise, PassesOnWhatTheCallbackThrows) {
  const Dataset data = random_queries(Items::Kind::dense, 5, kFeatures, 15);
  const Objective objective(data, by_hand(model("pmop_full"), linear(kFeatures)));
  const FitOptions options{
      .progress = [](const FitProgress&) -> bool { throw std::out_of_range("mine"); }};
  EXPECT_THROW(maximise(objective, std::vector<double>(kFeatures, 0.0), options),
               std::out_of_range);
}

TEST(Maximise, RefusesUnusableArguments) {
  const Dataset data = random_queries(Items::Kind::dense, 5, kFeatures, 16);
  const Objective objective(data, by_hand(model("pmop_full"), linear(kFeatures)));
  const std::vector<double> start(kFeatures, 0.0);
  EXPECT_THROW(maximise(objective, std::vector<double>(2)), ArgumentError);
  EXPECT_THROW(maximise(objective, start, {.iterations = -1}), ArgumentError);
  EXPECT_THROW(maximise(objective, start, {.tolerance = std::nan("")}), ArgumentError);
  EXPECT_THROW(maximise(objective, start, {.l1 = -1}), ArgumentError);
  EXPECT_THROW(maximise(objective, start, {.optimizer = lbfgs{.memory = 0}}), ArgumentError);
  EXPECT_THROW(maximise(objective, std::vector<double>(kFeatures, std::nan(""))), NumericalError);
}

// Any f(x, gradient): no objective, no data
TEST(Lbfgs, ClimbsAnyFunction) {
  const auto f = [](std::span<const double> x, std::span<double> g) {
    g[0] = -2 * (x[0] - 3);
    g[1] = -8 * (x[1] + 1);
    return -(x[0] - 3) * (x[0] - 3) - 4 * (x[1] + 1) * (x[1] + 1);
  };
  const FitSummary top =
      lbfgs{}.maximise({f}, std::vector{0.0, 0.0}, {.tolerance = 0, .gradient_tolerance = 1e-10});
  EXPECT_EQ(top.reason, StopReason::gradient_vanished);
  EXPECT_NEAR(top.parameters[0], 3, 1e-9);
  EXPECT_NEAR(top.parameters[1], -1, 1e-9);
  const FitSummary flat = lbfgs{}.maximise({f, 1}, std::vector{0.0, 0.0}, {.l1 = 7});
  EXPECT_EQ(flat.parameters[0], 0) << "penalised, and not worth it";
  EXPECT_NEAR(flat.parameters[1], -1, 1e-3) << "free";
}

}  // namespace
}  // namespace fubini::maximise_test
