// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/potential.hpp"

namespace fubini {

// exp of the mean score: the paper's general case. models/pmop_mean.hpp has its exact likelihood.
struct geometric_mean {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    T sum = 0;
    for (const T& f : subset.scores) sum += f;
    return sum / constant_t<T>(subset.size());
  }
  void add_slopes(const Subset<double>& subset, std::span<const double>, double weight,
                  std::span<double> scores, std::span<double>) const {
    for (double& slope : scores) slope += weight / static_cast<double>(subset.size());
  }
  struct Running {
    double sum = 0;
    void add(double f) { sum += f; }
    bool remove(double f) {
      sum -= f;
      return true;
    }
    double log_potential(Index size, const Stage&, std::span<const double>) const {
      return sum / static_cast<double>(size);
    }
  };
  Running running(const Stage&) const { return {}; }
};

}  // namespace fubini
