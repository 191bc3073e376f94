// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/model/stagewise/potential.hpp"

#include <string>
#include <vector>

namespace fubini {

// w times the largest exp(f) plus 1 - w times the smallest, the logit of w learned
//
//   d log w / d logit = 1 - w,   d log(1 - w) / d logit = -w
struct extremes_mixture {
  static constexpr bool adds_to_score = true;

  std::vector<std::string> tie_parameters() const { return {"logit_maximum"}; }

  template <class T>
  T log_potential(const Maximum<T>& bucket, std::span<const T> ties) const {
    return bucket.maximum - softplus(T(-ties[0]));
  }
  template <class T>
  T log_potential(const Minimum<T>& bucket, std::span<const T> ties) const {
    return bucket.minimum - softplus(ties[0]);
  }

  void add_slopes(const Maximum<double>&, std::span<const double> ties, double weight,
                  Maximum<double>& slopes, std::span<double> tie_slopes) const {
    slopes.maximum += weight;
    tie_slopes[0] += weight * logistic(-ties[0]);
  }
  void add_slopes(const Minimum<double>&, std::span<const double> ties, double weight,
                  Minimum<double>& slopes, std::span<double> tie_slopes) const {
    slopes.minimum += weight;
    tie_slopes[0] -= weight * logistic(ties[0]);
  }
};

}  // namespace fubini
