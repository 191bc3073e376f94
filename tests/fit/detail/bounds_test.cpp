// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/detail/bounds.hpp"

#include "fubini/core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace fubini::bounds_test {
namespace {

using Solution = std::optional<std::vector<Index>>;

bool keeps(const std::vector<Index>& d, const std::vector<Bound>& bounds) {
  return std::ranges::all_of(bounds, [&](const Bound& b) { return d[b.from] - d[b.to] >= b.gap; });
}

// Bellman and Ford: raised once a round for every node, d settles or there is a ring.
bool solvable(Index nodes, const std::vector<Bound>& bounds) {
  std::vector<Index> d(nodes, 0);
  for (Index round = 0; round <= nodes; ++round)
    for (const Bound& b : bounds) d[b.from] = std::max(d[b.from], d[b.to] + b.gap);
  return keeps(d, bounds);
}

TEST(Bounds, SolutionsAreThoseThatThereAre) {
  Draws draws(1, 0);
  int solved = 0;
  constexpr int kCases = 20000;
  for (int k = 0; k < kCases; ++k) {
    const Index nodes = 2 + draws.below(10);
    const bool downward = draws.uniform() < 0.7;  // rings come from ties then
    std::vector<Bound> bounds;
    for (Index m = draws.below(3 * nodes); m > 0; --m) {
      Index i = draws.below(nodes), j = draws.below(nodes);
      if (i == j) continue;
      if (downward && i > j) std::swap(i, j);
      const int gap = static_cast<int>(draws.below(3)) - 1;
      bounds.push_back({i, j, gap});
      if (gap < 0) bounds.push_back({j, i, gap});
    }
    const Solution found = solution_of(Bounds(nodes, bounds));
    ASSERT_EQ(found.has_value(), solvable(nodes, bounds)) << "case " << k;
    if (found) {
      EXPECT_TRUE(keeps(*found, bounds)) << "case " << k;
    }
    solved += found.has_value() ? 1 : 0;
  }
  EXPECT_GT(solved, kCases / 10);
  EXPECT_LT(solved, kCases - kCases / 10);
}

// Two steps down, a tie, two steps down, ...: what one round of raising settles is one stair.
TEST(Bounds, LongStairsAreClimbed) {
  constexpr Index kNodes = 30000;
  std::vector<Bound> bounds;
  for (Index i = 0; i + 1 < kNodes; ++i) {
    const bool tie = i % 3 == 2;
    bounds.push_back({i, i + 1, tie ? -1 : 1});
    if (tie) bounds.push_back({i + 1, i, -1});
  }
  const Solution found = solution_of(Bounds(kNodes, bounds));
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(keeps(*found, bounds));
  bounds.push_back({kNodes - 1, 0, -1});
  EXPECT_FALSE(solution_of(Bounds(kNodes, bounds)).has_value()) << "more steps than ties";
}

TEST(Bounds, PartsAreNumberedFromTheBottom) {
  const std::vector<Bound> bounds = {{0, 1}, {1, 0}, {1, 2}, {2, 3, -1}, {3, 2, -1}};
  const Parts parts = parts_of(Bounds(4, bounds));
  EXPECT_EQ(parts.count, 2);
  EXPECT_EQ(parts.of, (std::vector<Index>{1, 1, 0, 0}));
  EXPECT_EQ(parts_of(Bounds(4, bounds), 0).count, 3) << "without the arcs of -1";
}

}  // namespace
}  // namespace fubini::bounds_test
