// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/affine_stages.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/model/stagewise/detail/affine_far.hpp"
#include "fubini/model/stagewise/detail/affine_lanes.hpp"
#include "fubini/model/stagewise/detail/affine_pairs.hpp"
#include "fubini/model/stagewise/detail/affine_ranges.hpp"
#include "fubini/model/stagewise/detail/affine_ratios.hpp"
#include "fubini/model/stagewise/detail/affine_tables.hpp"
#include "fubini/model/stagewise/detail/affine_window.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace fubini {
namespace {

using namespace detail;

bool possible(const AffineStages& s) {
  for (Index k = 0; k < s.counted; ++k) {
    const Index size = s.ends[k] - s.begin(k);
    if (size > s.most || s.weight(k, size) == -kInfinity) return false;
  }
  return true;
}

// The largest score of each R_k
std::vector<double> stage_tops(const AffineStages& s) {
  std::vector<double> tops(s.ends.size());
  double top = s.f.back();
  for (Index k = std::ssize(s.ends); k-- > 0; tops[k] = top)
    for (Index i = s.begin(k); i < s.ends[k]; ++i) top = std::max(top, s.f[i]);
  return tops;
}

// log_weight - that of size 1 + (a_m - a_1) reference, of each stage
std::span<const double> relative_weights(const AffineStages& s, std::span<const double> reference) {
  bool already = std::ranges::all_of(s.times_mean, [&](double a) { return a == s.mean(1); });
  for (Index k = 0; k < s.counted && already; ++k) already = s.weight(k, 1) == 0;
  if (already) return s.log_weight;
  thread_local std::vector<double> weights;
  weights.assign(s.counted * s.most, -kInfinity);
  for (Index k = 0; k < s.counted; ++k)
    for (Index m = 1; m <= s.largest(k); ++m) {
      const double a = s.mean(m) - s.mean(1);
      weights[k * s.most + m - 1] =
          (s.weight(k, m) - s.weight(k, 1)) +
          (a == 0 ? 0 : a * reference[std::min(k, std::ssize(reference) - 1)]);
    }
  return weights;
}

// The buckets' own log Phi, relative like the weights
double observed(const AffineStages& s, std::span<const double> reference,
                const AffineSlopes& slopes) {
  double total = 0;
  for (Index k = 0; k < s.counted; ++k) {
    const Index begin = s.begin(k), size = s.ends[k] - begin;
    const double top = reference[std::min(k, std::ssize(reference) - 1)];
    double sum = 0;
    for (Index i = begin; i < s.ends[k]; ++i) sum += s.f[i] - top;
    const double mean = sum / static_cast<double>(size);
    total += s.mean(size) * mean + s.weight(k, size);
    const double share = s.mean(size) / static_cast<double>(size);
    for (Index i = begin; i < s.ends[k]; ++i) slopes.scores[i] += share;
    if (!slopes.log_weight.empty()) slopes.log_weight[k * s.most + size - 1] += 1;
    if (!slopes.times_mean.empty()) slopes.times_mean[size - 1] += mean + top;
  }
  return total;
}

double by_tables(const AffineStages& given, double low, double high, const AffineSlopes& slopes) {
  constexpr Index kSmall = 200;  // below, looking for what to leave out costs more than it saves
  const bool small = given.items() <= kSmall;
  AffineStages s = given;
  s.log_weight = relative_weights(given, {&high, 1});
  const bool plain = plain_tables_suffice(s, low, high);
  std::vector<double> tops;
  std::optional<Window> window;
  if (!plain || !small) {
    tops = stage_tops(s);
    s.log_weight = relative_weights(given, tops);
    if (!small) window.emplace(s, tops);
  }
  thread_local std::vector<Index> used;
  used.clear();
  for (Index m = 1; m <= s.most; ++m)
    if (!window || window->matters(m)) used.push_back(m);
  if (!plain)
    return observed(s, tops, slopes) + subtract_normalisers_by_ratios(s, tops, used, slopes);
  if (!small) s.log_weight = relative_weights(given, {&high, 1});
  return observed(s, {&high, 1}, slopes) + subtract_normalisers(s, high, used, slopes);
}

}  // namespace

double log_affine_choice(const AffineStages& stages, const AffineSlopes& slopes) {
  stop_if_asked();
  if (!possible(stages)) return -kInfinity;
  const auto [low, high] = std::ranges::minmax(stages.f);
  // The sweep adds up dL/da of all stages; what cancels between them must not be large.
  constexpr double kLargestMean = 1000;
  if (!slopes.times_mean.empty() && std::max(-low, high) > kLargestMean)
    return log_far_choice(stages, slopes);
  if (singles_suffice(stages, low, high)) {
    if (pairs_serve(stages)) return log_pairs_choice(stages, slopes);
  } else if (!ratios_suffice(stages, low, high)) {
    return log_far_choice(stages, slopes);
  }
  check_tables("its weights of sizes", stages.items(), stages.counted * stages.most);
  return by_tables(stages, low, high, slopes);
}

std::vector<Index> draw_affine_subset(std::span<const double> f, std::span<const double> log_weight,
                                      std::span<const double> times_mean,
                                      const std::function<double()>& uniform) {
  const std::array<Index, 1> ends = {std::ssize(f)};
  const Index most = std::min(std::ssize(log_weight), ends[0]);
  const std::vector<double> top = {std::ranges::max(f)};
  Tables tables(ends, top, most, times_mean);
  AlignedVector<double> y(ends[0]);
  std::vector<double> terms;
  for (Index m = 1; m <= most; ++m) {
    fill_y(m, times_mean[m - 1], ends, f, top, y);
    const double a = times_mean[m - 1] - times_mean[0];
    tables.follow({&m, 1}, y.data(), [&](Index, Index, double log_e) {
      terms.push_back(log_weight[m - 1] + (a == 0 ? 0 : a * top[0]) + log_e);
    });
  }
  const double best = *std::ranges::max_element(terms);
  double total = 0;
  for (double& term : terms) total += term = std::exp(term - best);
  double left = uniform() * total;
  Index size = 1;
  while (size < most && left >= terms[size - 1]) left -= terms[size++ - 1];

  AlignedVector<double> rows(ends[0] * padded(size));
  fill_y(size, times_mean[size - 1], ends, f, top, y);
  tables.keep({&size, 1}, y.data(), std::array{rows.data()});
  std::vector<Index> subset;
  for (Index i = 0, wanted = size; i < ends[0] && wanted > 0; ++i)
    if (uniform() < rows[i * padded(size) + wanted - 1]) {
      subset.push_back(i);
      --wanted;
    }
  return subset;
}

}  // namespace fubini
