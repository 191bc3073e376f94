// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/potential.hpp"

namespace fubini {

// The largest exp(f): a bucket is as good as its best item. Where several are the best, each has an
// equal share in the derivative.
struct maximum {
  static constexpr bool adds_to_score = true;

  template <class T>
  T log_potential(const Maximum<T>& bucket, std::span<const T>) const {
    return bucket.maximum;
  }
};

}  // namespace fubini
