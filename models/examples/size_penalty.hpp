// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fubini/model/stagewise/potential.hpp>

#include <string>
#include <vector>

namespace fubini {

// A potential with a size penalty: the mean score, less a price for every item beyond the first,
// which is learned.
//
//   log Phi(S) = mean of f over S - exp(log_price) (|S| - 1)
struct size_penalty {
  static constexpr auto description = "mean score, less a price an item";

  std::vector<std::string> tie_parameters() const { return {"log_price"}; }

  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    using std::exp;
    T sum = 0;
    for (const T& f : subset.scores) sum += f;
    const auto size = static_cast<double>(subset.size());
    return sum / size - exp(ties[0]) * (size - 1);
  }
};

}  // namespace fubini
