// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/specification.hpp"

#include "fubini/core/error.hpp"
#include "fubini/score/scorer.hpp"

#include <gtest/gtest.h>

namespace fubini {
namespace {

TEST(ScorerSpecification, MakesScorersThatFitTheData) {
  const Dataset features = Dataset::dense(3), items = Dataset::identity(7);
  const auto weights = [](std::string_view text, const Dataset& data) {
    return std::visit([](const auto& scorer) { return scorer.num_weights(); },
                      ScorerSpecification::parse(text).make(data));
  };
  EXPECT_EQ(weights("linear", features), 3);
  EXPECT_EQ(weights("worths", items), 7);
  EXPECT_EQ(weights("mlp:4", features), 3 * 4 + 4 + 4);
  EXPECT_EQ(weights("mlp:4,2:relu", features), 3 * 4 + 4 + 4 * 2 + 2 + 2);
  EXPECT_THROW(weights("linear", items), ArgumentError);
  EXPECT_THROW(weights("worths", features), ArgumentError);
}

TEST(ScorerSpecification, RefusesWhatItDoesNotKnow) {
  EXPECT_THROW(ScorerSpecification::parse("forest"), UnknownName);
  EXPECT_THROW(ScorerSpecification::parse(""), UnknownName);
  EXPECT_THROW(ScorerSpecification::parse("mlp:4:sigmoid"), UnknownName);
  for (const char* text :
       {"mlp", "mlp:", "mlp:0", "mlp:-1", "mlp:4,,2", "mlp:x", "mlp:1e9", "linear:2", "worths:"})
    EXPECT_THROW(ScorerSpecification::parse(text), ArgumentError) << text;
}

TEST(ScorerSpecification, WeightsHaveNamesForPeople) {
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
}  // namespace fubini
