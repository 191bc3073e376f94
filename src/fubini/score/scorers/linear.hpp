// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/score/contract.hpp"

#include <span>
#include <string>

namespace fubini {

// f(x) = sum over j of w_j x_j. No intercept: a constant added to all scores changes no ranking.
class linear {
 public:
  static constexpr auto description = "a weight a feature";

  explicit linear(Index num_features);  // at least 1

  Index num_weights() const { return num_features_; }
  std::string weight_name(Index j) const { return "feature " + std::to_string(j + 1); }
  void check(const Dataset& data) const;

  template <class T>
  void score(const Items& items, std::span<const T> w, std::span<T> f) const {
    for (Index i = 0; i < items.size(); ++i) {
      T total = 0;
      items.for_each_feature(i, [&](Index j, double x) { total += w[j] * x; });
      f[i] = total;
    }
  }

  Index rows_at_once() const;
  void forward(const Items& items, std::span<const double> w, std::span<double> f,
               ScorerMemory& kept) const;
  void backward(const Items& items, std::span<const double> w, std::span<const double> df,
                std::span<double> dw, const ScorerMemory& kept) const;

  void fold(const Standardisation& by, std::span<const double> u, std::span<double> w) const {
    for (Index j = 0; j < num_features_; ++j) w[j] = u[j] / by.scale[j];
  }
  void pull_back(const Standardisation& by, std::span<const double> dw,
                 std::span<double> du) const {
    fold(by, dw, du);  // it is symmetric
  }

 private:
  Index num_features_;
};

}  // namespace fubini
