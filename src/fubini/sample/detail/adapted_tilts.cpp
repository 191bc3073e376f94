// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/sample/detail/adapted_tilts.hpp"

#include "fubini/sample/detail/regression.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace fubini::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr double kPilots = 0.1;  // what sharing may cost them

// Sizes beside each other share a tilt, and so a table, where it makes their weights vary by
// `deviation` at most, about.
void merge_tilts(double deviation, Index num_items, std::vector<SizePlan>& plan) {
  const auto n = static_cast<double>(num_items);
  for (std::size_t p = 0; p < 2; ++p)
    for (std::size_t from = 0, end = 0; from < plan.size(); from = end) {
      const Tilt tilt = plan[from].parts[p].tilt;
      const auto apart = [&](const SizePlan& one) {
        double distance = 0;
        for (Index b = 0; b < kBasis; ++b) distance += std::abs(one.parts[p].tilt[b] - tilt[b]);
        const auto m = static_cast<double>(one.size);
        return distance * std::sqrt(m * (n - m) / n);
      };
      while (end < plan.size() && apart(plan[end]) <= 2 * deviation) ++end;
      const Tilt middle = plan[(from + end - 1) / 2].parts[p].tilt;
      for (std::size_t s = from; s < end; ++s) plan[s].parts[p].tilt = middle;
    }
}

}  // namespace

AdaptedTilts::AdaptedTilts(std::span<const double> f) : sizes_(f.size()), shares_(f.size(), 0.0) {
  for (auto& one : basis_) one.assign(f.size(), 0.0);
  fill_basis(f);
  for (std::size_t m = 1; m <= sizes_.size(); ++m)
    sizes_[m - 1].tilt = first_tilt(static_cast<Index>(m));
}

void AdaptedTilts::fill_basis(std::span<const double> f) {
  const auto n = static_cast<double>(f.size());
  const double mean = std::accumulate(f.begin(), f.end(), 0.0) / n;
  double squares = 0;
  for (const double x : f) squares += (x - mean) * (x - mean);
  equal_scores_ = !(squares > 0);
  scale_ = equal_scores_ ? 1 : std::sqrt(squares / n);
  for (std::size_t i = 0; i < f.size(); ++i) {
    basis_[0][i] = (f[i] - mean) / scale_;
    basis_[1][i] = basis_[0][i] * basis_[0][i] - 1;
  }
}

bool AdaptedTilts::move_to(std::span<const double> f) {
  constexpr double kFar = 1.5;
  const double before = scale_;
  const bool knew_nothing = equal_scores_;
  fill_basis(f);
  const double ratio = scale_ / before;
  if (knew_nothing || equal_scores_ || ratio > kFar || ratio < 1 / kFar) return false;
  for (SizeKnown& size : sizes_) {
    size.tilt[0] *= ratio;
    size.tilt[1] *= ratio * ratio;
  }
  return true;
}

bool AdaptedTilts::follow(const std::vector<SizeShare>& found) {
  constexpr double kWorse = 1.5, kLittle = 0.3;
  double expected = 0, spread = 0, sum = 0;
  for (const SizeShare& one : found) {
    if (one.all || one.draws < 2) continue;
    // By few draws a spread is low or high by chance: their sum is not
    spread += one.share * one.squared_spread * one.draws / (one.draws - 1);
    expected += one.share * sizes_[one.size - 1].spread * sizes_[one.size - 1].spread;
    sum += one.share;
  }
  if (spread > sum * kLittle * kLittle && spread > kWorse * kWorse * expected) return false;
  for (const SizeShare& one : found) shares_[one.size - 1] = one.share;
  return true;
}

std::vector<SizePlan> AdaptedTilts::all_subsets() const {
  std::vector<SizePlan> plan;
  for (Index m = 1; m <= num_items(); ++m)
    plan.push_back({m, {{{{}, Index{1} << num_items()}, {}}}});
  return plan;
}

std::vector<SizePlan> AdaptedTilts::pilot(Index count) const {
  std::vector<SizePlan> plan;
  for (Index m = 1; m <= num_items(); ++m)
    if (!sizes_[m - 1].hopeless)
      plan.push_back({m, {{{sizes_[m - 1].tilt, count - count / 2}, {first_tilt(m), count / 2}}}});
  merge_tilts(kPilots, num_items(), plan);
  return plan;
}

std::vector<SizePlan> AdaptedTilts::scouts(const std::vector<SizePlan>& plan) const {
  std::vector<SizePlan> result;
  auto next = plan.begin();
  for (Index m = 1; m <= num_items(); ++m) {
    if (next != plan.end() && next->size == m)
      ++next;
    else
      result.push_back({m, {{{sizes_[m - 1].tilt, 1}, {}}}});
  }
  merge_tilts(kPilots, num_items(), result);
  return result;
}

void AdaptedTilts::learn(const TiltedDraws& draws, std::span<const double> log_phi) {
  constexpr double kMostVariance = 3, kMostlyPossible = 0.9;
  std::vector<bool> found_any(sizes_.size(), true);
  for (const Stratum& stratum : draws.strata) {
    SizeKnown& size = sizes_[stratum.size - 1];
    const Regression found = regress(draws, stratum, log_phi, size.tilt);
    size.log_z = log_sum(draws, stratum, log_phi);
    const double finite =
        static_cast<double>(found.finite) / static_cast<double>(stratum.end - stratum.begin);
    if (finite < kMostlyPossible && found.finite > 1) {
      const Tilt step = steeper(draws, stratum, log_phi);
      for (Index b = 0; b < kBasis; ++b) size.tilt[b] += step[b];
    } else if (found.finite > 2 * kBasis) {
      size.tilt = found.slope;
    }
    size.spread = stratum.all || found.finite == 0
                      ? 0
                      : std::sqrt(std::exp(std::min(found.residual, kMostVariance)) / finite - 1);
    found_any[stratum.size - 1] = found.finite > 0;
  }
  borrow_tilts(found_any);
  share_out();
}

// Where all draws of a size were impossible, the tilt of a neighbour knows better where to look.
void AdaptedTilts::borrow_tilts(const std::vector<bool>& found_any) {
  const auto nearest = [&](std::size_t m) {
    for (std::size_t away = 1; away < sizes_.size(); ++away) {
      if (away <= m && found_any[m - away]) return m - away;
      if (m + away < sizes_.size() && found_any[m + away]) return m + away;
    }
    return m;
  };
  for (std::size_t m = 0; m < sizes_.size(); ++m)
    if (!found_any[m]) sizes_[m].tilt = sizes_[nearest(m)].tilt;
}

void AdaptedTilts::share_out() {
  constexpr double kHopeless = 1e-17;
  double top = -kInfinity, total = 0;
  for (const SizeKnown& size : sizes_)
    if (!size.hopeless) top = std::max(top, size.log_z);
  if (top == -kInfinity) return;
  for (std::size_t m = 0; m < sizes_.size(); ++m)
    total += shares_[m] = sizes_[m].hopeless ? 0 : std::exp(sizes_[m].log_z - top);
  for (std::size_t m = 0; m < sizes_.size(); ++m) {
    shares_[m] /= total;
    SizeKnown& size = sizes_[m];
    size.impossible = size.log_z == -kInfinity ? size.impossible + 1 : 0;
    size.hopeless = size.log_z == -kInfinity ? size.impossible > 1 : shares_[m] < kHopeless;
  }
}

void AdaptedTilts::learn_items(const TiltedDraws& draws, std::span<const double> log_phi) {
  std::vector<double> together(num_items(), 0.0), alone(num_items(), 0.0), in(num_items());
  for (const Stratum& stratum : draws.strata) {
    const SizeKnown& size = sizes_[stratum.size - 1];
    if (stratum.all) continue;
    const Regression found = regress(draws, stratum, log_phi, size.tilt);
    if (found.finite <= 2 * kBasis) continue;
    const double matters = share(stratum.size) * size.spread;
    std::ranges::fill(in, 0.0);
    for (Index t = stratum.begin; t < stratum.end; ++t) {
      if (log_phi[t] == -kInfinity) continue;
      const double rest = matters * found.rest(draws, t, log_phi[t]);
      draws.subsets.for_each_member(t, [&](Index i) {
        in[i] += 1;
        together[i] += rest;
      });
    }
    const auto count = static_cast<double>(found.finite);
    for (std::size_t i = 0; i < in.size(); ++i) alone[i] += matters * in[i] * (1 - in[i] / count);
  }
  for (std::size_t i = 0; i < in.size(); ++i)
    basis_[2][i] = alone[i] > 0 ? together[i] / alone[i] : 0;
  for (SizeKnown& size : sizes_) size.tilt[2] = 1;
}

double AdaptedTilts::deviation() const {
  double total = 0;
  for (std::size_t m = 0; m < sizes_.size(); ++m) total += shares_[m] * sizes_[m].spread;
  return total;
}

std::vector<SizePlan> AdaptedTilts::plan(Index draws, Index fewest, Index most_enumerated,
                                         double negligible, double merge) const {
  constexpr double kLeast = 0.5;   // of the mean spread: a pilot may have seen too little of it
  constexpr double kVaries = 0.1;  // from here on
  constexpr Index kOthers = 5;     // one in so many draws by the first tilt
  std::vector<SizePlan> plan;
  const double floor = kLeast * deviation() + 1e-12;
  double total = 0;
  for (Index m = 1; m <= num_items(); ++m) total += share(m) * (sizes_[m - 1].spread + floor);
  for (Index m = 1; m <= num_items(); ++m) {
    const SizeKnown& size = sizes_[m - 1];
    const bool unseen = size.impossible > 0;
    if ((size.hopeless || share(m) < negligible) && !unseen) continue;
    const double part = share(m) * (size.spread + floor) / total;
    Index count = std::max<Index>(fewest, std::lround(part * static_cast<double>(draws)));
    if (size.spread > kVaries || unseen)
      if (const Index all = num_subsets(num_items(), m, most_enumerated); all <= most_enumerated)
        count = all;
    const Index others = size.spread > kVaries ? count / kOthers : 0;
    if (size.hopeless && count > most_enumerated) continue;
    plan.push_back({m, {{{size.tilt, count - others}, {first_tilt(m), others}}}});
  }
  if (merge > 0) merge_tilts(merge, num_items(), plan);
  return plan;
}

}  // namespace fubini::detail
