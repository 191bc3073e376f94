// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fubini/model/stagewise/potential.hpp>

#include <string>
#include <vector>

namespace fubini {

// A potential that rewards spread-out scores: items tie because they complement one another.
//
//   log Phi(S) = mean of f over S + reward * variance of f over S / (1 + variance)
struct spread_out {
  static constexpr auto description = "mean score, and a reward for its spread";

  std::vector<std::string> tie_parameters() const { return {"reward"}; }

  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    const auto size = static_cast<double>(subset.size());
    T mean = 0;
    for (const T& f : subset.scores) mean += f / size;
    T variance = 0;
    for (const T& f : subset.scores) variance += (f - mean) * (f - mean) / size;
    return mean + ties[0] * variance / (1 + variance);
  }
};

}  // namespace fubini
