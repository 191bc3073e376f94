// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "subject.hpp"

#include "fubini/core/numerics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

// Functions of any number of variables: each a value in any scalar, and its right gradient.
namespace fubini::faults {

// sum of (1 + i/4) x_i^2/2 - x_i x_{i+1}/2
struct quadratic {
  static double weight(std::size_t i) { return 1 + static_cast<double>(i) / 4; }

  template <class T>
  T operator()(std::span<const T> x) const {
    T sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += weight(i) * x[i] * x[i] / 2;
    for (std::size_t i = 0; i + 1 < x.size(); ++i) sum -= x[i] * x[i + 1] / 2;
    return sum;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = weight(i) * x[i];
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
      g[i] -= x[i + 1] / 2;
      g[i + 1] -= x[i] / 2;
    }
  }
};

// sum of 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2
struct rosenbrock {
  template <class T>
  T operator()(std::span<const T> x) const {
    T sum = 0;
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
      const T a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
      sum += 100 * a * a + b * b;
    }
    return sum;
  }
  void slopes(In x, Out g) const {
    std::fill(g.begin(), g.end(), 0.0);
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
      const double a = x[i + 1] - x[i] * x[i];
      g[i] -= 400 * a * x[i] + 2 * (1 - x[i]);
      g[i + 1] += 200 * a;
    }
  }
};

// exp(x_i) / sum of exp(x_j)
inline std::vector<double> shares(In x) {
  const double top = *std::max_element(x.begin(), x.end());
  std::vector<double> p(x.size());
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += p[i] = std::exp(x[i] - top);
  for (double& one : p) one /= sum;
  return p;
}

// log sum exp(x_i) - x_0: a choice out of many
struct choice {
  template <class T>
  T operator()(std::span<const T> x) const {
    return log(sum_exp(x)) - x[0];
  }
  void slopes(In x, Out g) const {
    const std::vector<double> p = shares(x);
    double others = 0;
    for (std::size_t i = 1; i < x.size(); ++i) others += g[i] = p[i];
    g[0] = -others;
  }
};

// -sum of p_i log p_i, p the shares of exp(x): log sum exp(x) - sum of p_i x_i
struct entropy {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::exp;
    const constant_t<T> top = largest(x);
    T sum = 0, weighted = 0;
    for (const T& one : x) {
      const T e = exp(one - top);
      sum += e;
      weighted += e * (one - top);
    }
    using std::log;
    return log(sum) - weighted / sum;
  }
  template <class T>
  static constant_t<T> largest(std::span<const T> x) {
    constant_t<T> top = value_of(x[0]);
    for (const T& one : x) top = top < value_of(one) ? value_of(one) : top;
    return top;
  }
  void slopes(In x, Out g) const {
    const std::vector<double> p = shares(x);
    const double top = *std::max_element(x.begin(), x.end());
    double mean = 0;
    for (std::size_t i = 0; i < x.size(); ++i) mean += p[i] * (x[i] - top);
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = -p[i] * (x[i] - top - mean);
  }
};

// x_0 x_1 ... x_{n-1}
struct product {
  template <class T>
  T operator()(std::span<const T> x) const {
    T all = 1;
    for (const T& one : x) all *= one;
    return all;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      g[i] = 1;
      for (std::size_t j = 0; j < x.size(); ++j)
        if (j != i) g[i] *= x[j];
    }
  }
};

// sum over i of x_i^2/2 where |x_i| <= 1, |x_i| - 1/2 beyond
struct huber {
  template <class T>
  T operator()(std::span<const T> x) const {
    T sum = 0;
    for (const T& one : x) {
      if (value_of(one) > 1)
        sum += one - T(1) / 2;
      else if (value_of(one) < -1)
        sum += -one - T(1) / 2;
      else
        sum += one * one / 2;
    }
    return sum;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = std::clamp(x[i], -1.0, 1.0);
  }
};

// A chain: sum of (x_t - 0.9 x_{t-1})^2/2 + log(1 + exp(x_t))/10
struct chain {
  template <class T>
  T operator()(std::span<const T> x) const {
    T sum = x[0] * x[0] / 2;
    for (std::size_t t = 1; t < x.size(); ++t) {
      const T step = x[t] - 0.9 * x[t - 1];
      sum += step * step / 2;
    }
    for (const T& one : x) sum += softplus(one) / 10;
    return sum;
  }
  void slopes(In x, Out g) const {
    g[0] = x[0];
    for (std::size_t t = 1; t < x.size(); ++t) {
      const double step = x[t] - 0.9 * x[t - 1];
      g[t] = step;
      g[t - 1] -= 0.9 * step;
    }
    for (std::size_t t = 0; t < x.size(); ++t) g[t] += logistic(x[t]) / 10;
  }
};

// sum of log(1 + exp(x_i)) times (i + 1)
struct softplus_sum {
  template <class T>
  T operator()(std::span<const T> x) const {
    T sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += softplus(x[i]) * static_cast<double>(i + 1);
    return sum;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = logistic(x[i]) * static_cast<double>(i + 1);
  }
};

// log(1 + |x|^2)
struct radial {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::log1p;
    T q = 0;
    for (const T& one : x) q += one * one;
    return log1p(q);
  }
  void slopes(In x, Out g) const {
    double q = 0;
    for (const double one : x) q += one * one;
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = 2 * x[i] / (1 + q);
  }
};

// sum of (exp(x_i) - 1)/x_i, 1 at 0
struct growth {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::expm1;
    T sum = 0;
    for (const T& one : x) {
      if (value_of(one) == 0)
        sum += 1 + one / 2 + one * one / 6;
      else
        sum += expm1(one) / one;
    }
    return sum;
  }
  static double slope(double x) {
    if (std::abs(x) > 0.5) return (std::exp(x) * x - std::expm1(x)) / (x * x);
    double sum = 0, power = 1, factorial = 1;  // sum of k x^(k-1) / (k+1)!
    for (int k = 1; k < 18; ++k) {
      factorial *= k + 1;
      sum += k * power / factorial;
      power *= x;
    }
    return sum;
  }
  void slopes(In x, Out g) const {
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = slope(x[i]);
  }
};

// log of the variance of x, plus a hundredth
struct log_variance {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::log;
    const auto n = static_cast<double>(x.size());
    T mean = 0, square = 0;
    for (const T& one : x) mean += one;
    mean /= n;
    for (const T& one : x) square += (one - mean) * (one - mean);
    return log(T(square / n + T(1) / 100));
  }
  void slopes(In x, Out g) const {
    const auto n = static_cast<double>(x.size());
    double mean = 0, square = 0;
    for (const double one : x) mean += one / n;
    for (const double one : x) square += (one - mean) * (one - mean);
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = 2 * (x[i] - mean) / (square + n / 100);
  }
};

// sum of x_i^2 and (x_i - x_j)^2 over pairs, each under log(1 + .)
struct pairs {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::log1p;
    T sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      sum += log1p(x[i] * x[i]);
      for (std::size_t j = 0; j < i; ++j) sum += log1p((x[i] - x[j]) * (x[i] - x[j]));
    }
    return sum;
  }
  void slopes(In x, Out g) const {
    std::fill(g.begin(), g.end(), 0.0);
    for (std::size_t i = 0; i < x.size(); ++i) {
      g[i] += 2 * x[i] / (1 + x[i] * x[i]);
      for (std::size_t j = 0; j < i; ++j) {
        const double d = x[i] - x[j], slope = 2 * d / (1 + d * d);
        g[i] += slope;
        g[j] -= slope;
      }
    }
  }
};

}  // namespace fubini::faults
