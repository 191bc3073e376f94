// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/catalogue/scorers.hpp"

#include "fubini/core/error.hpp"
#include "fubini/score/scorers/linear.hpp"
#include "fubini/score/scorers/mlp.hpp"
#include "fubini/score/scorers/worths.hpp"

#include <gtest/gtest.h>

namespace fubini::scorers_test {
namespace {

Index weights(std::string_view text, const Dataset& data) {
  const ScorerCatalogue scorers = built_in_scorers();
  return scorers.make(text, scorers.size_for(text, data)).num_weights();
}

TEST(ScorerCatalogue, MakesScorersThatFitTheData) {
  const Dataset features = Dataset::dense(3), items = Dataset::identity(7);
  EXPECT_EQ(weights("linear", features), 3);
  EXPECT_EQ(weights("worths", items), 7);
  EXPECT_EQ(weights("mlp:4", features), 3 * 4 + 4 + 4);
  EXPECT_EQ(weights("mlp:4,2:relu", features), 3 * 4 + 4 + 4 * 2 + 2 + 2);
  EXPECT_EQ(weights("products:all", features), 3 + 6);
  EXPECT_EQ(weights("products:1x1,2x3", features), 3 + 2);
  EXPECT_THROW(weights("linear", items), ArgumentError);
  EXPECT_THROW(weights("worths", features), ArgumentError);
}

TEST(ScorerCatalogue, RefusesWhatItDoesNotKnow) {
  const auto make = [](const char* text) { return built_in_scorers().make(text, 3); };
  EXPECT_THROW(make("forest"), UnknownName);
  EXPECT_THROW(make(""), UnknownName);
  EXPECT_THROW(make("mlp:4:sigmoid"), UnknownName);
  for (const char* text :
       {"mlp", "mlp:", "mlp:0", "mlp:-1", "mlp:4,,2", "mlp:x", "mlp:1e9", "linear:2", "worths:2",
        "products:2", "products:-0.5", "products:x", "products:1x", "products:2x1", "products:1x4",
        "products:0x1", "products:1x2,1x2", "products:nan"})
    EXPECT_THROW(make(text), ArgumentError) << text;
}

// What a model file holds makes the same scorer again.
TEST(ScorerCatalogue, ArgumentsMakeTheSameAgain) {
  for (const char* text : {"mlp:4,2:relu", "mlp:3", "products:all", "products:1x3,2x2", "linear"}) {
    const Scorer first = built_in_scorers().make(text, 3);
    const std::string arguments = first.info().arguments;
    const Scorer again = built_in_scorers().make(
        arguments.empty() ? first.name() : first.name() + ":" + arguments, 3);
    EXPECT_EQ(again.num_weights(), first.num_weights()) << text;
    EXPECT_EQ(again.info().arguments, arguments) << text;
    for (Index j = 0; j < first.num_weights(); ++j)
      EXPECT_EQ(again.weight_name(j), first.weight_name(j)) << text;
  }
}

TEST(ScorerCatalogue, WeightsHaveNamesForPeople) {
  const Scorer network(mlp(3, {4, 2}));
  EXPECT_EQ(network.weight_name(0), "layer 1, from 1 to 1");
  EXPECT_EQ(network.weight_name(4), "layer 1, from 2 to 1");
  EXPECT_EQ(network.weight_name(12), "layer 1, bias 1");
  EXPECT_EQ(network.weight_name(16), "layer 2, from 1 to 1");
  EXPECT_EQ(network.weight_name(25), "layer 2, bias 2");
  EXPECT_EQ(network.weight_name(27), "output 2");
  EXPECT_EQ(network.num_weights(), 28);
  EXPECT_EQ(Scorer(linear(2)).weight_name(1), "feature 2");
  EXPECT_EQ(Scorer(worths(2)).weight_name(0), "item 1");
}

}  // namespace
}  // namespace fubini::scorers_test
