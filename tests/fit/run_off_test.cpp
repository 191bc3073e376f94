// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/run_off.hpp"

#include "fubini/core/random.hpp"
#include "fubini/fit/fit.hpp"
#include "fubini/io/read.hpp"
#include "fubini/score/scorers/worths.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fubini::run_off_test {
namespace {

using Warnings = std::vector<std::string>;

const std::string kPairs = "item_i,item_j,wins_i,wins_j,ties\n";

// Queries of six documents with four features. Grades follow the third, in steps; the others are
// noise, as is a share of the grades.
Dataset graded(double noise, int queries = 40) {
  Dataset data = Dataset::dense(4);
  Draws draws(7, 0);
  for (int q = 0; q < queries; ++q) {
    std::vector<float> features;
    std::vector<double> grades;
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 4; ++j) features.push_back(static_cast<float>(draws.between(-1, 1)));
      const double good = features[features.size() - 2];
      grades.push_back(std::floor(2 * good + noise * draws.between(-1, 1)));
    }
    data.add_query("q" + std::to_string(q), grades, features);
  }
  return data;
}

Warnings warnings(const Dataset& data, const std::string& model, const FitOptions& options = {}) {
  return fit(built_in(), data, model, options).summary.warnings;
}

void expect_only(const Warnings& found, const std::string& part) {
  ASSERT_EQ(found.size(), 1) << part;
  EXPECT_NE(found[0].find(part), std::string::npos)
      << "'" << found[0] << "' lacks '" << part << "'";
  EXPECT_LT(found[0].size(), 500);
}

// Of two features either alone does not separate, both together do.
Dataset separated_by_two() {
  Dataset data = Dataset::dense(2);
  data.add_query("a", std::vector<double>{1, 0}, std::vector<float>{3, 0, 0, 1});
  data.add_query("b", std::vector<double>{1, 0}, std::vector<float>{0, 3, 1, 0});
  return data;
}

TEST(RunOff, WeightsThatSeparateAreNamed) {
  const Dataset data = graded(0);
  for (const char* model : {"bradley_terry", "pmop_full", "pmop_elimination"})
    expect_only(warnings(data, model), "feature 3 grows without bound");
  for (const char* model : {"bradley_terry", "plackett_luce", "pmop_full", "pmop_mean"})
    expect_only(warnings(separated_by_two(), model), "the weights grow without bound");
  EXPECT_EQ(warnings(data, "bradley_terry", {.l2 = 0.1}), Warnings());
  EXPECT_EQ(warnings(data, "bradley_terry", {.l1 = 0.1}), Warnings());
}

// One feature of many is 0 but for few documents, and never loses there.
TEST(RunOff, AWeightThatRunsOffAloneIsNamed) {
  Dataset data = Dataset::dense(2);
  Draws draws(9, 0);
  for (int q = 0; q < 60; ++q) {
    const auto x = static_cast<float>(draws.between(-1, 1)), rare = q < 3 ? 1.0F : 0.0F;
    const double first = q < 3 || x + draws.between(-1, 1) > 0 ? 1 : 0;
    data.add_query("q", std::vector<double>{first, 1 - first}, std::vector<float>{x, rare, 0, 0});
  }
  for (const char* optimizer : {"lbfgs", "adam"})
    expect_only(warnings(data, "bradley_terry",
                         {.optimizer = built_in_optimizers().make(optimizer), .iterations = 200}),
                "feature 2 grows without bound");
}

TEST(RunOff, OrdinaryFitsAreNotWarned) {
  for (const double noise : {0.5, 1.0, 3.0, 10.0}) {
    const Dataset data = graded(noise);
    for (const char* model : {"bradley_terry", "davidson", "rao_kupper", "glenn_david",
                              "plackett_luce", "davidson_luce", "pmop_full", "pmop_elimination",
                              "pmop_mean", "pmop_product", "pmop_maximum", "ranking_svm"}) {
      EXPECT_EQ(warnings(data, model), Warnings()) << model << ", noise " << noise;
      EXPECT_EQ(warnings(data, model, {.iterations = 1}), Warnings())
          << model << ": stopped early is not run off";
    }
    if (noise < 3) continue;  // a network finds a way to separate these
    EXPECT_EQ(warnings(data, "pmop_full", {.scorer = "mlp:3", .iterations = 20}), Warnings())
        << "noise " << noise;
  }
}

// Far out the objective is higher than here, and lower again further out.
TEST(RunOff, FitsThatStoppedFarFromTheMaximumAreNotWarned) {
  const ReadData read = parse_dataset(kPairs + "a,b,5,2,1\nb,c,3,2,1\nc,a,2,3,1\n", "data");
  const Objective objective(read.data, by_hand(built_in_models().make("davidson"), worths(3)));
  for (const double beta : {-40.0, 40.0})
    EXPECT_EQ(what_ran_off(objective, std::vector<double>{0, 0, 0, beta}, read.items), Warnings());
  EXPECT_EQ(what_ran_off(objective, std::vector<double>{0, 1e5, 0, 0}, read.items, true),
            Warnings());
}

// As p falls, the level of 'a' rises so that the odds of its tie stay what they are.
TEST(RunOff, WorthsThatPartAlongACurveAreNamed) {
  const ReadData read = parse_dataset(kPairs + "a,b,5,0,1\nb,c,3,2,1\n", "data");
  const Fit found = fit(built_in(), read.data, "pmop_power", {.items = read.items});
  expect_only(found.summary.warnings, "'a' are so far above those from 'b' down");
}

TEST(RunOff, ScoresAndThresholdMayGoTogether) {
  Dataset data = Dataset::dense(1);  // a step is a win, half a step a tie
  data.add_query("win", std::vector<double>{1, 0}, std::vector<float>{1, 0});
  data.add_query("tie", std::vector<double>{1, 1}, std::vector<float>{0.5F, 0});
  for (const char* model : {"davidson", "rao_kupper", "glenn_david", "davidson_luce"})
    EXPECT_EQ(warnings(data, model).size(), 1) << model;
}

TEST(RunOff, TieParametersWithoutTiesAreNamed) {
  Dataset data = Dataset::dense(1);
  data.add_query("q", std::vector<double>{1, 0}, std::vector<float>{1, 0});
  data.add_query("r", std::vector<double>{0, 1}, std::vector<float>{1, 0});
  expect_only(warnings(data, "davidson"), "the data has no ties, so beta");
  expect_only(warnings(data, "davidson", {.l2 = 1}), "the data has no ties, so beta");
}

// Not concave, so not refused: the limit without b is better than any worths (see existence.hpp).
TEST(RunOff, WorthsThatLeaveOthersBehindAreNamed) {
  const ReadData read = parse_dataset("weight,a,b,c\n1,1,1,2\n1,2,0,1\n1,0,2,1\n", "data");
  const FitOptions how{.seed = 3, .items = read.items};
  const Fit found = fit(built_in(), read.data, "pmop_full", how);
  EXPECT_LT(found.summary.objective, -2 * std::log(2.0) + 1e-9);
  const Objective objective(read.data, by_hand(built_in_models().make("pmop_full"), worths(3)));
  const std::vector<double> far = {0, -40, 0};
  expect_only(what_ran_off(objective, far, read.items), "leave those from 'b' down behind");
}

}  // namespace
}  // namespace fubini::run_off_test
