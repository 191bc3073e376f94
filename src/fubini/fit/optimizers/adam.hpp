// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/optimizer.hpp"

#include <cmath>

namespace fubini {

// Kingma and Ba 2015, with their usual constants.
struct adam {
  static constexpr auto description = "stochastic steps by running moments of the slopes";
  static constexpr double rate = 0.01;
  static constexpr int moments = 2;

  void step(AscentState& state, std::span<const double> slope, double rate) const {
    constexpr double kFirst = 0.9, kSecond = 0.999, kTiny = 1e-8;
    const auto t = static_cast<double>(state.steps);
    for (std::size_t j = 0; j < slope.size(); ++j) {
      const double s = slope[j];
      state.first[j] = kFirst * state.first[j] + (1 - kFirst) * s;
      state.second[j] = kSecond * state.second[j] + (1 - kSecond) * s * s;
      state.parameters[j] += rate * state.first[j] / (1 - std::pow(kFirst, t)) /
                             (std::sqrt(state.second[j] / (1 - std::pow(kSecond, t))) + kTiny);
    }
  }
};

}  // namespace fubini
