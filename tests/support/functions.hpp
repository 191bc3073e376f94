// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

// Functions of numbers with gradients by hand, and faults planted into them.
namespace fubini {

struct rosenbrock {
  template <class T>
  T operator()(std::span<const T> x) const {
    T sum = 0;
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
      const T bend = x[i + 1] - x[i] * x[i], rest = 1 - x[i];
      sum += 100 * bend * bend + rest * rest;
    }
    return sum;
  }
  void gradient(std::span<const double> x, std::span<double> g) const {
    std::ranges::fill(g, 0.0);
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
      const double bend = x[i + 1] - x[i] * x[i];
      g[i] += -400 * x[i] * bend - 2 * (1 - x[i]);
      g[i + 1] += 200 * bend;
    }
  }
};

struct log_sum {
  template <class T>
  T operator()(std::span<const T> x) const {
    return log(sum_exp<T>(x));
  }
  void gradient(std::span<const double> x, std::span<double> g) const {
    const double top = *std::ranges::max_element(x);
    double sum = 0;
    for (const double value : x) sum += std::exp(value - top);
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = std::exp(x[i] - top) / sum;
  }
};

using Plant = std::function<void(std::span<const double> x, std::span<double> g)>;

template <class F>
struct planted : F {
  Plant plant;
  explicit planted(Plant fault) : plant(std::move(fault)) {}
  void gradient(std::span<const double> x, std::span<double> g) const {
    F::gradient(x, g);
    plant(x, g);
  }
};

// The gradient of f as a thing of its own
template <class F>
auto gradient_of(F f) {
  return [f](std::span<const double> x, std::span<double> g) { f.gradient(x, g); };
}

}  // namespace fubini
