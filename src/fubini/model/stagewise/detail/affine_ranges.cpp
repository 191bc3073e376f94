// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/detail/affine_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <vector>

namespace fubini::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Exponents of this size have rounding errors of 2e-13, or what they stand for is nothing.
constexpr double kLargestExponent = 2000;

// Chances are multiplied by a/m: one less what is nearly 1 must not become large.
bool usable(const AffineStages& s, Index m) {
  constexpr double kLargestFactor = 100;
  return s.mean(m) >= 0 && s.mean(m) <= kLargestFactor * static_cast<double>(m);
}

// All sizes have the same, as means and Davidson-Luce have it.
bool one_factor(const AffineStages& s) {
  return usable(s, 1) &&
         std::ranges::all_of(s.times_mean, [&](double a) { return a == s.mean(1); });
}

double largest_gain(const AffineStages& s) {
  double gain = 0;
  for (Index k = 0; k < s.counted; ++k) {
    const double first = s.weight(k, 1);
    for (Index m = 2; m <= s.largest(k); ++m) {
      const double w = s.weight(k, m) - first;
      if (!(w <= gain)) gain = w;
    }
  }
  return gain;
}

}  // namespace

bool singles_suffice(const AffineStages& s, double low, double high) {
  constexpr double kGain = 500;  // of a logarithm; numbers go to 1e-308
  const double all = std::log(2.0) * static_cast<double>(s.items());
  const double each = std::log(static_cast<double>(s.items()) + 1);
  const auto subsets = [&](Index m) { return std::min(all, static_cast<double>(m) * each); };
  if (one_factor(s) && largest_gain(s) + subsets(s.most) < kGain) return true;
  for (Index m = 1; m <= s.most; ++m) {
    const double a = s.mean(m) - s.mean(1), top = std::max(std::abs(low), std::abs(high));
    const double shift = std::max(a * low, a * high);
    if (!usable(s, m) || !(std::abs(a) * top < kLargestExponent)) return false;
    for (Index k = 0; k < s.counted && s.remaining(k) >= m; ++k) {
      const double w = s.weight(k, m) - s.weight(k, 1);
      if (!(w + shift + subsets(m) < kGain)) return false;
      if (w < -kLargestExponent && a != 0) return false;
    }
  }
  return true;
}

bool ratios_suffice(const AffineStages& s, double low, double high) {
  constexpr double kDepth = 575;  // of a logarithm; numbers below 1e-290 become 0
  for (Index m = 1; m <= s.most; ++m) {
    const double a = s.mean(m) - s.mean(1), top = std::max(std::abs(low), std::abs(high));
    if (!usable(s, m) || !(s.mean(m) * (high - low) < 5 * kLargestExponent)) return false;
    for (Index k = 0; k < s.counted && s.remaining(k) >= m; ++k) {
      const double w = s.weight(k, m) - s.weight(k, 1);
      if (w == -kInfinity) continue;
      if (!(std::abs(w) + std::abs(a) * top < kLargestExponent)) return false;
    }
  }
  std::vector<double> largest;  // of R_k, decreasing
  for (Index k = std::ssize(s.ends); k-- > 0;) {
    for (Index i = s.begin(k); i < s.ends[k]; ++i) {
      largest.insert(std::ranges::upper_bound(largest, s.f[i], std::greater{}), s.f[i]);
      if (std::ssize(largest) > s.most) largest.pop_back();
    }
    if (k >= s.counted) continue;
    for (Index m = 1; m <= std::ssize(largest); ++m)
      if (s.mean(m) * ((largest[0] - largest[m - 1]) / static_cast<double>(m)) > kDepth)
        return false;
  }
  return true;
}

bool plain_tables_suffice(const AffineStages& stages, double low, double high) {
  constexpr double kLargest = 600;  // of the logarithm of any number
  double weight = 0, factor = 0;
  for (const double w : stages.log_weight.first(stages.counted * stages.most))
    if (std::isfinite(w)) weight = std::max(weight, std::abs(w));
  for (const double a : stages.times_mean) factor = std::max(factor, std::abs(a));
  // e_m is at most C(n, m) and at least exp(a (low - high)); m items out of n, m up to `most`
  const auto n = static_cast<double>(stages.items());
  const double subsets =
      std::min(n * std::numbers::ln2, static_cast<double>(stages.most) * std::log(n + 1));
  return weight + factor * (high - low) + subsets < kLargest;
}

}  // namespace fubini::detail
