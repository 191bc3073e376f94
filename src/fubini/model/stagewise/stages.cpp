// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/stages.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/detail/lanes.hpp"
#include "fubini/core/vector_math.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace fubini {
namespace {

using ConstArray = Eigen::Map<const Eigen::ArrayXd>;

// Sums are kept as in ScaledSum: exp(top) times sum, for each bucket and for each remainder.
struct Stages {
  explicit Stages(std::size_t n, std::size_t stages) {
    memory.resize(n + 5 * stages);
    std::span<double> all(memory);
    const auto take = [&](std::size_t count) {
      const std::span<double> part = all.first(count);
      all = all.subspan(count);
      return part;
    };
    e = take(n);
    exponents = take(2 * stages);
    to_rest = exponents.first(stages);
    shrink = exponents.last(stages);
    sum = take(stages);
    rest = take(stages);
    ratio = take(stages);
  }

  static thread_local AlignedVector<double> memory;
  std::span<double> e;          // exp(f_i - top of its bucket)
  std::span<double> sum;        // of e over X_k
  std::span<double> exponents;  // the next two, side by side for one call of exp
  std::span<double> to_rest;    // exp(top of X_k - top of R_k)
  std::span<double> shrink;     // exp(top of R_{k+1} - top of R_k)
  std::span<double> rest;       // sum over R_k, scaled by its top
  std::span<double> ratio;      // sum / rest
};

thread_local AlignedVector<double> Stages::memory;

// Fills e with scale (f - top) and to_rest with the tops of f.
void subtract_tops(std::span<const Index> ends, std::span<const double> f, double scale,
                   Stages& s) {
  Index begin = 0;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const Index size = ends[k] - begin;
    const double top = size == 1 ? f[begin] : ConstArray(f.data() + begin, size).maxCoeff();
    for (Index i = begin; i < ends[k]; ++i) s.e[i] = scale * (f[i] - top);
    s.to_rest[k] = top;
    begin = ends[k];
  }
}

// From tops to differences of tops, both at most 0; returns the sum of those in to_rest.
double compare_tops(double scale, Stages& s) {
  const std::size_t last = s.sum.size() - 1;
  double rest_top = s.to_rest[last], total = 0;
  s.to_rest[last] = s.shrink[last] = 0;
  for (std::size_t k = last; k-- > 0;) {
    const double top = std::max(s.to_rest[k], rest_top);
    s.shrink[k] = scale * (rest_top - top);
    s.to_rest[k] = scale * (s.to_rest[k] - top);
    total += s.to_rest[k];
    rest_top = top;
  }
  return total;
}

void sum_up(std::span<const Index> ends, Stages& s) {
  Index begin = 0;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    s.sum[k] = ConstArray(s.e.data() + begin, ends[k] - begin).sum();
    begin = ends[k];
  }
  const std::size_t last = ends.size() - 1;
  s.rest[last] = s.sum[last];
  for (std::size_t k = last; k-- > 0;)
    s.rest[k] = s.rest[k + 1] * s.shrink[k] + s.sum[k] * s.to_rest[k];
  for (std::size_t k = 0; k <= last; ++k) s.ratio[k] = s.sum[k] / s.rest[k];
}

// With A_k = 1 + A_{k-1} mass(R_k)/mass(R_{k-1}), the derivative's second term is
// A_k exp(f_i - lse(R_k)); every factor is at most 1 but A, which is at most k. A large scale will
// not forgive digits lost where X_k is nearly all of R_k: 1 minus its share is what follows it.
void add_gradient(std::span<const Index> ends, const Stages& s, double scale, std::span<double> g) {
  double a = 1, followed = 0;
  Index begin = 0;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    if (k > 0) a = 1 + (followed = a * (s.rest[k] * s.shrink[k - 1] / s.rest[k - 1]));
    double left = 1 - a * s.to_rest[k] * s.ratio[k];
    if (scale > 1) {
      const bool last = k + 1 == ends.size();
      left = (last ? 0 : s.rest[k + 1] * s.shrink[k] / s.rest[k]) -
             followed * s.to_rest[k] * s.ratio[k];
    }
    for (Index i = begin; i < ends[k]; ++i) g[i] += left / s.sum[k] * s.e[i];
    begin = ends[k];
  }
}

// Scores that lie this close together need one top for all of them.
constexpr double kNear = 30;

std::pair<double, double> extremes(std::span<const double> f) {
  const auto n = std::ssize(f);
  double low = f[0], high = f[0];
  if (n < kLanes) {
    for (const double x : f) {
      low = std::min(low, x);
      high = std::max(high, x);
    }
    return {low, high};
  }
  Lanes least = load(f.data()), most = least;
  for (Index i = kLanes; i < n; i += kLanes) {
    const Lanes x = load(f.data() + std::min(i, n - kLanes));
    least = x < least ? x : least;
    most = x > most ? x : most;
  }
  for (Index l = 0; l < kLanes; ++l) {
    low = std::min(low, least[l]);
    high = std::max(high, most[l]);
  }
  return {low, high};
}

// With e = exp(scale (f - top)), and sums of e over X_k and R_k:
//   L = sum over k of log(sum_k / rest_k)
//   dL/df_i = e_i [ 1/sum_k - sum over j <= k of 1/rest_j ]
double near_choice(std::span<const Index> ends, std::span<const double> f, double top, double scale,
                   std::span<double> g) {
  constexpr double kTiny = 1e-200;  // of a product of ratios, each above exp(-30)/n
  thread_local AlignedVector<double> memory;
  const Index n = std::ssize(f), stages = std::ssize(ends);
  if (std::ssize(memory) < n + 2 * stages) memory.resize(n + 2 * stages);
  double* const __restrict e = memory.data();
  double* const __restrict sum = e + n;
  double* const __restrict per_rest = sum + stages;
  for (Index i = 0; i < n; ++i) e[i] = scale * (f[i] - top);
  vector_math::exp({e, f.size()});

  double rest = 0, product = 1, total = 0;
  for (Index k = stages, end = n; k-- > 0;) {
    const Index begin = k == 0 ? 0 : ends[k - 1];
    double bucket = 0, other = 0;  // two sums: one would wait for each addition
    Index i = begin;
    for (; i + 2 <= end; i += 2) {
      bucket += e[i];
      other += e[i + 1];
    }
    bucket += other + (i < end ? e[i] : 0);
    rest += bucket;
    sum[k] = bucket;
    per_rest[k] = 1 / rest;
    product *= bucket * per_rest[k];
    if (product < kTiny) total += std::log(std::exchange(product, 1));
    end = begin;
  }
  double taken = 0;
  for (Index k = 0, i = 0; k < stages; ++k) {
    const double before = std::exchange(taken, taken + per_rest[k]);
    double left = 1 / sum[k] - taken;
    if (scale > 1)  // as in add_gradient()
      left = (k + 1 < stages ? per_rest[k] / (sum[k] * per_rest[k + 1]) : 0) - before;
    for (; i < ends[k]; ++i) g[i] += left * e[i];
  }
  return total + std::log(product);
}

}  // namespace

double log_stage_choice(std::span<const Index> ends, std::span<const double> f, std::span<double> g,
                        double scale) {
  if (const auto [low, high] = extremes(f); scale * (high - low) < kNear)
    return near_choice(ends, f, high, scale, g);
  Stages s(f.size(), ends.size());
  subtract_tops(ends, f, scale, s);
  double total = compare_tops(scale, s);
  vector_math::exp(s.e);
  vector_math::exp(s.exponents);
  sum_up(ends, s);
  add_gradient(ends, s, scale, g);
  vector_math::log(s.ratio);
  for (const double log_ratio : s.ratio) total += log_ratio;
  return total;
}

template <>
double log_stage_constant<double>(std::span<const Index> ends) {
  constexpr Index kTabled = 4096;
  struct Tables {
    std::vector<double> log_size, log_c;
    Tables() : log_size(kTabled), log_c(kTabled) {
      for (Index n = 1; n < kTabled; ++n) {
        log_size[n] = std::log(static_cast<double>(n));
        log_c[n] = log_num_subsets<double>(n) - log_size[n];
      }
    }
  };
  static const Tables tables;
  const auto log_size = [&](Index m) {
    return m < kTabled ? tables.log_size[m] : std::log(static_cast<double>(m));
  };
  double total = 0;
  Index begin = 0;
  for (const Index end : ends) {
    const Index n = ends.back() - begin;
    total += log_size(end - begin) +
             (n < kTabled ? tables.log_c[n] : log_num_subsets<double>(n) - log_size(n));
    begin = end;
  }
  return total;
}

}  // namespace fubini
