// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/evaluate/pair_counts.hpp"

#include "fubini/core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace fubini::pair_counts_test {
namespace {

PairCounts one_by_one(const std::vector<double>& grades, const std::vector<double>& scores) {
  PairCounts counts;
  for (std::size_t i = 0; i < grades.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double g = grades[i] - grades[j], s = scores[i] - scores[j];
      if (g * s > 0) ++counts.concordant;
      if (g * s < 0) ++counts.discordant;
      if (g != 0 && s == 0) ++counts.tied_scores;
      if (g == 0 && s != 0) ++counts.tied_grades;
    }
  return counts;
}

TEST(PairCounts, AreThoseOfAllPairsOneByOne) {
  for (std::uint64_t c = 0; c < 60; ++c) {
    std::vector<double> grades, scores;
    for (std::uint64_t i = 0; i < c; ++i) {
      grades.push_back(std::floor(5 * uniform(c, 0, i)) - 2);
      scores.push_back(c % 3 == 0 ? uniform(c, 1, i) : std::floor(7 * uniform(c, 1, i)));
    }
    const PairCounts found = count_pairs(grades, scores), wanted = one_by_one(grades, scores);
    EXPECT_EQ(found.concordant, wanted.concordant) << c;
    EXPECT_EQ(found.discordant, wanted.discordant) << c;
    EXPECT_EQ(found.tied_scores, wanted.tied_scores) << c;
    EXPECT_EQ(found.tied_grades, wanted.tied_grades) << c;
  }
}

TEST(PairCounts, GiveKendallsTauAndAccuracy) {
  const PairCounts counts{.concordant = 6, .discordant = 1, .tied_scores = 2, .tied_grades = 3};
  EXPECT_DOUBLE_EQ(kendall_tau_b(counts), (6.0 - 1) / std::sqrt((6.0 + 1 + 2) * (6 + 1 + 3)));
  EXPECT_DOUBLE_EQ(pairwise_accuracy(counts), (6 + 2 / 2.0) / (6 + 1 + 2));
  EXPECT_EQ(kendall_tau_b({.concordant = 10}), 1);
  EXPECT_EQ(kendall_tau_b({.discordant = 10}), -1);
}

TEST(PairCounts, HaveNoValueWithoutPairsToCompare) {
  EXPECT_TRUE(std::isnan(kendall_tau_b({.tied_scores = 5})));
  EXPECT_TRUE(std::isnan(kendall_tau_b({.tied_grades = 5})));
  EXPECT_TRUE(std::isnan(pairwise_accuracy({.tied_grades = 5})));
  EXPECT_EQ(pairwise_accuracy({.tied_scores = 5}), 0.5);
}

// 100,000 items: 5e9 pairs, beyond 32 bits
TEST(PairCounts, CountBillionsOfPairs) {
  const std::int64_t n = 100'000;
  std::vector<double> grades, scores;
  for (std::int64_t i = 0; i < n; ++i) {
    grades.push_back(static_cast<double>(i));
    scores.push_back(-static_cast<double>(i / 2));
  }
  const PairCounts counts = count_pairs(grades, scores);
  EXPECT_EQ(counts.discordant, n * (n - 1) / 2 - n / 2);
  EXPECT_EQ(counts.tied_scores, n / 2);
  EXPECT_EQ(counts.concordant, 0);
}

}  // namespace
}  // namespace fubini::pair_counts_test
