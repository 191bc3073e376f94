// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/sample/detail/adapted_tilts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace fubini::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Least squares of y on x (already without their means), one unknown after the other: one that the
// others explain, or that does not vary, is left at 0.
Tilt solve(std::array<std::array<double, kBasis>, kBasis> a, Tilt y) {
  constexpr double kNothing = 1e-9;
  std::array<bool, kBasis> used = {};
  const auto whole = a;
  for (Index p = 0; p < kBasis; ++p) {
    used[p] = a[p][p] > kNothing * whole[p][p] && a[p][p] > std::numeric_limits<double>::min();
    if (!used[p]) continue;
    for (Index q = p + 1; q < kBasis; ++q) {
      const double factor = a[q][p] / a[p][p];
      for (Index r = p; r < kBasis; ++r) a[q][r] -= factor * a[p][r];
      y[q] -= factor * y[p];
    }
  }
  Tilt x = {};
  for (Index p = kBasis; p-- > 0;) {
    if (!used[p]) continue;
    x[p] = y[p];
    for (Index q = p + 1; q < kBasis; ++q) x[p] -= a[p][q] * x[q];
    x[p] /= a[p][p];
  }
  return x;
}

// log Phi of a stratum's draws as far as the basis explains it
struct Regression {
  Tilt slope = {}, mean = {};
  double level = 0;     // mean of log Phi
  double residual = 0;  // variance of the rest
  Index finite = 0;

  double rest(const TiltedDraws& draws, Index t, double log_phi) const {
    double value = log_phi - level;
    for (Index b = 0; b < kBasis; ++b) value -= slope[b] * (draws.sums[b][t] - mean[b]);
    return value;
  }
};

Regression regress(const TiltedDraws& draws, const Stratum& of, std::span<const double> log_phi) {
  Regression result;
  const auto each = [&](const auto& visit) {
    for (Index t = of.begin; t < of.end; ++t)
      if (log_phi[t] > -kInfinity) visit(t);
  };
  each([&](Index t) {
    ++result.finite;
    result.level += log_phi[t];
    for (Index b = 0; b < kBasis; ++b) result.mean[b] += draws.sums[b][t];
  });
  if (result.finite == 0) return result;
  const auto count = static_cast<double>(result.finite);
  result.level /= count;
  for (double& mean : result.mean) mean /= count;
  std::array<std::array<double, kBasis>, kBasis> gram = {};
  Tilt against = {};
  each([&](Index t) {
    for (Index p = 0; p < kBasis; ++p) {
      const double x = draws.sums[p][t] - result.mean[p];
      against[p] += x * (log_phi[t] - result.level);
      for (Index q = 0; q < kBasis; ++q) gram[p][q] += x * (draws.sums[q][t] - result.mean[q]);
    }
  });
  if (result.finite > 2 * kBasis) result.slope = solve(gram, against);
  each([&](Index t) {
    const double rest = result.rest(draws, t, log_phi[t]);
    result.residual += rest * rest;
  });
  result.residual /= std::max(count - 1 - kBasis, 1.0);
  return result;
}

// Where many subsets are impossible, what is left of log Phi says too little. How much steeper the
// tilt has to be for the mean sums of all draws to become those of the weighted ones; weights are
// tempered until several of them count.
Tilt steeper(const TiltedDraws& draws, const Stratum& of, std::span<const double> log_phi) {
  constexpr double kSeveral = 8;
  const auto count = static_cast<double>(of.end - of.begin);
  std::vector<double> weights(of.end - of.begin);
  double total = 0, squares = 0, top = -kInfinity;
  for (Index t = of.begin; t < of.end; ++t) top = std::max(top, log_phi[t] - draws.log_copies[t]);
  for (double power = 1; power > 0.1; power /= 2) {
    total = squares = 0;
    for (Index t = of.begin; t < of.end; ++t) {
      const double log_w = log_phi[t] - draws.log_copies[t] - top;
      total += weights[t - of.begin] = std::exp(power * log_w);
      squares += weights[t - of.begin] * weights[t - of.begin];
    }
    if (total * total > kSeveral * squares) break;
  }
  Tilt mean = {}, away = {};
  std::array<std::array<double, kBasis>, kBasis> gram = {};
  for (Index b = 0; b < kBasis; ++b) {
    for (Index t = of.begin; t < of.end; ++t) {
      mean[b] += draws.sums[b][t] / count;
      away[b] += draws.sums[b][t] * weights[t - of.begin] / total * count;
    }
    away[b] -= mean[b] * count;
  }
  for (Index t = of.begin; t < of.end; ++t)
    for (Index p = 0; p < kBasis; ++p)
      for (Index q = 0; q < kBasis; ++q)
        gram[p][q] += (draws.sums[p][t] - mean[p]) * (draws.sums[q][t] - mean[q]);
  return solve(gram, away);
}

// log of the sum of Phi over a size, by its weights: their mean, or what it would be if their
// logarithms were normal, if that is more. It decides where to look, so it may not be too small.
double log_sum(const TiltedDraws& draws, const Stratum& of, std::span<const double> log_phi) {
  constexpr double kMost = 5;
  double top = -kInfinity, sum = 0, mean = 0, squares = 0, finite = 0;
  for (Index t = of.begin; t < of.end; ++t) top = std::max(top, log_phi[t] - draws.log_copies[t]);
  if (top == -kInfinity) return top;
  for (Index t = of.begin; t < of.end; ++t) {
    const double log_w = log_phi[t] - draws.log_copies[t] - top;
    sum += std::exp(log_w);
    if (log_w == -kInfinity) continue;
    ++finite;
    mean += log_w;
    squares += log_w * log_w;
  }
  if (of.all) return top + std::log(sum);
  mean /= finite;
  const double variance = std::max(squares / finite - mean * mean, 0.0);
  return top + std::max(std::log(sum), std::log(finite) + mean + std::min(variance / 2, kMost));
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
  constexpr double kMatters = 1e-3;  // beside a size that has no draws
  constexpr double kWorse = 1.5, kLittle = 0.3;
  std::vector<bool> drawn(sizes_.size() + 2, false);
  drawn.front() = drawn.back() = true;
  for (const SizeShare& one : found) drawn[one.size] = true;
  double expected = 0, spread = 0, sum = 0;
  for (const SizeShare& one : found) {
    if (one.share > kMatters && !(drawn[one.size - 1] && drawn[one.size + 1])) return false;
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

std::vector<SizePlan> AdaptedTilts::all_subsets() const {
  std::vector<SizePlan> plan;
  for (Index m = 1; m <= num_items(); ++m)
    plan.push_back({m, {{{{}, Index{1} << num_items()}, {}}}});
  return plan;
}

std::vector<SizePlan> AdaptedTilts::pilot(Index count) const {
  constexpr double kPilots = 0.1;
  std::vector<SizePlan> plan;
  for (Index m = 1; m <= num_items(); ++m)
    if (!sizes_[m - 1].hopeless)
      plan.push_back({m, {{{sizes_[m - 1].tilt, count - count / 2}, {first_tilt(m), count / 2}}}});
  merge_tilts(kPilots, num_items(), plan);
  return plan;
}

void AdaptedTilts::learn(const TiltedDraws& draws, std::span<const double> log_phi) {
  constexpr double kMostVariance = 3, kMostlyPossible = 0.9;
  for (const Stratum& stratum : draws.strata) {
    SizeKnown& size = sizes_[stratum.size - 1];
    const Regression found = regress(draws, stratum, log_phi);
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
  }
  share_out();
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
    const Regression found = regress(draws, stratum, log_phi);
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
