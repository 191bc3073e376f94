// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fubini/model/stagewise/potential.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace fubini {

// log Phi(S) = -t log mean of exp(-f/t) over S,  t = exp(log_temperature): between the worst score
// (t small) and the mean (t large)
struct softmin {
  static constexpr auto description = "soft minimum, its temperature learned";

  std::vector<std::string> tie_parameters() const { return {"log_temperature"}; }

  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    using std::exp, std::log, std::min;
    const T temperature = exp(ties[0]);
    T lowest = subset.scores[0];
    for (const T& f : subset.scores) lowest = min(lowest, f);
    T sum = 0;
    for (const T& f : subset.scores) sum += exp((lowest - f) / temperature);
    return lowest - temperature * log(sum / static_cast<double>(subset.size()));
  }
};

}  // namespace fubini
