// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/sample/detail/regression.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace fubini::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Least squares of y on x (already without their means), one unknown after the other: one that the
// others explain, or that does not vary, is left at 0.
Tilt solve(std::array<std::array<double, kBasis>, kBasis> a, Tilt y) {
  constexpr double kNothing = 1e-9, kRounding = 1e-20;  // of sums that are about 1
  std::array<bool, kBasis> used = {};
  const auto whole = a;
  for (Index p = 0; p < kBasis; ++p) {
    used[p] = a[p][p] > kNothing * whole[p][p] && a[p][p] > kRounding;
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

}  // namespace

Regression regress(const TiltedDraws& draws, const Stratum& of, std::span<const double> log_phi,
                   const Tilt& from) {
  Regression result;
  result.slope = from;
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
      against[p] += x * result.rest(draws, t, log_phi[t]);
      for (Index q = 0; q < kBasis; ++q) gram[p][q] += x * (draws.sums[q][t] - result.mean[q]);
    }
  });
  if (result.finite > 2 * kBasis) {
    const Tilt more = solve(gram, against);
    for (Index b = 0; b < kBasis; ++b) result.slope[b] += more[b];
  }
  each([&](Index t) {
    const double rest = result.rest(draws, t, log_phi[t]);
    result.residual += rest * rest;
  });
  result.residual /= std::max(count - 1 - kBasis, 1.0);
  return result;
}

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

}  // namespace fubini::detail
