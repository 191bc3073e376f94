// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "faults_of_digits.hpp"

// Right gradients at places that are hard: the texts of the faults, where numbers are large, tiny,
// equal, at a join or saturated.
namespace fubini::faults {

template <class Text>
Slopes right_of(Text text) {
  return [text](In x, Out g) { text.slopes(x, g); };
}

template <class Add, class Text>
void add_right(Add& add, const char* name, const char* what, const Point& start, Text text) {
  add({name, "right", what, start, {}}, text, right_of(text));
}

template <class Add>
void add_right_known(Add& add) {
  add_right(add, "badly_scaled", "entries of 1e6 and 1e-9", {0.8, 0.5, 0.6}, scales{});
  add_right(add, "at_the_minimum", "Rosenbrock where the gradient is 0", {1, 1, 1}, rosenbrock{});
  add_right(add, "steep_valley", "Rosenbrock far out: values of 1e10", {-30, 80, 10}, rosenbrock{});
  add_right(add, "all_zero", "the gradient vanishes by symmetry", Point(6, 0.0), quadratic{});
  add_right(add, "at_both_joins", "Huber at its joins: the second derivative jumps", {1, -1, 0.5},
            huber{});
  add_right(add, "beside_a_join", "Huber 1e-9 beside its joins", {1 + 1e-9, -1 + 1e-9, 0.5},
            huber{});
  add_right(add, "saturated", "slopes of 4e-18 to 6", {-40, 40, -20, 35, -1, 20}, softplus_sum{});
  add_right(add, "far_logits", "a choice with log-odds of 700: shares of 1e-304",
            {0, -700, 300, 299, -5}, choice{});
  add_right(add, "large_offset", "a choice at scores of 1e6", {1e6, 1e6 + 1, 1e6 - 2, 1e6 + 0.5},
            choice{});
  add_right(add, "certain", "entropy where one share is 1", {50, 0, -3, 2}, entropy{});
  add_right(add, "even_shares", "entropy at its maximum: the gradient is 0", Point(5, 0.7),
            entropy{});
  add_right(add, "two_zeros", "a product with two factors 0", {0.5, 0, 2, 0}, product{});
  add_right(add, "many_factors", "a product of 40 factors", Point(40, 1.5), product{});
  add_right(add, "long_chain", "5000 entries", Point(5000, 0.1), chain{});
  add_right(add, "removable", "(exp(x) - 1)/x at 0 and beside it", {0, 1e-9, -1e-5, 0.3}, growth{});
  add_right(add, "equal_entries", "the variance is 0", Point(6, 0.5), log_variance{});
  add_right(add, "offset_variance", "the variance of numbers near 1e5",
            {1e5, 1e5 + 1, 1e5 - 1, 1e5 + 2}, log_variance{});
  add_right(add, "empty_component", "a mixture with a part that no datum belongs to",
            {1, -2, 60, 0}, mixture{});
  add_right(add, "sharp_mixture", "responsibilities that underflow: s = exp(-3)", {0.2, -2, 2, -3},
            mixture{});
  add_right(add, "dead_units", "a network whose units are saturated",
            {9, 9, -9, 9, 9, -9, 20, -20, 15, 1, 1, 1, 0}, network{});
  add_right(add, "separated", "logistic regression with weights of 50", {50, -50, 30, 20},
            logistic_regression{});
  add_right(add, "large_rates", "Poisson with rates up to exp(20)", {8, -6, 2, 4},
            poisson_regression{});
  add_right(add, "narrow_normal", "sigma = exp(-8): values of 1e8", {0.5, -8}, normal{});
  add_right(add, "zero_radius", "log(1 + |x|^2) at 0", Point(6, 0.0), radial{});
  add_right(add, "equal_pairs", "all differences are 0", Point(6, 0.5), pairs{});
  add_right(add, "zero_factors", "a saddle: all factors 0", Point(6, 0.0), factors{});
  add_right(add, "flat_decay", "a decay so slow that rate and level cannot be told apart",
            {2, -14, 0.3}, decay{});
}

}  // namespace fubini::faults
