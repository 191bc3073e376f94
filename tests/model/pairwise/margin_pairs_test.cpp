// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/pairwise/margin_pairs.hpp"

#include "fubini/core/random.hpp"
#include "fubini/core/ranking.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

namespace fubini::margin_pairs_test {
namespace {

using Numbers = std::vector<double>;

struct Counted {
  Index pairs = 0;
  Numbers counts;
  bool operator==(const Counted&) const = default;
};

Counted by_definition(const Ranking& ranking, const Numbers& f) {
  Counted result{0, Numbers(f.size(), 0.0)};
  for (Index i = 0; i < ranking.num_items(); ++i)
    for (Index j = i + 1; j < ranking.num_items(); ++j) {  // bucket order: i is never the worse
      if (ranking.tied(i, j) || !inside_margin(f[i], f[j])) continue;
      ++result.pairs;
      ++result.counts[i];
      --result.counts[j];
    }
  return result;
}

Counted counted(const Ranking& ranking, const Numbers& f) {
  Counted result{0, Numbers(f.size(), std::nan(""))};  // written, not added to
  result.pairs = count_margin_pairs(ranking, f, result.counts);
  return result;
}

void expect_agrees(const Ranking& ranking, const Numbers& f) {
  const Counted found = counted(ranking, f), wanted = by_definition(ranking, f);
  EXPECT_EQ(found.pairs, wanted.pairs);
  EXPECT_EQ(found.counts, wanted.counts);
}

// On both sides of where one might compare all pairs, and beyond
std::vector<Index> sizes() {
  std::vector<Index> result(40);
  std::iota(result.begin(), result.end(), Index{1});
  for (const Index center : {64, 128, 256, 512})
    result.insert(result.end(), {center - 1, center, center + 1});
  result.insert(result.end(), {300, 1000});
  return result;
}

// Grades up to `highest`: a few large buckets or many small ones
Ranking random_ranking(Index n, Index highest, Draws& draws) {
  Numbers grades(n);
  for (double& grade : grades) grade = static_cast<double>(draws.below(highest + 1));
  return Ranking::from_grades(grades);
}

// Agreement for scores drawn one by one, with rankings of every kind
template <class Score>
void expect_agrees_for(Score&& score) {
  for (const Index n : sizes())
    for (const Index highest : {Index{0}, Index{1}, Index{4}, n, 100 * n}) {
      Draws draws(static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(highest));
      const Ranking ranking = random_ranking(n, highest, draws);
      Numbers f(n);
      for (double& x : f) x = score(draws);
      SCOPED_TRACE(testing::Message() << n << " items, grades up to " << highest);
      expect_agrees(ranking, f);
    }
}

double quarter(Draws& draws) { return 0.25 * static_cast<double>(draws.below(25) - 12); }

// The grid with its neighbours; those of 0 are so small that a difference to 1 is lost.
double near_quarter(Draws& draws) {
  const double x = quarter(draws), side = static_cast<double>(draws.below(3) - 1);
  if (x == 0) return side * 1e-20;
  return side == 0 ? x : std::nextafter(x, side * 100);
}

TEST(MarginPairs, AgreeWithTheDefinitionAtAnySpread) {
  for (const double spread : {1e-3, 0.5, 3.0, 100.0})
    expect_agrees_for([&](Draws& draws) { return draws.between(-spread, spread); });
}

TEST(MarginPairs, AgreeWhereManyDifferencesAreExactlyOne) {
  expect_agrees_for([](Draws& draws) {
    const double x = quarter(draws);
    return x == 0 && draws.below(2) == 0 ? -0.0 : x;
  });
}

TEST(MarginPairs, AgreeWhereDifferencesRoundToOne) { expect_agrees_for(near_quarter); }

TEST(MarginPairs, AgreeAtHugeScores) {
  expect_agrees_for([](Draws& draws) { return draws.between(-1e300, 1e300); });
  // and beside ordinary ones, where the digits of both must be sorted
  expect_agrees_for([](Draws& draws) {
    return draws.below(3) == 0 ? 1e300 * static_cast<double>(draws.below(3) - 1) : quarter(draws);
  });
}

TEST(MarginPairs, AgreeAtTinyScores) {
  expect_agrees_for([](Draws& draws) {
    return std::numeric_limits<double>::denorm_min() * static_cast<double>(draws.below(5) - 2) +
           static_cast<double>(draws.below(2));
  });
}

TEST(MarginPairs, OfEqualScoresAreAllPairs) {
  for (const Index n : sizes()) {
    const std::vector<Index> alone(n, 1);
    const Ranking ranking{std::span<const Index>(alone)};
    Counted wanted{n * (n - 1) / 2, {}};
    for (Index i = 0; i < n; ++i)  // n - 1 - i items are worse, i better
      wanted.counts.push_back(static_cast<double>(n - 1 - 2 * i));
    EXPECT_EQ(counted(ranking, Numbers(n, 0.3)), wanted) << n;
  }
}

TEST(MarginPairs, OfOneBucketAreNone) {
  for (const Index n : sizes())
    EXPECT_EQ(counted(Ranking({n}), Numbers(n, 0.3)), (Counted{0, Numbers(n, 0.0)})) << n;
}

TEST(InsideMargin, ComparesWithoutRounding) {
  EXPECT_TRUE(inside_margin(1.0, 1e-20));  // the differences of these three are the same double
  EXPECT_FALSE(inside_margin(1.0, 0.0));
  EXPECT_FALSE(inside_margin(1.0, -1e-20));
  EXPECT_TRUE(inside_margin(-1e-20, -1.0));
  EXPECT_FALSE(inside_margin(1e-20, -1.0));
  EXPECT_TRUE(inside_margin(std::nextafter(0.5, 0), -0.5));
  EXPECT_FALSE(inside_margin(std::nextafter(0.5, 1), -0.5));
}

TEST(InsideMargin, AgreesWithFiftyDigits) {
  using Exact = boost::multiprecision::cpp_bin_float_50;
  Draws draws(1, 1);
  for (int k = 0; k < 20'000; ++k) {
    const double a = near_quarter(draws), b = near_quarter(draws);
    ASSERT_EQ(inside_margin(a, b), Exact(a) - Exact(b) < 1) << a << " - " << b;
  }
}

TEST(InsideMargin, IsOpenAtOne) {
  for (double b = -3; b <= 3; b += 0.25) {
    EXPECT_FALSE(inside_margin(b + 1, b)) << b;
    EXPECT_TRUE(inside_margin(b + 0.75, b)) << b;
    EXPECT_FALSE(inside_margin(b + 1.25, b)) << b;
    EXPECT_TRUE(inside_margin(b, b + 1)) << b;
  }
  EXPECT_FALSE(inside_margin(1, -0.0));
}

TEST(InsideMargin, TakesHugeScores) {
  EXPECT_FALSE(inside_margin(1e300, -1e300));
  EXPECT_TRUE(inside_margin(-1e300, 1e300));
  EXPECT_TRUE(inside_margin(1e300, 1e300));
  EXPECT_FALSE(inside_margin(1e300, 0));
  EXPECT_FALSE(inside_margin(0x1p53, 0x1p53 - 1));
}

}  // namespace
}  // namespace fubini::margin_pairs_test
