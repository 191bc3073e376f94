// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fubini/score/contract.hpp>

#include <cmath>
#include <span>
#include <vector>

namespace fubini {

// f(x) = sum over c of a_c exp(-|x - m_c|^2 / (2 s_c^2)): height, log of the width and center of
// three bumps, all learned
class rbf {
 public:
  static constexpr auto description = "three Gaussian bumps, their widths learned";
  static constexpr Index kBumps = 3;

  explicit rbf(Index num_features) : num_features_(num_features) {}

  Index num_weights() const { return kBumps * (num_features_ + 2); }

  template <class T>
  void score(const Items& items, std::span<const T> w, std::span<T> f) const {
    using std::exp, std::pow;
    for (Index i = 0; i < items.size(); ++i) {
      f[i] = 0;
      for (Index c = 0; c < kBumps; ++c) {
        const auto bump = w.subspan(c * (num_features_ + 2), num_features_ + 2);
        const T width = exp(bump[1]);
        T square = 0;
        for (Index j = 0; j < num_features_; ++j)
          square += pow((items.feature(i, j) - bump[2 + j]) / width, 2);
        f[i] += bump[0] * exp(-square / 2);
      }
    }
  }

  std::vector<double> initial_weights(std::uint64_t) const {  // centers -1, 0, 1
    std::vector<double> w(num_weights(), 0.0);
    for (Index c = 0; c < kBumps; ++c) w[c * (num_features_ + 2) + 2] = static_cast<double>(c - 1);
    return w;
  }

 private:
  Index num_features_;
};

}  // namespace fubini
