// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fubini/model/stagewise/potential.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace fubini {

// log Phi(S) = (mean over S of |f|^p)^(1/p),  p = 1 + exp(log_p)
struct p_norm {
  static constexpr auto description = "p-norm of the scores, p learned";

  std::vector<std::string> tie_parameters() const { return {"log_p"}; }

  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    using std::abs, std::exp, std::pow;
    const T p = 1 + exp(ties[0]);
    const auto size = static_cast<double>(subset.size());
    T sum = 0;
    for (const T& f : subset.scores) sum += pow(abs(f), p);
    return pow(sum / size, 1 / p);
  }
};

}  // namespace fubini
