// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <span>

// Choice stage by stage where only the best and the worst item of a subset count: exactly, all
// stages in one backward sweep.
//
//   Phi(S) = exp(u_i), i the item of S with the largest score (or the smallest), u_i = h(f_i)
//   Z(R)   = sum over R of 2^(n - 1 - r_i) exp(u_i),     r_i = number of items before item i
//
// in the order of the scores, from the largest (or the smallest): item i is the extreme one in as
// many subsets as those behind it have. Equal scores are one group of c, with 2 - 2^(1 - c) times
// the weight of one; each has an equal share in the derivative.
//
// Items are inserted into a list in that order, from the last bucket to the first; its weights halve
// behind a new one. What lies so far down that it is nothing beside the others is dropped: the list
// has 64 entries and one and a half more for each unit between the largest u and the smallest, so
// all stages together take O(n), whatever the number of buckets. Where that is more than 60 units
// the weights are made anew at every stage, relative to the largest: O(n) a stage at most.
namespace fubini {

enum class Extreme { largest, smallest };

// L = sum over k of log Phi(X_k) - log Z(R_k); adds dL/du to g. Buckets are given by their ends, best
// first; u is a function of f, and may be f itself.
double log_extreme_choice(std::span<const Index> ends, std::span<const double> f, Extreme side,
                          std::span<const double> u, std::span<double> g);

// The same for Phi(S) = exp(a + u of the largest) + exp(b + v of the smallest); Z is the sum of both.
// The constants stand apart so that they are not lost in large scores.
double log_extremes_choice(std::span<const Index> ends, std::span<const double> f,
                           std::span<const double> u, std::span<const double> v, double a, double b,
                           std::span<double> u_slopes, std::span<double> v_slopes);

}  // namespace fubini
