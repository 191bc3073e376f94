// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/potential.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

namespace fubini {

// The mean of exp(f): full decomposition, of which models/pmop_full.hpp has the closed form. With
// stage weights the mean of exp(c_k f) at stage k; the last weight serves all later stages.
struct arithmetic_mean {
  std::vector<double> stage_weights = {};

  double factor(const Stage& stage) const {
    if (stage_weights.empty()) return 1;
    return stage_weights[std::min(stage.number, std::ssize(stage_weights) - 1)];
  }

  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    using std::log;
    const double c = factor(subset.stage);
    ScaledSum<T> sum(T(c * subset.scores[0]));
    for (const T& f : subset.scores.subspan(1)) sum += T(c * f);
    return log(sum) - log(constant_t<T>(subset.size()));
  }
  void add_slopes(const Subset<double>& subset, std::span<const double> ties, double weight,
                  std::span<double> scores, std::span<double>) const {
    const double c = factor(subset.stage);
    const double log_sum =
        log_potential<double>(subset, ties) + std::log(static_cast<double>(subset.size()));
    for (std::size_t i = 0; i < scores.size(); ++i)
      scores[i] += weight * c * std::exp(c * subset.scores[i] - log_sum);
  }
  struct Running {
    double c = 1, top = -std::numeric_limits<double>::infinity(), sum = 0;
    void add(double f) {
      if (c * f > top) {
        sum = sum * std::exp(top - c * f) + 1;
        top = c * f;
      } else {
        sum += std::exp(c * f - top);
      }
    }
    bool remove(double f) {
      constexpr double kEnoughLeft = 0.25;  // more would take digits with it
      const double left = sum - std::exp(c * f - top);
      if (left < kEnoughLeft * sum) return false;
      sum = left;
      return true;
    }
    double log_potential(Index size, const Stage&, std::span<const double>) const {
      return top + std::log(sum / static_cast<double>(size));
    }
  };
  Running running(const Stage& stage) const { return {.c = factor(stage)}; }
};

}  // namespace fubini
