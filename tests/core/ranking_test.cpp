// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/ranking.hpp"

#include "fubini/core/error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace fubini::ranking_test {
namespace {

std::vector<Index> vector(std::span<const Index> x) { return {x.begin(), x.end()}; }

TEST(Ranking, BucketsBySizeAreConsecutiveRanges) {
  const Ranking ranking({1, 3, 2});
  EXPECT_EQ(ranking.num_items(), 1 + 3 + 2);
  EXPECT_EQ(ranking.num_buckets(), 3);
  EXPECT_EQ(vector(ranking.bucket_ends()), (std::vector<Index>{1, 1 + 3, 1 + 3 + 2}));
  EXPECT_EQ(ranking.begin(1), ranking.end(0));
  EXPECT_EQ(ranking.bucket_size(1), 3);
  EXPECT_TRUE(ranking.tied(1, 3));
  EXPECT_FALSE(ranking.tied(3, 4));
  EXPECT_EQ(ranking.bucket_of(5), 2);
}

TEST(Ranking, GradesSortDecreasinglyAndStably) {
  const std::vector<double> grades = {0.5, 2, 0.5, -1, 2};
  const Ranking ranking = Ranking::from_grades(grades);
  EXPECT_EQ(vector(ranking.order()), (std::vector<Index>{1, 4, 0, 2, 3}));
  EXPECT_EQ(vector(ranking.bucket_ends()), (std::vector<Index>{2, 4, 5}));
}

TEST(Ranking, PlusAndMinusZeroTie) {
  const std::vector<double> grades = {0.0, -0.0};
  EXPECT_EQ(Ranking::from_grades(grades).num_buckets(), 1);
}

TEST(Ranking, OrdersGoThereAndBack) {
  const std::vector<double> grades = {1, 3, 2, 3};
  const Ranking ranking = Ranking::from_grades(grades);
  const std::vector<double> sorted = ranking.to_bucket_order<double>(grades);
  EXPECT_TRUE(std::is_sorted(sorted.rbegin(), sorted.rend()));
  EXPECT_EQ(ranking.to_input_order<double>(sorted), grades);
}

TEST(Ranking, FromBucketsPutsItemsWhereTold) {
  const std::vector<Index> bucket_of = {1, 0, 1};
  const Ranking ranking = Ranking::from_buckets(bucket_of);
  EXPECT_EQ(vector(ranking.order()), (std::vector<Index>{1, 0, 2}));
  EXPECT_EQ(ranking.bucket_size(0), 1);
}

TEST(Ranking, RefusesWhatIsNoRanking) {
  const std::vector<Index> none, gap = {0, 2}, negative = {-1, 0};
  const std::vector<double> no_grades, nan = {1, std::nan("")},
                                       infinite = {std::numeric_limits<double>::infinity()};
  EXPECT_THROW((Ranking(none)), ArgumentError);
  EXPECT_THROW(Ranking({2, 0, 1}), ArgumentError);
  EXPECT_THROW(Ranking({-1}), ArgumentError);
  EXPECT_THROW(Ranking::from_grades(no_grades), ArgumentError);
  EXPECT_THROW(Ranking::from_grades(nan), ArgumentError);
  EXPECT_THROW(Ranking::from_grades(infinite), ArgumentError);
  EXPECT_THROW(Ranking::from_buckets(gap), ArgumentError);
  EXPECT_THROW(Ranking::from_buckets(negative), ArgumentError);
}

TEST(Ranking, OrdersWantOneValueAnItem) {
  const std::vector<double> two = {1, 2};
  EXPECT_THROW(Ranking({3}).to_bucket_order<double>(two), ArgumentError);
  EXPECT_THROW(Ranking({3}).to_input_order<double>(two), ArgumentError);
}

TEST(Ranking, ErrorsNameWhatWasFound) {
  try {
    Ranking({2, 0, 1});
    FAIL() << "an empty bucket was accepted";
  } catch (const ArgumentError& error) {
    EXPECT_NE(std::string(error.what()).find("bucket 2 has size 0"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace fubini::ranking_test
