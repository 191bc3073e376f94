// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/model/stagewise/potential.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace fubini {

// exp(m^-p times the sum of the scores), m the size and p learned: the product at p = 0, the
// geometric mean at p = 1; beyond, the more items the less their scores count.
struct power {
  std::vector<std::string> tie_parameters() const { return {"power"}; }

  bool exact_means(std::span<const double> ties) const { return ties[0] == 0 || ties[0] == 1; }

  // times_mean = m^(1 - p): each of its two texts has no rounding at one of the ends.
  template <class T>
  Affine<T> log_potential(const SizeOf& bucket, std::span<const T> ties) const {
    using std::exp, std::log;
    using C = constant_t<T>;
    const C size = C(bucket.size), log_size = log(size);
    if (value_of(ties[0]) < C(1) / C(2)) return {0, size * exp(-ties[0] * log_size)};
    return {0, exp((1 - ties[0]) * log_size)};
  }
  void add_slopes(const SizeOf& bucket, std::span<const double> ties, const Affine<double>& weight,
                  std::span<double> tie_slopes) const {
    const Affine<double> here = log_potential<double>(bucket, ties);
    if (bucket.size > 1)
      tie_slopes[0] -= weight.times_mean * here.times_mean * std::log(double(bucket.size));
  }
};

}  // namespace fubini
