// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/model/stagewise/potential.hpp"

#include <cmath>

namespace fubini {

// The product of exp(f): each item is in the bucket on its own account. Not invariant to a shift.
struct product {
  static constexpr bool multiplies = true;

  template <class T>
  Affine<T> log_potential(const SizeOf& bucket, std::span<const T>) const {
    return {.log_weight = 0, .times_mean = constant_t<T>(bucket.size)};
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
  static constexpr double kNothing = 1e-60;  // beyond 50 digits
};

}  // namespace fubini
