// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/model/stagewise/potential.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace fubini {

// exp(m^-p times the sum of the scores), m the size and log p learned: the geometric mean at p = 1,
// the product as p goes to 0; beyond 1, the more items the less their scores count.
struct power {
  std::vector<std::string> tie_parameters() const { return {"log_power"}; }

  // p is 0 or 1 without rounding.
  bool exact_means(std::span<const double> ties) const {
    return ties[0] == 0 || std::exp(ties[0]) == 0;
  }

  // times_mean = m^(1 - p): each of its two texts has no rounding at one of the ends.
  template <class T>
  Affine<T> log_potential(const SizeOf& bucket, std::span<const T> ties) const {
    using std::exp, std::log;
    using C = constant_t<T>;
    if (bucket.size == 1) return {T(0), T(1)};
    const C size = C(bucket.size), log_size = log(size);
    const T p = exp(ties[0]);
    if (value_of(p) < C(1) / C(2)) return {T(0), size * exp(-p * log_size)};
    return {T(0), exp((1 - p) * log_size)};
  }
  void add_slopes(const SizeOf& bucket, std::span<const double> ties, const Affine<double>& weight,
                  std::span<double> tie_slopes) const {
    const double a = log_potential<double>(bucket, ties).times_mean;
    if (bucket.size > 1 && a > 0)  // else p may be beyond all numbers
      tie_slopes[0] -=
          weight.times_mean * a * (std::exp(ties[0]) * std::log(static_cast<double>(bucket.size)));
  }
};

}  // namespace fubini
