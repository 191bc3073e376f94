// SPDX-License-Identifier: BSD-3-Clause
// Draws at other scores by what pilots taught: seeds are fixed, so a test either always passes or never.
#include "fubini/sample/importance.hpp"
#include "tests/sample/importance_potentials.hpp"

#include <gtest/gtest.h>

namespace fubini::kept_pilots_test {
namespace {

constexpr Index kItems = 16;
constexpr ImportanceOptions kOptions{.draws = 200, .pilot = 16, .pilots = 2, .merge = 0.02};
constexpr double kNegligible = 1e-5;

template <class P>
struct Kept {
  Stage stage = {0, kItems};
  AnyPotential potential{P{}};
  StagePilots pilots = {};
  StageDraws draws = {};
  std::vector<double> shares = {};

  ImportanceEstimate measured(std::span<const double> f) {
    return log_normaliser(draws, potential, f, stage, {}, shares);
  }
  void begin(std::span<const double> f) {
    draws = pilots.draw(potential, f, stage, {}, {}, kOptions, kNegligible);
    EXPECT_TRUE(pilots.follow(draws, shares, measured(f).value));
  }
  bool again(std::span<const double> f) {
    auto drawn = pilots.draw_again(potential, f, stage, {}, {.seed = 2}, kOptions, kNegligible);
    if (!drawn) return false;
    draws = std::move(*drawn);
    const double log_z = measured(f).value;
    return pilots.follow(draws, shares, log_z);
  }
};

std::vector<double> scaled(std::vector<double> f, double by) {
  for (double& x : f) x *= by;
  return f;
}

TEST(KeptPilots, ServeScoresThatHaveMovedALittle) {
  const auto f = normal_scores(kItems, 3), moved = scaled(f, 1.2);
  Kept<spread> kept;
  kept.begin(f);
  ASSERT_TRUE(kept.again(moved));
  const auto found = kept.measured(moved);
  EXPECT_LT(found.standard_error, 0.05);
  EXPECT_NEAR(found.value, enumerated_log_normaliser(spread{}, moved), 4 * found.standard_error);
}

TEST(KeptPilots, DoNotServeScoresThatAreFarAway) {
  const auto f = normal_scores(kItems, 3);
  Kept<spread> kept;
  EXPECT_FALSE(kept.again(f)) << "nothing is kept";
  kept.begin(f);
  EXPECT_FALSE(kept.again(scaled(f, 2)));
  kept.begin(std::vector<double>(kItems, 1.0));
  EXPECT_FALSE(kept.again(f)) << "equal scores teach nothing";
}

// A share that is left out of Z grows as scores move, step by step.
TEST(KeptPilots, DoNotForgetSizesThatComeToMatter) {
  constexpr double kUnseen = 2e-5;  // a tenth or so of what may be left out
  auto f = normal_scores(22, 6, 0.5);
  Kept<mean_in_disguise> kept{.stage = {0, 22}};
  kept.begin(f);
  EXPECT_NE(kept.draws.subsets.sizes[0], 1) << "single items are nothing beside all others";
  int steps = 0;
  for (bool served = true; served; ++steps) {
    f = scaled(f, 1.25);
    served = kept.again(f);
    if (!served) break;
    const auto found = kept.measured(f);
    EXPECT_NEAR(found.value - std::log1p(-kept.draws.left_out),
                enumerated_log_normaliser(mean_in_disguise{}, f),
                4 * found.standard_error + kUnseen);
    ASSERT_LT(steps, 30) << "they matter by now";
  }
  EXPECT_GT(steps, 2);
}

TEST(KeptPilots, DoNotServeWhereWeightsVaryByFarMore) {
  // The same scores in another order: tilts learned an item would not fit, those by score do.
  const auto f = normal_scores(kItems, 9, 1.0);
  Kept<wide_spread> kept;
  kept.begin(f);
  auto other = f;
  for (std::size_t i = 0; i < other.size(); i += 2) other[i] = -other[i] * other[i] / 2;
  if (!kept.again(other)) return;
  const auto found = kept.measured(other);
  EXPECT_NEAR(found.value, enumerated_log_normaliser(wide_spread{}, other),
              4 * found.standard_error);
}

}  // namespace
}  // namespace fubini::kept_pilots_test
