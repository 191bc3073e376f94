// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/sample/detail/tilted_draws.hpp"

#include <span>

// What the draws of one size say of its tilt and of its part of Z.
namespace fubini::detail {

// log Phi of a stratum's draws as far as the basis explains it
struct Regression {
  Tilt slope = {}, mean = {};
  double level = 0;     // mean of log Phi
  double residual = 0;  // variance of the rest
  Index finite = 0;

  double rest(const TiltedDraws& draws, Index t, double log_phi) const {
    double value = log_phi - level;
    for (Index b = 0; b < kBasis; ++b) value -= slope[b] * (draws.sums[b][t] - mean[b]);
    return value;
  }
};

// Begins at the slope `from`, which stays where draws that hardly differ say nothing against it.
Regression regress(const TiltedDraws& draws, const Stratum& of, std::span<const double> log_phi,
                   const Tilt& from);

// Where many subsets are impossible, what is left of log Phi says too little. How much steeper the
// tilt has to be for the mean sums of all draws to become those of the weighted ones; weights are
// tempered until several of them count.
Tilt steeper(const TiltedDraws& draws, const Stratum& of, std::span<const double> log_phi);

// log of the sum of Phi over a size, by its weights: their mean, or what it would be if their
// logarithms were normal, if that is more. It decides where to look, so it may not be too small.
double log_sum(const TiltedDraws& draws, const Stratum& of, std::span<const double> log_phi);

}  // namespace fubini::detail
