// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "right_known.hpp"

#include <array>
#include <cmath>

// Right gradients of functions that are hard in themselves.
namespace fubini::faults {

// sum of x_i x_j / (i + j + 1): condition 1e13 at n = 10
struct hilbert {
  template <class T>
  T operator()(std::span<const T> x) const {
    T sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < x.size(); ++j)
        sum += x[i] * x[j] / static_cast<double>(i + j + 1);
    return sum;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      g[i] = 0;
      for (std::size_t j = 0; j < x.size(); ++j) g[i] += 2 * x[j] / static_cast<double>(i + j + 1);
    }
  }
};

// sum of sqrt(x_i^2 + 1e-12): |x| but for a millionth
struct nearly_absolute {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::sqrt;
    T sum = 0;
    for (const T& one : x) sum += sqrt(T(one * one + 1e-12));
    return sum;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = x[i] / std::sqrt(x[i] * x[i] + 1e-12);
  }
};

// log sum exp(1000 x_i) / 1000: the largest, nearly
struct nearly_largest {
  template <class T>
  T operator()(std::span<const T> x) const {
    std::vector<T> scaled(x.begin(), x.end());
    for (T& one : scaled) one *= 1000.0;
    return log(sum_exp(std::span<const T>(scaled))) / 1000;
  }
  void slopes(In x, Out g) const {
    Point scaled(x.begin(), x.end());
    for (double& one : scaled) one *= 1000;
    const std::vector<double> p = shares(scaled);
    std::copy(p.begin(), p.end(), g.begin());
  }
};

// 1e12 + sum of x_i^2: differences see four digits
struct offset {
  template <class T>
  T operator()(std::span<const T> x) const {
    T sum = 1e12;
    for (const T& one : x) sum += one * one;
    return sum;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = 2 * x[i];
  }
};

// (x_0 + 1e6)^2 - (x_0 - 1e6)^2 + x_1^2: large numbers cancel
struct cancelling {
  template <class T>
  T operator()(std::span<const T> x) const {
    const T a = x[0] + 1e6, b = x[0] - 1e6;
    return a * a - b * b + x[1] * x[1];
  }
  void slopes(In x, Out g) const {
    g[0] = 4e6;
    g[1] = 2 * x[1];
  }
};

// 1e-20 times sum of tanh(x_i)
struct tiny {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::tanh;
    T sum = 0;
    for (const T& one : x) sum += tanh(one);
    return sum * 1e-20;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double c = std::cosh(x[i]);
      g[i] = 1e-20 / (c * c);
    }
  }
};

struct constant {
  template <class T>
  T operator()(std::span<const T>) const {
    return T(42);
  }
  void slopes(In, Out g) const { std::fill(g.begin(), g.end(), 0.0); }
};

// sum of x_i |x_i|: once differentiable at 0
struct signed_square {
  template <class T>
  T operator()(std::span<const T> x) const {
    T sum = 0;
    for (const T& one : x) {
      if (value_of(one) < 0)
        sum -= one * one;
      else
        sum += one * one;
    }
    return sum;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = 2 * std::abs(x[i]);
  }
};

// A barrier: -sum of log(x_i) - log(1 - x_i)
struct barrier {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::log, std::log1p;
    T sum = 0;
    for (const T& one : x) sum -= log(one) + log1p(-one);
    return sum;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = 1 / (1 - x[i]) - 1 / x[i];
  }
};

// sum of sqrt(x_i)
struct roots {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::sqrt;
    T sum = 0;
    for (const T& one : x) sum += sqrt(one);
    return sum;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = 0.5 / std::sqrt(x[i]);
  }
};

// Twelve steps of x -> 3.8 x (1 - x), from each entry: a small change grows a thousandfold
struct logistic_map {
  template <class T>
  T operator()(std::span<const T> x) const {
    T sum = 0;
    for (T at : x) {
      for (int k = 0; k < 12; ++k) at = 3.8 * at * (1 - at);
      sum += at;
    }
    return sum;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      double at = x[i];
      g[i] = 1;
      for (int k = 0; k < 12; ++k) {
        g[i] *= 3.8 * (1 - 2 * at);
        at = 3.8 * at * (1 - at);
      }
    }
  }
};

// sum of exp(-1/x_i^2), 0 at 0: flat there
struct flat {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::exp;
    T sum = 0;
    for (const T& one : x)
      if (value_of(one) != 0) sum += exp(-1 / (one * one));
    return sum;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double q = x[i] * x[i];
      g[i] = q < 1e-3 ? 0 : 2 / (q * x[i]) * std::exp(-1 / q);
    }
  }
};

// Steep steps: sum of tanh(1000 (x_i - i/10))
struct steps {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::tanh;
    T sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += tanh(T(1000 * (x[i] - static_cast<double>(i) / 8)));
    return sum;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double u = std::exp(-2000 * std::abs(x[i] - static_cast<double>(i) / 8));
      g[i] = 4000 * u / ((1 + u) * (1 + u));
    }
  }
};

// x = (log width, log height): kernel of a Gaussian process at three times, -log density
struct kernel {
  static constexpr std::array y = {0.3, -0.4, 1.1};

  template <class T>
  static std::array<T, 4> terms(
      std::span<const T> x) {  // off the diagonal: neighbours, ends; on it; height
    using std::exp;
    const T height = exp(2 * x[1]), width = exp(-2 * x[0]);
    return {T(height * exp(-width / 2)), T(height * exp(-2 * width)), T(height + 1e-4), height};
  }
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::log;
    const auto [a, b, d, height] = terms(x);
    // [d a b; a d a; b a d] is d - b on (1, 0, -1), and [d + b, sqrt(2) a; sqrt(2) a, d] beside
    const T odd = d - b, det = (d + b) * d - 2 * a * a;
    const double u = y[0] - y[2], v = y[0] + y[2];
    const T quadratic_form =
        u * u / 2 / odd + (d * (v * v / 2) - 2 * a * (v * y[1]) + (d + b) * (y[1] * y[1])) / det;
    return (log(odd) + log(det) + quadratic_form) / 2;
  }
  void slopes(In x, Out g) const {
    const std::array<double, 4> term = terms(x);
    const double a = term[0], b = term[1], d = term[2], height = term[3];
    const double odd = d - b, det = (d + b) * d - 2 * a * a, u = y[0] - y[2], v = y[0] + y[2];
    const double top = d * (v * v / 2) - 2 * a * (v * y[1]) + (d + b) * (y[1] * y[1]),
                 width = std::exp(-2 * x[0]);
    const auto slope = [&](double da, double db, double dd) {
      const double d_odd = dd - db, d_det = (dd + db) * d + (d + b) * dd - 4 * a * da;
      const double d_top = dd * (v * v / 2) - 2 * da * (v * y[1]) + (dd + db) * (y[1] * y[1]);
      return (d_odd / odd + d_det / det - u * u / 2 * d_odd / (odd * odd) + d_top / det -
              top * d_det / (det * det)) /
             2;
    };
    // The width may be infinite, where the terms are 0
    g[0] = slope(a > 0 ? a * width : 0, b > 0 ? 4 * b * width : 0, 0);
    g[1] = slope(2 * a, 2 * b, 2 * height);
  }
};

template <class Add>
void add_right_hard(Add& add) {
  add_right(add, "hilbert", "condition 1e13", {1, -1, 1, -1, 1, -1, 1, -1, 1, -1}, hilbert{});
  add_right(add, "nearly_absolute", "a kink, rounded within 1e-6", {0.3, 1e-7, -2},
            nearly_absolute{});
  add_right(add, "nearly_largest", "the largest, rounded within 1e-3", {0.3, 0.301, -2, 0.2995},
            nearly_largest{});
  add_right(add, "offset", "1e12 and a little", {0.4, -0.3, 0.8}, offset{});
  add_right(add, "cancelling", "squares of 1e6 that cancel", {0.4, -0.3}, cancelling{});
  add_right(add, "tiny", "all slopes are 1e-20", {0.4, -0.3, 0.8}, tiny{});
  add_right(add, "constant", "no entry matters", {0.4, -0.3, 0.8}, constant{});
  add_right(add, "signed_square", "x |x|, at 0 too", {0.4, 0, -0.8}, signed_square{});
  add_right(add, "barrier", "1e-7 from the border of its domain", {1e-7, 0.5, 0.999}, barrier{});
  add_right(add, "roots", "square roots of small numbers", {1e-8, 0.5, 3}, roots{});
  add_right(add, "logistic_map", "twelve steps of chaos", {0.3, 0.61, 0.85}, logistic_map{});
  add_right(add, "flat", "all derivatives vanish at 0", {0, 0.3, -1}, flat{});
  add_right(add, "steps", "steps a thousandth wide", {0, 0.1255, 0.2}, steps{});
  add_right(add, "kernel", "a Gaussian process, nearly singular", {1.5, 0.3}, kernel{});
}

}  // namespace fubini::faults
