// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/optimizer.hpp"

#include <cmath>

namespace fubini {

// Duchi et al. 2011: steps shrink where slopes were large.
struct adagrad {
  static constexpr auto description = "stochastic steps, shorter where slopes were large";
  static constexpr double rate = 0.1;
  static constexpr int moments = 1;

  void step(AscentState& state, std::span<const double> slope, double rate) const {
    constexpr double kTiny = 1e-8;
    for (std::size_t j = 0; j < slope.size(); ++j) {
      const double s = slope[j];
      state.second[j] += s * s;
      state.parameters[j] += rate * s / (std::sqrt(state.second[j]) + kTiny);
    }
  }
};

}  // namespace fubini
