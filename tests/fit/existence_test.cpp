// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/existence.hpp"

#include "fubini/catalogue/models.hpp"
#include "fubini/core/random.hpp"
#include "fubini/fit/fit.hpp"
#include "fubini/io/read.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace fubini::existence_test {
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
                                          "pmop_full",     "pmop_mean",     "pmop_elimination"};
const std::vector<std::pair<std::string, std::string>> kWithTies = {
    {"davidson", "beta"},
    {"rao_kupper", "alpha"},
    {"glenn_david", "gamma"},
    {"davidson_luce", "log_delta_2"}};

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
                "nothing compares 'ann', 'bob' with 'cid', 'dan'");
    expect_says(diagnosis(name, "weight,ann,bob,cid\n1,1,2,0\n1,2,1,0\n"),
                "nothing compares 'ann', 'bob' with 'cid'");
  }
}

TEST(Diagnose, ItemsThatNeverWonAreNamed) {
  for (const std::string& name : kModels) {
    expect_says(diagnosis(name, kPairs + "ann,bob,2,1,1\nbob,cid,3,0,0\n"),
                "'cid' never came above");
    // The other way round: those that were never beaten are above all others.
    expect_says(diagnosis(name, kPairs + "ann,bob,2,1,1\nbob,cid,0,3,0\n"),
                "'ann', 'bob' never came above");
    expect_says(diagnosis(name, "weight,ann,bob,cid\n1,1,2,3\n1,2,1,3\n1,1,1,2\n"),
                "'cid' never came above");
  }
}

TEST(Diagnose, WeightsOfZeroAreNoComparisons) {
  Dataset data = Dataset::identity(2);
  const std::vector<Index> both = {0, 1};
  data.add_query("first wins", std::vector<double>{1, 0}, both);
  data.add_query("second never wins", std::vector<double>{0, 1}, both, 0);
  expect_says(why_no_maximum(data, model("bradley_terry"), {"ann", "bob"}).value_or(""),
              "'bob' never came above 'ann'");
  expect_says(diagnosis("davidson", kPairs + "ann,bob,2,1,1\nbob,cid,0,0,0\n"),
              "nothing compares 'ann', 'bob' with 'cid'");
}

// cid never won, but tied: the tie holds it up where the model learns both worths from it.
TEST(Diagnose, TiesCountWhereTheModelLearnsFromThem) {
  const std::string text = kPairs + "ann,bob,2,1,0\nbob,cid,3,0,1\n";
  for (const char* name : {"davidson", "rao_kupper", "glenn_david", "davidson_luce", "pmop_mean"})
    EXPECT_EQ(diagnosis(name, text), "") << name;
  expect_says(diagnosis("bradley_terry", text), "'cid' never came above 'ann', 'bob'");
}

// Worths part and ties become likelier at the same time: every outcome comes to probability 1, or to
// 1/2 and more where bounds are met.
TEST(Diagnose, WorthsThatGrowWithATieParameterAreNamed) {
  for (const auto& [name, parameter] : kWithTies) {
    const std::string two = diagnosis(name, kPairs + "a,b,5,0,1\n");
    expect_says(two, "every win leads down the order 'a' > 'b'");
    expect_says(two, parameter);
    expect_says(two, "--l2");
    // A transitive league whose neighbours tie too
    std::string league = kPairs;
    for (int i = 0; i < 10; ++i)
      for (int j = i + 1; j < 10; ++j)
        league += "p" + std::to_string(i) + ",p" + std::to_string(j) +
                  (j == i + 1 ? ",0,0,1\n" : ",3,0,0\n");
    expect_says(diagnosis(name, league), "every win leads down the order 'p0'");
    expect_says(diagnosis(name, league), "and 5 more by more than ties");
    EXPECT_EQ(diagnosis(name, league + "p5,p2,1,0,0\n"), "") << name << ": one upset is enough";
  }
}

TEST(Diagnose, ARingMustHaveMoreWinsThanTies) {
  for (const auto& [name, parameter] : kWithTies) {
    EXPECT_EQ(diagnosis(name, kPairs + "a,b,1,0,0\nb,c,1,0,0\nc,a,0,0,1\n"), "") << name;
    expect_says(diagnosis(name, kPairs + "a,b,1,0,0\nb,c,0,0,1\nc,a,0,0,1\n"), parameter);
    expect_says(diagnosis(name, kPairs + "a,b,1,0,0\nb,c,1,0,0\nc,d,0,0,1\nd,a,0,0,1\n"),
                parameter);
  }
}

// Where sums are potentials scores have a level; where maxima are, ties do not hold up.
TEST(Diagnose, PotentialsHaveConditionsOfTheirOwn) {
  const std::string beaten = kPairs + "ann,bob,2,1,0\nbob,cid,3,0,0\n";
  expect_says(diagnosis("pmop_product", beaten), "'cid' never came above another");
  expect_says(diagnosis("pmop_product", kPairs + "ann,bob,1,0,1\n"), "'ann' never came below");
  EXPECT_EQ(diagnosis("pmop_product", kPairs + "ann,bob,1,1,1\n"), "");
  expect_says(diagnosis("pmop_product", kPairs + "ann,bob,1,1,0\n"), "never");
  EXPECT_EQ(diagnosis("pmop_maximum", kPairs + "ann,bob,1,1,1\n"), "");
  expect_says(diagnosis("pmop_maximum", kPairs + "ann,bob,1,1,0\nann,cid,0,0,1\n"),
              "'cid' was in the best bucket always");
}

TEST(Diagnose, OrdersOfTiesAreNamed) {
  const auto of = [](const char* text) {
    return tie_diagnosis("davidson_luce:max_order=3", std::string("weight,a,b,c\n") + text);
  };
  expect_says(of("1,1,2,3\n1,1,1,2\n"), "no ties of 3 items, so log_delta_3");
  expect_says(of("1,1,2,0\n1,1,1,0\n1,1,1,1\n"), "wherever 3 items or more were left");
  EXPECT_EQ(of("1,1,2,0\n1,1,1,0\n"), "") << "no query has 3 items";
  EXPECT_EQ(of("1,1,2,3\n1,1,1,2\n1,1,1,1\n"), "");
}

TEST(Diagnose, ManyItemsAreNotAllListed) {
  std::string text = kPairs;
  for (int i = 0; i < 30; ++i)
    text += "low" + std::to_string(i) + ",low" + std::to_string((i + 1) % 30) + ",1,1,1\n";
  expect_says(diagnosis("davidson", text + "top,low0,1,0,0\n"), "and 25 more never came above");
}

TEST(Diagnose, SentencesStayShortWhateverNamesAre) {
  constexpr std::size_t kLongest = 500;
  const auto name = [](int i) { return std::string(1000, 'x') + std::to_string(i); };
  std::string league = kPairs, apart = kPairs, beaten = kPairs;
  for (int i = 0; i < 8; ++i) {
    league += name(i) + "," + name(i + 1) + ",1,0,1\n";
    beaten += name(i) + "," + name(i + 1) + ",1,0,0\n";
    apart += name(2 * i) + "," + name(2 * i + 1) + ",1,1,1\n";
  }
  for (const std::string& text : {league, beaten, apart}) {
    EXPECT_LT(diagnosis("davidson", text).size(), kLongest);
    EXPECT_GT(diagnosis("davidson", text).size(), 0);
  }
  EXPECT_LT(tie_diagnosis("davidson_luce:max_order=10000", league).size(), kLongest);
  EXPECT_LT(tie_diagnosis("davidson_luce:max_order=10000", beaten).size(), kLongest);
}

TEST(Diagnose, TieParametersWantTiesAndWins) {
  const std::string wins = kPairs + "ann,bob,2,1,0\n", ties = kPairs + "ann,bob,0,0,2\n",
                    both = kPairs + "ann,bob,1,1,1\n";
  for (const auto& [name, parameter] : kWithTies) {
    expect_says(tie_diagnosis(name, wins), "the data has no ties");
    expect_says(tie_diagnosis(name, wins), parameter);
    expect_says(tie_diagnosis(name, ties), "nothing but ties");
    EXPECT_EQ(tie_diagnosis(name, both), "") << name;
  }
  for (const char* name : {"bradley_terry", "plackett_luce", "pmop_full"})
    EXPECT_EQ(tie_diagnosis(name, wins), "") << name << " has no tie parameters";
}

// A small table: pairs and triples with ties, few of each
ReadData some_table(Draws& draws, Index largest_bucket) {
  std::string text = "weight,a,b,c,d\n";
  const double tie = draws.uniform();
  for (Index k = 1 + draws.below(6); k > 0; --k) {
    std::string places;
    std::vector<Index> seen(5, 0);
    const Index left_out = draws.below(4), also = draws.below(4);
    for (Index i = 0; i < 4; ++i) {
      Index place = 1 + draws.below(draws.uniform() < tie ? 2 : 4);
      while (++seen[place] > largest_bucket) place = 1 + draws.below(4);
      places += "," + std::to_string(i == left_out || i == also ? 0 : place);
    }
    text += "1" + places + "\n";
  }
  return parse_dataset(text, "table");
}

// Every d of whole numbers from 0 to 3, which is enough for bounds of one step on four items
bool some_direction(const std::function<bool(const std::vector<double>&)>& recedes) {
  std::vector<double> d(4, 0);
  for (int code = 1; code < 256; ++code) {
    for (int i = 0; i < 4; ++i) d[i] = code >> (2 * i) & 3;
    const bool shift = std::ranges::all_of(d, [&](double x) { return x == d[0]; });
    if (!shift && recedes(d)) return true;
  }
  return false;
}

bool keeps_thresholds(const Dataset& data, const std::vector<double>& d, double b, bool by_stage) {
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    for (Index i = 0; i < query.ranking.num_items(); ++i)
      for (Index j = i + 1; j < query.ranking.num_items(); ++j) {
        const double apart = d[query.items.id(i)] - d[query.items.id(j)];
        const bool alone = query.ranking.bucket_size(query.ranking.bucket_of(i)) == 1;
        const double step = by_stage && !alone ? 0 : b;
        if (query.ranking.tied(i, j) ? std::abs(apart) > b : apart < step) return false;
      }
  }
  return true;
}

// By trying all directions: the search for rings has no say in this.
TEST(Diagnose, VerdictsAreThoseOfAllDirectionsTried) {
  for (const char* name : {"davidson", "davidson_luce"}) {
    Draws draws(3, 0);
    int refused = 0, fitted = 0;
    for (int k = 0; k < 1500; ++k) {
      const bool by_stage = name == std::string("davidson_luce");
      const ReadData table = some_table(draws, by_stage ? 2 : 4);
      if (why_no_tie_maximum(table.data, model(name))) continue;
      const bool found = why_no_maximum(table.data, model(name), table.items).has_value();
      const bool wanted = some_direction([&](const std::vector<double>& d) {
        return keeps_thresholds(table.data, d, 0, by_stage) ||
               keeps_thresholds(table.data, d, 1, by_stage);
      });
      EXPECT_EQ(found, wanted) << name << ", table " << k;
      (found ? refused : fitted) += 1;
    }
    EXPECT_GT(refused, 100);
    EXPECT_GT(fitted, 100);
  }
}

// What is not refused is fitted to the end, with worths that stay; what is refused goes ever further
// as a penalty goes away.
TEST(Diagnose, VerdictsAreThoseOfTheFitsThemselves) {
  constexpr double kFarthest = 25;
  const Catalogues known = built_in();
  for (const std::string name : {"davidson", "rao_kupper", "glenn_david", "davidson_luce",
                                 "davidson_luce:max_order=3", "pmop_mean", "pmop_product"}) {
    Draws draws(5, 0);
    int refused = 0, fitted = 0;
    for (int k = 0; k < 200; ++k) {
      const ReadData table = some_table(draws, name == "davidson_luce" ? 2 : 3);
      if (why_no_tie_maximum(table.data, model(name))) continue;
      const auto why = why_no_maximum(table.data, model(name), table.items);
      if (why && why->find("nothing compares") != std::string::npos) continue;
      const auto widest = [&](double l2) {
        const FitOptions how{.l2 = l2, .threads = 1, .items = table.items};
        double most = 0;
        for (const double w : fit(known, table.data, name, how).model.weights)
          most = std::max(most, std::abs(w));
        return most;
      };
      if (why)
        EXPECT_GT(widest(1e-8), widest(1e-3) + 2) << name << ", table " << k << ": " << *why;
      else
        EXPECT_LT(widest(0), kFarthest) << name << ", table " << k;
      (why ? refused : fitted) += 1;
    }
    EXPECT_GT(refused, 3) << name;
    EXPECT_GT(fitted, 3) << name;
  }
}

}  // namespace
}  // namespace fubini::existence_test
