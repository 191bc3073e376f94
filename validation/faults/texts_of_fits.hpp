// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "subject.hpp"

#include "fubini/core/numerics.hpp"

#include <algorithm>
#include <array>
#include <cmath>

// Functions as they are fitted: each a value in any scalar, and its right gradient.
namespace fubini::faults {

inline double feature(std::size_t row, std::size_t j) {
  return (static_cast<double>((row * 7 + j * 3) % 11) - 5) / 4;
}
template <class T>
T dot(std::size_t row, std::span<const T> w) {
  T sum = 0;
  for (std::size_t j = 0; j < w.size(); ++j) sum += w[j] * feature(row, j);
  return sum;
}

// sum over rows of log(1 + exp(-y z.w)) + |w|^2/20
struct logistic_regression {
  static constexpr std::size_t rows = 20;
  static double label(std::size_t row) { return row * 5 % 3 == 0 ? 1 : -1; }

  template <class T>
  T operator()(std::span<const T> w) const {
    T sum = 0;
    for (std::size_t r = 0; r < rows; ++r) sum += softplus(T(-label(r) * dot(r, w)));
    for (const T& one : w) sum += one * one / 20;
    return sum;
  }
  void slopes(In w, Out g) const {
    for (std::size_t j = 0; j < w.size(); ++j) g[j] = w[j] / 10;
    for (std::size_t r = 0; r < rows; ++r) {
      const double slope = -label(r) * logistic(-label(r) * dot(r, w));
      for (std::size_t j = 0; j < w.size(); ++j) g[j] += slope * feature(r, j);
    }
  }
};

// sum over rows of exp(z.w) - count z.w
struct poisson_regression {
  static constexpr std::size_t rows = 12;
  static double count(std::size_t row) { return static_cast<double>(row * row % 5); }

  template <class T>
  T operator()(std::span<const T> w) const {
    using std::exp;
    T sum = 0;
    for (std::size_t r = 0; r < rows; ++r) {
      const T eta = dot(r, w);
      sum += exp(eta) - count(r) * eta;
    }
    return sum;
  }
  void slopes(In w, Out g) const {
    std::fill(g.begin(), g.end(), 0.0);
    for (std::size_t r = 0; r < rows; ++r) {
      const double slope = std::exp(dot(r, w)) - count(r);
      for (std::size_t j = 0; j < w.size(); ++j) g[j] += slope * feature(r, j);
    }
  }
};

// x = (mu, log sigma): n log sigma + sum (y - mu)^2 / (2 sigma^2)
struct normal {
  static constexpr std::array y = {0.3, -1.2, 2.5, 0.9, 1.4, -0.6, 0.1};

  template <class T>
  T operator()(std::span<const T> x) const {
    using std::exp;
    T sum = static_cast<double>(y.size()) * x[1];
    for (const double one : y) sum += (one - x[0]) * (one - x[0]) * exp(-2 * x[1]) / 2;
    return sum;
  }
  void slopes(In x, Out g) const {
    g[0] = 0, g[1] = static_cast<double>(y.size());
    const double precision = std::exp(-2 * x[1]);
    for (const double one : y) {
      g[0] -= (one - x[0]) * precision;
      g[1] -= (one - x[0]) * (one - x[0]) * precision;
    }
  }
};

// x = (logit p, m_1, m_2, log s): -sum of log(p N(y; m_1, s) + (1 - p) N(y; m_2, s))
struct mixture {
  static constexpr std::array y = {-2.1, -1.7, -2.4, 1.9, 2.2, 0.2};

  template <class T>
  struct Part {
    T first, second;  // log of the two terms
    Part(std::span<const T> x, double at) {
      using std::exp;
      const T a = at - x[1], b = at - x[2], precision = exp(-2 * x[3]);
      first = -softplus(T(-x[0])) - a * a * precision / 2 - x[3];
      second = -softplus(x[0]) - b * b * precision / 2 - x[3];
    }
  };

  template <class T>
  T operator()(std::span<const T> x) const {
    T sum = 0;
    for (const double at : y) {
      const Part<T> part(x, at);
      sum -= part.first + softplus(T(part.second - part.first));
    }
    return sum;
  }
  void slopes(In x, Out g) const {
    std::fill(g.begin(), g.end(), 0.0);
    const double precision = std::exp(-2 * x[3]);
    for (const double at : y) {
      const Part<double> part(x, at);
      const double r = logistic(part.first - part.second), s = logistic(part.second - part.first);
      const double a = at - x[1], b = at - x[2];
      g[0] -= r * logistic(-x[0]) - s * logistic(x[0]);
      g[1] -= r * a * precision;
      g[2] -= s * b * precision;
      g[3] -= (r * a * a + s * b * b) * precision - 1;
    }
  }
};

// Two inputs, three hidden tanh, one output: x = input weights (6), biases (3), output (3), bias
struct network {
  static constexpr std::size_t rows = 8, hidden = 3;
  static double wanted(std::size_t row) { return row % 3 == 0 ? 0.8 : -0.4; }

  template <class T>
  static T unit(std::span<const T> x, std::size_t row, std::size_t h) {
    using std::tanh;
    return tanh(T(x[2 * h] * feature(row, 0) + x[2 * h + 1] * feature(row, 1) + x[6 + h]));
  }
  template <class T>
  T operator()(std::span<const T> x) const {
    T sum = 0;
    for (std::size_t r = 0; r < rows; ++r) {
      T out = x[12] - wanted(r);
      for (std::size_t h = 0; h < hidden; ++h) out += x[9 + h] * unit(x, r, h);
      sum += out * out / 2;
    }
    return sum;
  }
  void slopes(In x, Out g) const {
    std::fill(g.begin(), g.end(), 0.0);
    for (std::size_t r = 0; r < rows; ++r) {
      double out = x[12] - wanted(r);
      for (std::size_t h = 0; h < hidden; ++h) out += x[9 + h] * unit(x, r, h);
      g[12] += out;
      for (std::size_t h = 0; h < hidden; ++h) {
        const double t = unit(x, r, h), back = out * x[9 + h] * (1 - t * t);
        g[9 + h] += out * t;
        g[6 + h] += back;
        g[2 * h] += back * feature(r, 0);
        g[2 * h + 1] += back * feature(r, 1);
      }
    }
  }
};

// x = (a, log k, c): sum over t of (y_t - a exp(-k t) - c)^2 / 2
struct decay {
  static constexpr std::array y = {2.9, 2.1, 1.6, 1.2, 1.0, 0.8};

  template <class T>
  T operator()(std::span<const T> x) const {
    using std::exp;
    T sum = 0;
    for (std::size_t t = 0; t < y.size(); ++t) {
      const T left = y[t] - x[0] * exp(-exp(x[1]) * static_cast<double>(t)) - x[2];
      sum += left * left / 2;
    }
    return sum;
  }
  void slopes(In x, Out g) const {
    std::fill(g.begin(), g.end(), 0.0);
    const double k = std::exp(x[1]);
    for (std::size_t t = 0; t < y.size(); ++t) {
      const auto time = static_cast<double>(t);
      const double e = std::exp(-k * time), left = y[t] - x[0] * e - x[2];
      g[0] -= left * e;
      g[1] += left * x[0] * e * k * time;
      g[2] -= left;
    }
  }
};

// x = u (3), v (3): sum of (R_ij - u_i v_j)^2 / 2
struct factors {
  static double rating(std::size_t i, std::size_t j) {
    return static_cast<double>((i * 4 + j * 3) % 5);
  }

  template <class T>
  T operator()(std::span<const T> x) const {
    T sum = 0;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        const T left = rating(i, j) - x[i] * x[3 + j];
        sum += left * left / 2;
      }
    return sum;
  }
  void slopes(In x, Out g) const {
    std::fill(g.begin(), g.end(), 0.0);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) {
        const double left = rating(i, j) - x[i] * x[3 + j];
        g[i] -= left * x[3 + j];
        g[3 + j] -= left * x[i];
      }
  }
};

}  // namespace fubini::faults
