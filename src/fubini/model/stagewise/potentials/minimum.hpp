// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/potential.hpp"

namespace fubini {

// The smallest exp(f): a bucket is as good as its worst item.
struct minimum {
  static constexpr bool adds_to_score = true;

  template <class T>
  T log_potential(const Minimum<T>& bucket, std::span<const T>) const {
    return bucket.minimum;
  }
};

}  // namespace fubini
