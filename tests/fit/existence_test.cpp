// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/existence.hpp"

#include "fubini/io/read.hpp"
#include "fubini/catalogue/models.hpp"

#include <gtest/gtest.h>

namespace fubini {
namespace {

Model model(const std::string& name) { return built_in_models().make(name); }

// "" if there is a maximum
std::string diagnosis(const std::string& name, const std::string& text) {
  const ReadData read = parse_dataset(text, "data");
  return why_no_maximum(read.data, model(name), read.items).value_or("");
}

std::string tie_diagnosis(const std::string& name, const std::string& text) {
  return why_no_tie_maximum(parse_dataset(text, "data").data, model(name)).value_or("");
}

void expect_says(const std::string& found, const std::string& part) {
  EXPECT_NE(found.find(part), std::string::npos) << "'" << found << "' lacks '" << part << "'";
}

const std::string kPairs = "item_i,item_j,wins_i,wins_j,ties\n";

// Models of pairs and of lists
const std::vector<std::string> kModels = {"bradley_terry", "davidson",      "rao_kupper",
                                          "glenn_david",   "plackett_luce", "davidson_luce",
                                          "pmop_full",     "pmop_mean"};

TEST(Diagnose, ConnectedComparisonsHaveAMaximum) {
  for (const std::string& name : kModels) {
    EXPECT_EQ(diagnosis(name, kPairs + "ann,bob,2,1,1\nbob,cid,1,3,0\n"), "") << name;
    EXPECT_EQ(diagnosis(name, kPairs + "ann,bob,1,0,1\nbob,cid,1,0,1\ncid,ann,1,0,0\n"), "")
        << name << ": a ring";
    EXPECT_EQ(diagnosis(name, "weight,ann,bob,cid,dan\n1,1,2,3,4\n1,4,3,2,1\n1,1,1,2,0\n"), "")
        << name;
  }
}

TEST(Diagnose, ItemsThatNothingComparesAreNamed) {
  for (const std::string& name : kModels) {
    expect_says(diagnosis(name, kPairs + "ann,bob,2,1,1\ncid,dan,1,3,1\n"),
                "nothing compares ann, bob with cid, dan");
    expect_says(diagnosis(name, "weight,ann,bob,cid\n1,1,2,0\n1,2,1,0\n"),
                "nothing compares ann, bob with cid");
  }
}

TEST(Diagnose, ItemsThatNeverWonAreNamed) {
  for (const std::string& name : kModels) {
    expect_says(diagnosis(name, kPairs + "ann,bob,2,1,1\nbob,cid,3,0,0\n"), "cid never came above");
    // The other way round: those that were never beaten are above all others.
    expect_says(diagnosis(name, kPairs + "ann,bob,2,1,1\nbob,cid,0,3,0\n"),
                "ann, bob never came above");
    expect_says(diagnosis(name, "weight,ann,bob,cid\n1,1,2,3\n1,2,1,3\n1,1,1,2\n"),
                "cid never came above");
  }
}

TEST(Diagnose, WeightsOfZeroAreNoComparisons) {
  Dataset data = Dataset::identity(2);
  const std::vector<Index> both = {0, 1};
  data.add_query("first wins", std::vector<double>{1, 0}, both);
  data.add_query("second never wins", std::vector<double>{0, 1}, both, 0);
  expect_says(why_no_maximum(data, model("bradley_terry"), {"ann", "bob"}).value_or(""),
              "bob never came above ann");
  expect_says(diagnosis("davidson", kPairs + "ann,bob,2,1,1\nbob,cid,0,0,0\n"),
              "nothing compares ann, bob with cid");
}

// cid never won, but tied: the tie holds it up where the model learns both worths from it.
TEST(Diagnose, TiesCountWhereTheModelLearnsFromThem) {
  const std::string text = kPairs + "ann,bob,2,1,0\nbob,cid,3,0,1\n";
  for (const char* name : {"davidson", "rao_kupper", "glenn_david", "davidson_luce", "pmop_mean"})
    EXPECT_EQ(diagnosis(name, text), "") << name;
  expect_says(diagnosis("bradley_terry", text), "cid never came above ann, bob");
}

TEST(Diagnose, ManyItemsAreNotAllListed) {
  std::string text = kPairs;
  for (int i = 0; i < 30; ++i)
    text += "low" + std::to_string(i) + ",low" + std::to_string((i + 1) % 30) + ",1,1,1\n";
  expect_says(diagnosis("davidson", text + "top,low0,1,0,0\n"), "and 25 more never came above");
}

TEST(Diagnose, TieParametersWantTiesAndWins) {
  const std::string wins = kPairs + "ann,bob,2,1,0\n", ties = kPairs + "ann,bob,0,0,2\n",
                    both = kPairs + "ann,bob,1,1,1\n";
  for (const auto& [name, parameter] :
       {std::pair{"davidson", "beta"}, std::pair{"rao_kupper", "alpha"},
        std::pair{"glenn_david", "gamma"}, std::pair{"davidson_luce", "log_delta_2"}}) {
    expect_says(tie_diagnosis(name, wins), "the data has no ties");
    expect_says(tie_diagnosis(name, wins), parameter);
    expect_says(tie_diagnosis(name, ties), "nothing but ties");
    EXPECT_EQ(tie_diagnosis(name, both), "") << name;
  }
  for (const char* name : {"bradley_terry", "plackett_luce", "pmop_full"})
    EXPECT_EQ(tie_diagnosis(name, wins), "") << name << " has no tie parameters";
}

}  // namespace
}  // namespace fubini
