// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fubini/core/numerics.hpp>
#include <fubini/model/stagewise/potential.hpp>

#include <string>
#include <vector>

namespace fubini {

// A potential that depends on the position: people take more care with the first buckets, so
// differences in score count the less, the later the stage.
//
//   log Phi_k(S) = (1 + care/k) * mean of f over S,   stages k = 1, 2, ...,   care = s(logit_care)
//
// s is the logistic function, so that any real parameter gives a care between 0 and 1.
struct first_counts_more {
  static constexpr auto description = "mean score, which counts more at early stages";

  std::vector<std::string> tie_parameters() const { return {"logit_care"}; }

  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    T sum = 0;
    for (const T& f : subset.scores) sum += f;
    const auto stage = static_cast<double>(subset.stage.number + 1);
    return (1 + logistic(ties[0]) / stage) * sum / static_cast<double>(subset.size());
  }
};

}  // namespace fubini
