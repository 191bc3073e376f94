// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fubini/model/stagewise/potential.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace fubini {

// log Phi(S) = mean of f over S - price * standard deviation of f over S
struct standard_deviation {
  static constexpr auto description = "mean score, less a price for its spread";

  std::vector<std::string> tie_parameters() const { return {"price"}; }

  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    using std::sqrt;
    const auto size = static_cast<double>(subset.size());
    T mean = 0, variance = 0;
    for (const T& f : subset.scores) mean += f / size;
    for (const T& f : subset.scores) variance += (f - mean) * (f - mean) / size;
    if (variance == 0) return mean;  // one item, or equal ones
    return mean - ties[0] * sqrt(variance);
  }
};

}  // namespace fubini
