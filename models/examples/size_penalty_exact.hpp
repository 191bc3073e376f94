// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fubini/model/stagewise/potential.hpp>

#include <string>
#include <vector>

namespace fubini {

// size_penalty, said by its form: affine in the mean score for each size. So it has an exact
// likelihood for any number of items.
struct size_penalty_exact {
  static constexpr auto description = "mean score, less a price an item, at any size";

  std::vector<std::string> tie_parameters() const { return {"log_price"}; }

  template <class T>
  Affine<T> log_potential(const SizeOf& bucket, std::span<const T> ties) const {
    using std::exp;
    const auto others = static_cast<double>(bucket.size - 1);
    return {.log_weight = -exp(ties[0]) * others, .times_mean = 1};
  }
};

}  // namespace fubini
