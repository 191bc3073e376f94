// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/write.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/random.hpp"
#include "fubini/io/read.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/simulate/simulate.hpp"
#include "fubini/simulate/simulate_pairs.hpp"
#include "tests/support/same_dataset.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace fubini::write_test {
namespace {

std::string after_reading(const Dataset& data, const std::string& text) {
  return difference(data, parse_dataset(text, "text", {data.num_features(), {}}).data);
}

// Floats that are hard to write: any bits, the ends of the range, both zeros
float hard_float(Draws& draws) {
  using Limits = std::numeric_limits<float>;
  constexpr std::array kSpecial = {0.0F,
                                   -0.0F,
                                   Limits::max(),
                                   Limits::lowest(),
                                   Limits::min(),
                                   0.1F,
                                   Limits::epsilon(),
                                   16777216.0F,
                                   9e9F,
                                   Limits::denorm_min()};
  if (draws.uniform() < 0.1) return kSpecial[draws.below(std::ssize(kSpecial))];
  const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(draws.uniform() * 4294967296.0));
  return std::isfinite(x) ? x : 1.0F;
}

TEST(Write, LearningToRankReadsBackBitForBit) {
  Draws draws(1, 0);
  constexpr Index kFeatures = 30;
  constexpr std::array kGrades = {0.0, 1.0, 0.1, -2.5, 1e300, -0.0, 5e-324};
  Dataset dense = Dataset::dense(kFeatures), sparse = Dataset::sparse(kFeatures);
  for (int q = 0; q < 150; ++q) {
    const Index n = 1 + draws.below(9);
    std::vector<double> grades(n);
    std::vector<float> rows, values;
    std::vector<Index> offsets = {0};
    std::vector<Column> columns;
    for (double& grade : grades) {
      grade = kGrades[draws.below(5 + (q % 2) * 2)];
      for (Index j = 0; j < kFeatures; ++j) rows.push_back(hard_float(draws));
      columns.push_back(static_cast<Column>(draws.below(kFeatures)));
      values.push_back(hard_float(draws));
      offsets.push_back(std::ssize(columns));
    }
    dense.add_query("q" + std::to_string(q), grades, rows);
    sparse.add_query("q" + std::to_string(q), grades, SparseRows{offsets, columns, values});
  }
  EXPECT_EQ(after_reading(dense, letor_text(dense)), "");
  EXPECT_EQ(after_reading(sparse, letor_text(sparse)), "");
}

TEST(Write, ASimulatedCollectionReadsBackForAnyNumberOfThreads) {
  const tbb::global_control four(tbb::global_control::max_allowed_parallelism, 4);
  const Dataset data = simulate({.queries = 150, .features = 20, .mean_size = 8});
  const std::string text = letor_text(data, 1);
  EXPECT_EQ(text, letor_text(data, 4));
  EXPECT_EQ(after_reading(data, text), "");
}

TEST(Write, LearningToRankHasItsRowsInInputOrderAndNoZeros) {
  Dataset data = Dataset::dense(3);
  data.add_query("a", std::array{0.0, 2.0}, std::array{0.5F, 0.0F, 0.25F, 0.0F, 1.0F, 0.1F});
  EXPECT_EQ(letor_text(data), "0 qid:a 1:0.5 3:0.25\n2 qid:a 2:1 3:0.1\n");
}

TEST(Write, PairedComparisonsReadBackBitForBit) {
  const std::vector<std::string> names = simulated_names(6);
  const Dataset data = simulate_pairs(built_in_models().make("davidson"),
                                      {.items = 6, .comparisons = 60, .ties = {0.2}})
                           .data;
  const std::string text = pairs_text(data, names);
  EXPECT_EQ(difference(data, parse_dataset(text, "text", {0, names}).data), "");
}

TEST(Write, PairedComparisonsKeepTheirLines) {
  const std::string text =
      "item_i,item_j,wins_i,wins_j,ties\nx,y,1,0,0.1\nx,y,2,3,0\ny,x,0,1,0\nz,x,0,0,7\nz,x,0,0,7\n";
  const ReadData read = parse_dataset(text, "text");
  EXPECT_EQ(pairs_text(read.data, read.items), text);
}

TEST(Write, RankingsKeepTheirLines) {
  const std::string text = "weight,apple,pear,plum\n1,1,2,2\n2.5,0,1,1\n0.1,3,2,1\n";
  const ReadData read = parse_dataset(text, "text");
  EXPECT_EQ(rankings_text(read.data, read.items), text);
  const std::string again = rankings_text(read.data, read.items);
  EXPECT_EQ(difference(read.data, parse_dataset(again, "text").data), "");
}

TEST(Write, RefusesWhatTheFormatsCannotHold) {
  const std::array<double, 2> grades = {1, 0};
  const std::array rows = {1.0F, 2.0F};
  for (const char* id : {"", "a b", "a#b", "a\nb"}) {
    Dataset data = Dataset::dense(1);
    data.add_query(id, grades, rows);
    EXPECT_THROW(letor_text(data), ArgumentError) << id;
  }
  Dataset twice = Dataset::dense(1), weighted = Dataset::dense(1);
  twice.add_query("a", grades, rows);
  twice.add_query("a", grades, rows);
  weighted.add_query("a", grades, rows, 2);
  EXPECT_THROW(letor_text(twice), ArgumentError);
  EXPECT_THROW(letor_text(weighted), ArgumentError);
  EXPECT_THROW(letor_text(Dataset::dense(1)), ArgumentError);

  Dataset items = Dataset::identity(2), graded = Dataset::identity(2);
  items.add_query("a", grades, std::array<Index, 2>{0, 1});
  graded.add_query("a", std::array{2.0, 0.0}, std::array<Index, 2>{0, 1});
  using Names = std::vector<std::string>;
  EXPECT_THROW(letor_text(items), ArgumentError);
  EXPECT_THROW(pairs_text(weighted, Names{}), ArgumentError);
  EXPECT_THROW(pairs_text(graded, Names{"x", "y"}), ArgumentError);
  for (const Names& names : {Names{"x"}, Names{"x", "x"}, Names{"x", "a,b"}, Names{"x", ""}}) {
    EXPECT_THROW(pairs_text(items, names), ArgumentError);
    EXPECT_THROW(rankings_text(items, names), ArgumentError);
  }
}

}  // namespace
}  // namespace fubini::write_test
