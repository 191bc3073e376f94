// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/sample/stage_draws.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/numerics.hpp"
#include "fubini/sample/detail/adapted_tilts.hpp"
#include "fubini/sample/detail/checked_potentials.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fubini {
namespace {

using namespace detail;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Other numbers than those that plain Draws of the stream count off
std::uint64_t first_number(const Stage& stage) {
  return static_cast<std::uint64_t>(stage.number + 1) << 36;
}

StageDraws frozen(TiltedDraws draws, double left_out) {
  StageDraws result{std::move(draws.subsets), {}, std::move(draws.log_copies), left_out};
  for (const Stratum& stratum : draws.strata)
    result.groups.push_back({stratum.begin, stratum.end, stratum.all});
  return result;
}

std::vector<SizePlan> plan_of(const AdaptedTilts& tilts, const ImportanceOptions& options,
                              double negligible) {
  const bool many = options.draws >= 20 * tilts.num_items();
  return tilts.plan(options.draws, many ? 8 : 2, many ? 2 * options.draws : 0, negligible,
                    options.merge);
}

StageDraws draw_by_plan(const AdaptedTilts& tilts, std::span<const SizePlan> plan,
                        const DrawNumbers& numbers, std::uint64_t first) {
  TiltedDraws drawn =
      draw_tilted(tilts.basis(), tilts.num_items(), plan, numbers.seed, numbers.stream, first);
  double left_out = 1;
  for (const Stratum& stratum : drawn.strata) left_out -= tilts.share(stratum.size);
  return frozen(std::move(drawn), std::max(left_out, 0.0));
}

}  // namespace

struct StagePilots::Known {
  AdaptedTilts tilts;
  std::optional<double> log_unseen = {};  // of the sum over sizes that draws leave out, by scouts
};

StageDraws StagePilots::draw(const AnyPotential& potential, std::span<const double> f,
                             const Stage& stage, std::span<const double> ties,
                             const DrawNumbers& numbers, const ImportanceOptions& options,
                             double negligible) {
  constexpr double kGoodEnough = 0.02, kBad = 0.7;  // the deviation of one draw
  constexpr int kMorePilots = 3;
  check_at_least("importance sampling", "draws", options.draws, 1);
  check_at_least("importance sampling", "pilot", options.pilot, 2 * kBasis + 2);
  const Index n = std::ssize(f);
  std::uint64_t first = first_number(stage);
  AdaptedTilts tilts(f);
  std::vector<double> values;
  known_ = nullptr;
  if (n < 20 && (Index{1} << n) - 1 <= options.draws) {
    TiltedDraws all = draw_tilted(tilts.basis(), n, tilts.all_subsets(), 0, 0, first);
    checked_potentials(all.subsets, potential, f, stage, ties, values);
    check_order(all, potential, f, stage, ties, values);
    return frozen(std::move(all), 0);
  }
  for (int k = 0;
       k < options.pilots || (k < options.pilots + kMorePilots && tilts.deviation() > kBad); ++k) {
    const TiltedDraws pilot = draw_tilted(tilts.basis(), n, tilts.pilot(options.pilot),
                                          numbers.seed, numbers.stream, first);
    checked_potentials(pilot.subsets, potential, f, stage, ties, values);
    if (k == 0) check_order(pilot, potential, f, stage, ties, values);
    if (std::ranges::all_of(values, [](double x) { return x == -kInfinity; }))
      refuse_zeros(pilot.subsets, f);
    tilts.learn(pilot, values);
    if (tilts.deviation() < kGoodEnough) break;
    if (k == 1 && options.pilots > 2) tilts.learn_items(pilot, values);
  }
  StageDraws result = draw_by_plan(tilts, plan_of(tilts, options, negligible), numbers, first);
  known_ = std::make_shared<Known>(Known{std::move(tilts)});
  return result;
}

std::optional<StageDraws> StagePilots::draw_again(const AnyPotential& potential,
                                                  std::span<const double> f, const Stage& stage,
                                                  std::span<const double> ties,
                                                  const DrawNumbers& numbers,
                                                  const ImportanceOptions& options,
                                                  double negligible) {
  constexpr std::uint64_t kBehindPilots = std::uint64_t{1} << 35;
  constexpr double kNothing = -1e300;  // of a logarithm
  if (!known_ || !known_->tilts.move_to(f)) return {};
  const AdaptedTilts& tilts = known_->tilts;
  const std::vector<SizePlan> plan = plan_of(tilts, options, negligible);
  std::uint64_t first = first_number(stage) + kBehindPilots;
  const TiltedDraws scouts = draw_tilted(tilts.basis(), tilts.num_items(), tilts.scouts(plan),
                                         numbers.seed, numbers.stream, first);
  std::vector<double> values;
  checked_potentials(scouts.subsets, potential, f, stage, ties, values);
  ScaledSum<double> unseen(kNothing);
  for (std::size_t t = 0; t < values.size(); ++t)
    if (values[t] > -kInfinity) unseen += values[t] - scouts.log_copies[t];
  known_->log_unseen = log(unseen);
  return draw_by_plan(tilts, plan, numbers, first);
}

bool StagePilots::follow(StageDraws& draws, std::span<const double> shares, double log_z) {
  constexpr double kMatters = 1e-4;  // of sizes without draws, by one scout each
  if (!known_) return true;
  if (known_->log_unseen) {
    draws.left_out = logistic(*known_->log_unseen - log_z);
    if (draws.left_out > kMatters) return false;
  }
  std::vector<SizeShare> found;
  for (const StageDraws::Group& group : draws.groups) {
    SizeShare one{.size = draws.subsets.sizes[group.begin], .all = group.all};
    double squares = 0;
    for (Index t = group.begin; t < group.end; ++t) {
      one.share += shares[t];
      squares += shares[t] * shares[t];
    }
    one.draws = static_cast<double>(group.end - group.begin);
    if (one.share > 0)
      one.squared_spread = std::max(squares * one.draws / (one.share * one.share) - 1, 0.0);
    found.push_back(one);
  }
  return known_->tilts.follow(found);
}

StageDraws draw_stage(const AnyPotential& potential, std::span<const double> f, const Stage& stage,
                      std::span<const double> ties, const DrawNumbers& numbers,
                      const ImportanceOptions& options, double negligible) {
  return StagePilots().draw(potential, f, stage, ties, numbers, options, negligible);
}

}  // namespace fubini
