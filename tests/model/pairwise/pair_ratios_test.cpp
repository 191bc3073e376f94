// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/pairwise/pair_ratios.hpp"

#include "fubini/core/random.hpp"
#include "fubini/core/ranking.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace fubini::pair_ratios_test {
namespace {

using Numbers = std::vector<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double before = 0.5;  // derivatives are added to what is there

// One pair's number is known as well as r: two exponentials of 4 ulp, whose arguments, up to the
// range of the scores, are rounded, and some operations. Sums go along rows of at most n pairs and
// over n rows, with half an epsilon for each addition.
double tolerance(double range, std::size_t n) {
  return (16 + range + static_cast<double>(n)) * std::numeric_limits<double>::epsilon();
}

// A sum and the sum of sizes, which its error is measured by
struct PlainSum {
  long double total = 0, size = 0;
  void add(long double term, long double scale) {
    total += term;
    size += std::abs(scale);
  }
  void add(long double term) { add(term, term); }
};

struct PlainSums {
  explicit PlainSums(Index num_items) : g(num_items) {
    for (PlainSum& slope : g) slope.add(before);
  }
  PlainSum value, share;
  Index pairs = 0;
  std::vector<PlainSum> g;
};

// One pair, by the formulas of the header; `scale` is how large the slope's terms are, if they have
// different signs.
struct Outcome {
  long double log_z, share, slope, scale;
};

Outcome outcome(const WinLaw& law, long double d) {
  const long double r = std::exp(-law.rate * d), x = law.b * r + law.c * r * r;
  const long double slope = law.rate * (law.b * r + 2 * law.c * r * r) / (1 + x);
  return {std::log1p(x), law.b * r / (1 + x), slope, slope};
}

Outcome outcome(const TieLaw& law, long double d) {
  const long double r = std::exp(-law.rate * d), x = law.a + law.b * (r + 1 / r);
  const long double unit = law.rate * law.b / (1 + x);
  return {std::log1p(x), x / (1 + x), unit * (r - 1 / r), unit * (r + 1 / r)};
}

template <class Law>
PlainSums by_definition(const Ranking& ranking, const Numbers& f, const Law& law, bool tied) {
  PlainSums sums(ranking.num_items());
  for (Index i = 0; i < ranking.num_items(); ++i)
    for (Index j = i + 1; j < ranking.num_items(); ++j) {  // bucket order: i is never the worse
      if (ranking.tied(i, j) != tied) continue;
      const Outcome o = outcome(law, static_cast<long double>(f[i]) - f[j]);
      ++sums.pairs;
      // the logarithm of a product knows a factor 1 + x to a rounding of 1
      sums.value.add(-o.log_z, 1 + o.log_z);
      sums.share.add(o.share);
      sums.g[i].add(o.slope, o.scale);
      sums.g[j].add(-o.slope, o.scale);
    }
  return sums;
}

double range_of(const Numbers& f) {
  const auto [low, high] = std::ranges::minmax(f);
  return high - low;
}

void expect_sums(const PairSums& found, const Numbers& g, const PlainSums& wanted, double range) {
  const auto expect_near = [&](double x, const PlainSum& sum) {
    EXPECT_NEAR(x, static_cast<double>(sum.total),
                tolerance(range, g.size()) * static_cast<double>(sum.size));
  };
  EXPECT_EQ(found.count, static_cast<double>(wanted.pairs));
  expect_near(found.value, wanted.value);
  expect_near(found.share, wanted.share);
  for (std::size_t i = 0; i < g.size(); ++i) expect_near(g[i], wanted.g[i]);
}

void expect_wins(const Ranking& ranking, const Numbers& f, const WinLaw& law) {
  SCOPED_TRACE(testing::Message() << "wins, rate " << law.rate << ", b " << law.b << ", c "
                                  << law.c);
  Numbers g(f.size(), before);
  const PairSums found = sum_wins(ranking, f, law, g);
  expect_sums(found, g, by_definition(ranking, f, law, false), range_of(f));
}

void expect_ties(const Ranking& ranking, const Numbers& f, const TieLaw& law) {
  SCOPED_TRACE(testing::Message() << "ties, rate " << law.rate << ", a " << law.a << ", b "
                                  << law.b);
  Numbers g(f.size(), before);
  const PairSums found = sum_ties(ranking, f, law, g);
  expect_sums(found, g, by_definition(ranking, f, law, true), range_of(f));
}

void expect_all_laws(const Ranking& ranking, const Numbers& f) {
  for (const double rate : {1.0, 0.5})
    for (const double b : {1e-6, 1e-3, 1.0, 30.0, 1e6}) {
      for (const double c : {0.0, 1.0}) expect_wins(ranking, f, {.rate = rate, .b = b, .c = c});
      for (const double a : {0.0, 0.25}) expect_ties(ranking, f, {.rate = rate, .a = a, .b = b});
    }
}

// Scores of a given range around any center
Numbers scores(Index n, double range, double center, Draws& draws) {
  Numbers f(n);
  for (double& x : f) x = center + draws.between(-range / 2, range / 2);
  return f;
}

Ranking random_ranking(Index n, Index highest_grade, Draws& draws) {
  Numbers grades(n);
  for (double& grade : grades) grade = static_cast<double>(draws.below(highest_grade + 1));
  return Ranking::from_grades(grades);
}

TEST(PairRatios, AgreeWithTheDefinitionAtEverySize) {
  for (Index n = 1; n <= 40; ++n)
    for (const double range : {0.1, 3.0, 29.0}) {
      SCOPED_TRACE(testing::Message() << n << " items, range " << range);
      Draws draws(static_cast<std::uint64_t>(n), 0);
      const Numbers f = scores(n, range, 0, draws);
      ASSERT_TRUE(pair_ratios_serve(f));
      expect_all_laws(random_ranking(n, 1 + draws.below(n), draws), f);
    }
}

TEST(PairRatios, AgreeWhereverTheScoresLie) {
  Draws draws(1, 1);
  for (const double center : {-700.0, 700.0, 1e6}) {
    const Numbers f = scores(23, 29, center, draws);
    SCOPED_TRACE(center);
    ASSERT_TRUE(pair_ratios_serve(f));
    expect_all_laws(random_ranking(23, 4, draws), f);
  }
}

// The worst that serves: every ratio as large as can be, one way and the other; and all terms are
// the same, so that roundings go to one side.
TEST(PairRatios, AgreeAtTheEndsOfTheRange) {
  for (const double step : {29.0, -29.0})
    for (const Index n : {16, 33, 200}) {
      SCOPED_TRACE(testing::Message() << n << " items, step " << step);
      Numbers f(n, 0.0);
      std::fill(f.begin() + n / 2, f.end(), step);
      ASSERT_TRUE(pair_ratios_serve(f));
      expect_all_laws(Ranking({n / 2, n - n / 2}), f);
      expect_all_laws(Ranking({n}), f);
    }
}

TEST(PairRatios, AgreeAndStayFiniteOnManyItems) {
  Draws draws(2, 1);
  const Numbers f = scores(2000, 29, 0, draws);
  const Ranking ranking = random_ranking(2000, 4, draws);
  expect_wins(ranking, f, {});
  expect_wins(ranking, f, {.rate = 0.5, .b = 1e6, .c = 1});
  expect_ties(ranking, f, {.rate = 1, .a = 0.25, .b = 1e-6});
  expect_ties(ranking, f, {.rate = 0.5, .a = 0, .b = 1e6});
  Numbers g(f.size(), 0.0);
  EXPECT_TRUE(std::isfinite(sum_wins(ranking, f, {.b = 1e6, .c = 1}, g).value));
  EXPECT_TRUE(std::isfinite(sum_ties(ranking, f, {.b = 1e6}, g).value));
  EXPECT_TRUE(std::ranges::all_of(g, [](double slope) { return std::isfinite(slope); }));
}

void expect_nothing(const PairSums& found, const Numbers& g) {
  EXPECT_EQ(found.value, 0);
  EXPECT_EQ(found.share, 0);
  EXPECT_EQ(found.count, 0);
  EXPECT_EQ(g, Numbers(g.size(), before));
}

TEST(PairRatios, OneBucketHasNoWins) {
  Draws draws(3, 1);
  for (const Index n : {1, 2, 7, 8, 9, 40, 300}) {
    SCOPED_TRACE(n);
    Numbers g(n, before);
    expect_nothing(sum_wins(Ranking({n}), scores(n, 3, 0, draws), {.b = 2, .c = 1}, g), g);
  }
}

TEST(PairRatios, SingletonsHaveNoTies) {
  Draws draws(4, 1);
  for (const Index n : {1, 2, 7, 8, 9, 40, 300}) {
    SCOPED_TRACE(n);
    const std::vector<Index> alone(n, 1);
    Numbers g(n, before);
    const Ranking ranking{std::span<const Index>(alone)};
    expect_nothing(sum_ties(ranking, scores(n, 3, 0, draws), {.a = 0.25, .b = 2}, g), g);
  }
}

TEST(PairRatiosServe, ScoresThatLieCloseTogether) {
  EXPECT_TRUE(pair_ratios_serve(Numbers{5}));
  EXPECT_TRUE(pair_ratios_serve(Numbers{0, 29, 3}));
  EXPECT_TRUE(pair_ratios_serve(Numbers{1e6 + 29, 1e6}));
  for (const double range : {30.5, 31.0, 100.0, 1e4, 1e308}) {
    EXPECT_FALSE(pair_ratios_serve(Numbers{0, range})) << range;
    EXPECT_FALSE(pair_ratios_serve(Numbers{range, 0.5, 0})) << range;
    EXPECT_FALSE(pair_ratios_serve(Numbers{-range / 2, 0, range / 2})) << range;
  }
}

TEST(PairRatiosServe, EveryItemIsLookedAt) {
  for (Index n = 2; n <= 40; ++n)
    for (Index at = 0; at < n; ++at)
      for (const double far : {31.0, -31.0}) {
        Numbers f(n, 0.0);
        f[at] = far;
        EXPECT_FALSE(pair_ratios_serve(f)) << far << " at " << at << " of " << n;
      }
}

TEST(PairRatiosServe, TieParametersNearZero) {
  const Numbers f = {0, 1};
  EXPECT_TRUE(pair_ratios_serve(f, 0));
  EXPECT_TRUE(pair_ratios_serve(f, 1));
  EXPECT_TRUE(pair_ratios_serve(f, -1));
  for (const double huge : {100.0, 1e4, 1e308, infinity}) {
    EXPECT_FALSE(pair_ratios_serve(f, huge)) << huge;
    EXPECT_FALSE(pair_ratios_serve(f, -huge)) << -huge;
  }
}

}  // namespace
}  // namespace fubini::pair_ratios_test
