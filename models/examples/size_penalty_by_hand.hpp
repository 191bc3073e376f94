// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "size_penalty.hpp"

#include <cmath>

namespace fubini {

// size_penalty with a gradient by hand, which `fubini check` proves; so it can also be fitted by
// chains to queries of any size (--inference gibbs).
//
//   d log Phi / d f_i        = 1/|S|,   i in S
//   d log Phi / d log_price  = -exp(log_price) (|S| - 1)
struct size_penalty_by_hand : size_penalty {
  static constexpr auto description = "mean score, less a price an item, gradient by hand";

  void add_slopes(const Subset<double>& subset, std::span<const double> ties, double weight,
                  std::span<double> scores, std::span<double> tie_slopes) const {
    const auto size = static_cast<double>(subset.size());
    for (double& slope : scores) slope += weight / size;
    tie_slopes[0] -= weight * std::exp(ties[0]) * (size - 1);
  }
};

}  // namespace fubini
