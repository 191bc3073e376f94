// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/aligned.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/core/vector_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

// The tables behind affine_stages.cpp; not for others.
namespace fubini::detail {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kFlush = 1e10;      // a factor is below 1e291
inline constexpr double kNothing = 1e-290;  // below, ratios would leave the normal numbers

// Loops run over whole blocks: entries beyond those that count are zeros or never asked for.
inline constexpr Index kBlock = 8;
inline Index padded(Index count) { return (count + kBlock - 1) / kBlock * kBlock; }

// exp(a (f - top of its stage)/m), or 0 where that is nothing beside the top
inline void fill_y(Index m, double a, std::span<const Index> ends, std::span<const double> f,
                   std::span<const double> top, std::span<double> y) {
  for (Index k = 0, i = 0; k < std::ssize(ends); ++k)
    for (; i < ends[k]; ++i) y[i] = a * ((f[i] - top[k]) / static_cast<double>(m));
  vector_math::exp(y);
  for (double& one : y)
    if (one < kNothing) one = 0;
}

// Elementary symmetric polynomials of one degree m over a growing set of items. Adding y:
// a_j = r_j + y, g_j = r_j/a_j, h_j = y/a_j = 1 - g_j, then r_j <- a_j g_{j-1}.
// h_j is also the probability that the item is in a subset of j items of the set with it.
// Entry j stands at j - 1; g has one before it, g_0 = 1.
class Ratios {
 public:
  explicit Ratios(Index most) : r_(padded(most)), a_(padded(most)), g_(padded(most) + 1) {
    g_[0] = 1;
  }

  void start(Index m, double times_mean) {
    m_ = m;
    a_m_ = times_mean;
    added_ = 0;
    log_e_ = 0;
    growth_ = 1;
    std::fill(r_.begin(), r_.begin() + padded(m), 0.0);
  }

  // The top rises by `rise`: y is relative to it.
  void raise(double rise) {
    log_e_ -= a_m_ * rise;
    const double factor = std::exp(-a_m_ * (rise / static_cast<double>(m_)));
    for (Index j = 0; j < m_; ++j) r_[j] = r_[j] * factor < kNothing ? 0 : r_[j] * factor;
  }

  // Adds an item, and keeps h_1.. of it.
  void add(double y, double* kept) {
    ++added_;
    const Index count = padded(std::min(added_, m_));
    double* __restrict r = r_.data();
    double* __restrict a = a_.data();
    double* __restrict g = g_.data() + 1;
    double* __restrict h = kept;
    for (Index j = 0; j < count; ++j) {
      const double sum = r[j] + y;
      const double inverse = sum > kNothing ? 1 / sum : 0;
      a[j] = sum;
      g[j] = r[j] * inverse;
      h[j] = y * inverse;
    }
    const double* before = g - 1;
    for (Index j = 0; j < count; ++j) r[j] = a[j] * before[j];
  }

  // The same, and follows log e_m.
  void add_and_follow(double y, double* kept) {
    const double before = r_[m_ - 1];
    add(y, kept);
    if (added_ < m_) return;
    // e_m grows by the factor 1 + y/r_m; where that says nothing, from the ratios anew
    if (added_ > m_ && before > 0 && std::isfinite(log_e_)) {
      const double factor = 1 + y / before;
      if (growth_ * factor > kFlush) log_e_ += std::log(std::exchange(growth_, 1));
      growth_ *= factor;
    } else {
      log_e_ = log_product();
      growth_ = 1;
    }
  }

  bool enough() const { return added_ >= m_; }
  double log_e() {
    return log_e_ += std::log(std::exchange(growth_, 1));
  }  // of e_m, relative to the top

 private:
  double log_product() const {
    constexpr double kSmall = 1e-100;  // products of three such are still normal numbers
    double log_total = 0, product = 1;
    for (Index j = 0; j < m_; ++j) {
      if (r_[j] == 0) return -kInfinity;
      if (r_[j] < kSmall) {
        log_total += std::log(r_[j]);
        continue;
      }
      product *= r_[j];
      if (product > kSmall && product < 1 / kSmall) continue;
      log_total += std::log(std::exchange(product, 1));
    }
    return log_total + std::log(product);
  }

  AlignedVector<double> r_, a_, g_;
  Index m_ = 0, added_ = 0;
  double a_m_ = 1;
  double log_e_ = 0, growth_ = 1;  // growth of e_m since log_e
};

// Several sizes side by side: each alone would wait for its divisions.
class Tables {
 public:
  static constexpr Index kTogether = 4;

  // times_mean[m - 1] is the factor of size m.
  Tables(std::span<const Index> ends, std::span<const double> top, Index most,
         std::span<const double> times_mean)
      : ends_(ends), top_(top), times_mean_(times_mean), scratch_(kTogether * padded(most)) {
    for (Index s = 0; s < kTogether; ++s) states_.emplace_back(most);
  }

  // y of size s at y[s * n]. Calls at_stage(s, k, log e_m of R_k, relative to its top) for stages with m items.
  template <class AtStage>
  void follow(std::span<const Index> sizes, const double* y, const AtStage& at_stage) {
    const auto item = [&](Index s, Index i) {
      states_[s].add_and_follow(y[s * ends_.back() + i], scratch_.data() + s * padded(sizes[s]));
    };
    run(sizes, item, [&](Index s, Index k) {
      if (states_[s].enough()) at_stage(s, k, states_[s].log_e());
    });
  }

  // Keeps h_1.. of item i for size s at rows[s] + i * padded(m).
  void keep(std::span<const Index> sizes, const double* y, std::span<double* const> rows) {
    const auto item = [&](Index s, Index i) {
      states_[s].add(y[s * ends_.back() + i], rows[s] + i * padded(sizes[s]));
    };
    run(sizes, item, [](Index, Index) {});
  }

 private:
  template <class Item, class End>
  void run(std::span<const Index> sizes, const Item& item, const End& end) {
    const Index count = std::ssize(sizes), stages = std::ssize(ends_);
    for (Index s = 0; s < count; ++s) {
      states_[s].start(sizes[s], times_mean_[sizes[s] - 1]);
    }
    for (Index k = stages; k-- > 0;) {
      stop_if_asked();
      if (k + 1 < stages && top_[k + 1] < top_[k])
        for (Index s = 0; s < count; ++s) states_[s].raise(top_[k] - top_[k + 1]);
      for (Index i = ends_[k]; i-- > (k == 0 ? 0 : ends_[k - 1]);)
        for (Index s = 0; s < count; ++s) item(s, i);
      for (Index s = 0; s < count; ++s) end(s, k);
    }
  }

  std::span<const Index> ends_;
  std::span<const double> top_, times_mean_;
  std::vector<Ratios> states_;
  AlignedVector<double> scratch_;
};

}  // namespace fubini::detail
