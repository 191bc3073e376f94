// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/potential.hpp"
#include "fubini/model/stagewise/potentials/geometric_mean.hpp"

#include <algorithm>
#include <cmath>

namespace fubini {

// The product of exp(f): each item is in the bucket on its own account. Not invariant to a shift.
struct product {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    T sum = 0;
    for (const T& f : subset.scores) sum += f;
    return sum;
  }
  void add_slopes(const Subset<double>&, std::span<const double>, double weight,
                  std::span<double> scores, std::span<double>) const {
    for (double& slope : scores) slope += weight;
  }
  // Z = product of (1 + exp(f)) - 1 = exp(s) - 1, s = sum of log(1 + exp(f)); where s is nothing,
  // the sum of exp(f) to all digits
  template <class T>
  T log_normaliser(std::span<const T> f, const Stage&, std::span<const T>) const {
    using std::expm1, std::log;
    T s = 0;
    for (const T& x : f) s += softplus(x);
    if (value_of(s) < kNothing) return log(sum_exp(f));
    return s + log(-expm1(-s));
  }
  void add_normaliser_slopes(std::span<const double> f, const Stage&, std::span<const double>,
                             double weight, std::span<double> scores, std::span<double>) const {
    double s = 0;
    for (const double x : f) s += softplus(x);
    const double top = *std::ranges::max_element(f);
    double sum = 0;
    for (const double x : f) sum += std::exp(x - top);
    for (std::size_t i = 0; i < f.size(); ++i)
      scores[i] +=
          weight * (s < kNothing ? std::exp(f[i] - top) / sum : logistic(f[i]) / -std::expm1(-s));
  }
  static constexpr double kNothing = 1e-60;  // beyond 50 digits

  struct Running : geometric_mean::Running {
    double log_potential(Index, const Stage&, std::span<const double>) const { return sum; }
  };
  Running running(const Stage&) const { return {}; }
};

}  // namespace fubini
