// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/optimizer.hpp"

namespace fubini {

// Plain stochastic steps of a fixed rate.
struct sgd {
  static constexpr auto description = "stochastic steps of a fixed rate";
  static constexpr double rate = 0.1;

  void step(AscentState& state, std::span<const double> slope, double rate) const {
    for (std::size_t j = 0; j < slope.size(); ++j) state.parameters[j] += rate * slope[j];
  }
};

}  // namespace fubini
