// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "right_known.hpp"

#include <cmath>
#include <vector>

// Right gradients of what people write for rankings, as functions of all parameters.
namespace fubini::faults {

// x = (scores, log T): -T log sum exp(-f_i / T), the smallest score, softened
struct softmin {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::exp;
    const T temperature = exp(x.back());
    std::vector<T> scaled;
    for (const T& f : x.first(x.size() - 1)) scaled.push_back(-f / temperature);
    return -temperature * log(sum_exp(std::span<const T>(scaled)));
  }
  // d/df_i = p_i; d/d log T = value - sum of p_i f_i, the differences from the smallest
  void slopes(In x, Out g) const {
    const std::size_t n = x.size() - 1;
    const double temperature = std::exp(x[n]), least = *std::min_element(x.begin(), x.begin() + n);
    Point scaled(n);
    for (std::size_t i = 0; i < n; ++i) scaled[i] = -x[i] / temperature;
    const std::vector<double> p = shares(scaled);
    double sum = 0, mean = 0;
    for (std::size_t i = 0; i < n; ++i) {
      g[i] = p[i];
      mean += p[i] * (x[i] - least);
      sum += std::exp(-(x[i] - least) / temperature);
    }
    g[n] = -temperature * std::log(sum) - mean;
  }
};

// Plackett-Luce with a stage's scores times b_k = exp(-cool k): x = (scores, cool)
//   L = sum over k of b_k f_k - log of the sum over i >= k of exp(b_k f_i)
struct stage_cooled {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::exp;
    const std::size_t n = x.size() - 1;
    T total = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const T b = exp(-x[n] * static_cast<double>(k));
      std::vector<T> over;
      for (std::size_t i = k; i < n; ++i) over.push_back(b * (x[i] - x[k]));
      total -= log(sum_exp(std::span<const T>(over)));
    }
    return total;
  }
  void slopes(In x, Out g) const {
    const std::size_t n = x.size() - 1;
    std::fill(g.begin(), g.end(), 0.0);
    for (std::size_t k = 0; k < n; ++k) {
      const auto stage = static_cast<double>(k);
      const double b = std::exp(-x[n] * stage);
      Point over;
      for (std::size_t i = k; i < n; ++i) over.push_back(b * (x[i] - x[k]));
      const std::vector<double> p = shares(over);
      for (std::size_t i = k + 1; i < n; ++i) {
        g[i] -= b * p[i - k];
        g[k] += b * p[i - k];
        g[n] += p[i - k] * over[i - k] * stage;
      }
    }
  }
};

// Two bumps with learned widths, at three points: x = (height, log width) twice
struct bumps {
  static constexpr double at[] = {-1.5, 0.25, 2};
  static constexpr double centre[] = {-1, 1};

  template <class T>
  T operator()(std::span<const T> x) const {
    using std::exp;
    T total = 0;
    for (const double point : at) {
      T score = 0;
      for (std::size_t k = 0; k < 2; ++k) {
        const double d = point - centre[k];
        score += x[2 * k] * exp(-(d * d / 2) * exp(-2 * x[2 * k + 1]));
      }
      total += softplus(score);
    }
    return total;
  }
  void slopes(In x, Out g) const {
    std::fill(g.begin(), g.end(), 0.0);
    for (const double point : at) {
      double score = 0, bump[2], spread[2];
      for (std::size_t k = 0; k < 2; ++k) {
        const double d = point - centre[k];
        spread[k] = d * d * std::exp(-2 * x[2 * k + 1]);
        bump[k] = std::exp(-spread[k] / 2);
        score += x[2 * k] * bump[k];
      }
      const double slope = logistic(score);
      for (std::size_t k = 0; k < 2; ++k) {
        g[2 * k] += slope * bump[k];
        if (bump[k] > 0) g[2 * k + 1] += slope * x[2 * k] * bump[k] * spread[k];
      }
    }
  }
};

// The standard deviation, by a square root
struct deviation {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::sqrt;
    const auto n = static_cast<double>(x.size());
    T mean = 0, square = 0;
    for (const T& one : x) mean += one / n;
    for (const T& one : x) square += (one - mean) * (one - mean) / n;
    return sqrt(square);
  }
  void slopes(In x, Out g) const {
    const auto n = static_cast<double>(x.size());
    double mean = 0, square = 0;
    for (const double one : x) mean += one / n;
    for (const double one : x) square += (one - mean) * (one - mean) / n;
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = (x[i] - mean) / (n * std::sqrt(square));
  }
};

// x = (scores, log p): log of the p-norm of exp(scores), log(sum exp(p f_i)) / p
struct power_mean {
  template <class T>
  T operator()(std::span<const T> x) const {
    using std::exp;
    const T p = exp(x.back());
    std::vector<T> scaled;
    for (const T& f : x.first(x.size() - 1)) scaled.push_back(p * f);
    return log(sum_exp(std::span<const T>(scaled))) / p;
  }
  void slopes(In x, Out g) const {
    const std::size_t n = x.size() - 1;
    const double p = std::exp(x[n]), top = *std::max_element(x.begin(), x.begin() + n);
    Point scaled(n);
    for (std::size_t i = 0; i < n; ++i) scaled[i] = p * x[i];
    const std::vector<double> share = shares(scaled);
    double sum = 0, mean = 0;
    for (std::size_t i = 0; i < n; ++i) {
      g[i] = share[i];
      mean += share[i] * (x[i] - top);
      sum += std::exp(p * (x[i] - top));
    }
    g[n] = mean - std::log(sum) / p;
  }
};

template <class Add>
void add_right_rank(Add& add) {
  add_right(add, "softmin", "its temperature is learned", {0.5, -0.2, 0.9, 0.5}, softmin{});
  add_right(add, "cold_softmin", "at a temperature of 1e-3", {0.5, -0.2, -0.1997, -7}, softmin{});
  add_right(add, "stage_cooled", "Plackett-Luce, cooler from stage to stage",
            {0.5, -0.2, 0.9, 1.3, 0.1}, stage_cooled{});
  add_right(add, "bumps", "radial basis functions with learned widths", {0.7, 0.2, -0.4, -0.3},
            bumps{});
  add_right(add, "deviation", "a standard deviation", {0.5, -0.2, 0.9, 1.3}, deviation{});
  add_right(add, "power_mean", "a p-norm, p learned", {0.5, -0.2, 0.9, 1.3, 0.4}, power_mean{});
}

}  // namespace fubini::faults
