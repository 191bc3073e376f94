// SPDX-License-Identifier: BSD-3-Clause
// Draws at other scores by what pilots taught: seeds are fixed, so a test either always passes or never.
#include "fubini/sample/importance.hpp"
#include "tests/sample/importance_potentials.hpp"

#include <gtest/gtest.h>

namespace fubini {
namespace {

constexpr Index kItems = 16;
constexpr Stage kStage{0, kItems};
constexpr ImportanceOptions kOptions{.draws = 200, .pilot = 16, .pilots = 2, .merge = 0.02};
constexpr double kNegligible = 1e-5;

template <class P>
struct Kept {
  AnyPotential potential{P{}};
  StagePilots pilots;
  StageDraws draws;
  std::vector<double> shares;

  ImportanceEstimate measured(std::span<const double> f) {
    return log_normaliser(draws, potential, f, kStage, {}, shares);
  }
  void begin(std::span<const double> f) {
    draws = pilots.draw(potential, f, kStage, {}, {}, kOptions, kNegligible);
    EXPECT_TRUE(pilots.follow(draws, shares, measured(f).value));
  }
  bool again(std::span<const double> f) {
    auto drawn = pilots.draw_again(potential, f, kStage, {}, {.seed = 2}, kOptions, kNegligible);
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
  auto f = normal_scores(kItems, 6, 0.5);
  Kept<mean_in_disguise> kept;
  kept.begin(f);
  const auto has_one = [&] { return kept.draws.subsets.sizes[0] == 1; };
  EXPECT_FALSE(has_one());
  bool served = true;
  for (int k = 0; k < 20 && served; ++k) {
    f = scaled(f, 1.2);
    served = kept.again(f);
    const double truth = enumerated_log_normaliser(mean_in_disguise{}, f);
    const auto found = kept.measured(f);
    if (served)
      EXPECT_NEAR(found.value - std::log1p(-kept.draws.left_out), truth,
                  4 * found.standard_error + 1e-9);
  }
  EXPECT_FALSE(served) << "single items matter by now";
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
}  // namespace fubini
