// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/random.hpp"
#include "fubini/model/stagewise/pmop.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

// Potentials that lie in no family, with running statistics, and ways to their normalisers.
namespace fubini {

// Of the size, the mean and the variance of the scores: Form is a function of these.
template <class Form>
struct of_moments {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    T sum = 0, squares = 0;
    for (const T& f : subset.scores) {
      sum += f;
      squares += f * f;
    }
    return value(subset.size(), sum, squares);
  }
  template <class T>
  static T value(Index size, const T& sum, const T& squares) {
    const auto m = static_cast<double>(size);
    const T mean = sum / m;
    return Form{}(m, mean, T(squares / m - mean * mean + 1e-9));
  }
  struct Running {
    double sum = 0, squares = 0;
    void add(double f) {
      sum += f;
      squares += f * f;
    }
    bool remove(double f) {
      sum -= f;
      squares -= f * f;
      return true;
    }
    double log_potential(Index size, const Stage&, std::span<const double>) const {
      return value(size, sum, squares);
    }
  };
  Running running(const Stage&) const { return {}; }
};

// Of the mean of exp(rate f): Form is a function of the size and its logarithm.
template <class Form>
struct of_exponentials {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    using std::exp, std::log;
    T sum = 0;
    for (const T& f : subset.scores) sum += exp(Form::rate * f);
    return Form{}(static_cast<double>(subset.size()), T(log(sum)));
  }
  struct Running {
    double sum = 0;
    void add(double f) { sum += std::exp(Form::rate * f); }
    bool remove(double) { return false; }
    double log_potential(Index size, const Stage&, std::span<const double>) const {
      return Form{}(static_cast<double>(size), std::log(sum));
    }
  };
  Running running(const Stage&) const { return {}; }
};

#define FUBINI_OF_MOMENTS(name, formula)                      \
  struct name##_form {                                        \
    template <class T>                                        \
    T operator()(double m, const T& mean, const T& v) const { \
      using std::sqrt;                                        \
      return (formula) + 0 * m * v;                           \
    }                                                         \
  };                                                          \
  using name = of_moments<name##_form>
FUBINI_OF_MOMENTS(spread, mean + sqrt(v));
FUBINI_OF_MOMENTS(wide_spread, mean + 3 * sqrt(v) - 0.3 * (m - 1));
FUBINI_OF_MOMENTS(tight, mean - 3 * sqrt(v));
FUBINI_OF_MOMENTS(variance_penalty, mean - 0.5 * (m - 1) - 0.5 * v);
FUBINI_OF_MOMENTS(interaction, mean + 0.5 * (mean * mean - (v + mean * mean) / m));
FUBINI_OF_MOMENTS(size_by_spread, mean - 0.25 * (m - 1) + 0.15 * (m - 1) * sqrt(v));
FUBINI_OF_MOMENTS(mean_in_disguise, mean);                            // affine in the sum
FUBINI_OF_MOMENTS(price_in_disguise, 0.7 * m * mean - 0.05 * m * m);  // affine in the sum
#undef FUBINI_OF_MOMENTS

struct softmin_form {
  static constexpr double rate = -1;
  template <class T>
  T operator()(double m, const T& log_sum) const {
    return -(log_sum - std::log(m));
  }
};
using softmin = of_exponentials<softmin_form>;

struct p_norm_form {
  static constexpr double rate = 3;
  template <class T>
  T operator()(double, const T& log_sum) const {
    return log_sum / 3;
  }
};
using p_norm = of_exponentials<p_norm_form>;

struct full_form {
  static constexpr double rate = 1;
  template <class T>
  T operator()(double m, const T& log_sum) const {
    return log_sum - std::log(m);
  }
};
using full_in_disguise = of_exponentials<full_form>;  // additive

// Half the largest and half the smallest score
struct middle_in_disguise {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    T low = subset.scores[0], high = low;
    for (const T& f : subset.scores) {
      if (value_of(f) < value_of(low)) low = f;
      if (value_of(high) < value_of(f)) high = f;
    }
    return (low + high) / 2;
  }
};

// Wrong ones
struct never {
  template <class T>
  T log_potential(const Subset<T>&, std::span<const T>) const {
    return T(-std::numeric_limits<double>::infinity());
  }
};
struct not_a_number {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    return subset.size() == 5 ? T(std::numeric_limits<double>::quiet_NaN()) : subset.scores[0] * 0;
  }
};
struct first_counts {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    return subset.scores[0];
  }
};
struct slipped_statistics : spread {
  struct Running : spread::Running {
    double log_potential(Index size, const Stage& stage, std::span<const double> ties) const {
      return spread::Running::log_potential(size, stage, ties) + (size == 3 ? 1e-6 : 0);
    }
  };
  Running running(const Stage&) const { return {}; }
};

inline std::vector<double> normal_scores(Index count, std::uint64_t seed, double deviation = 1.5) {
  Draws draws(seed, 99);
  std::vector<double> f;
  for (Index i = 0; i < count; ++i) {
    const double radius = std::sqrt(-2 * std::log(draws.uniform()));
    f.push_back(deviation * radius * std::cos(2 * std::acos(-1.0) * draws.uniform()));
  }
  return f;
}

// log Z by all subsets, depth first
template <class P>
double enumerated_log_normaliser(const P& potential, std::span<const double> f) {
  ScaledSum<double> total(-1e300);
  const Stage stage{0, std::ssize(f)};
  const auto extend = [&](auto&& self, Index from, auto running, Index size) -> void {
    for (Index i = from; i < std::ssize(f); ++i) {
      auto next = running;
      next.add(f[i]);
      total += next.log_potential(size + 1, stage, {});
      self(self, i + 1, next, size + 1);
    }
  };
  extend(extend, 0, potential.running(stage), 0);
  return log(total);
}

// sum phi / n times the number of subsets
inline double log_normaliser_of_full(std::span<const double> f) {
  return log(sum_exp(f)) + log_num_subsets<double>(std::ssize(f)) -
         std::log(static_cast<double>(f.size()));
}

// 2^(j - i - 1) subsets have item i as the smallest and item j as the largest
inline double log_normaliser_of_middle(std::span<const double> f) {
  std::vector<double> sorted(f.begin(), f.end());
  std::ranges::sort(sorted);
  ScaledSum<double> total = sum_exp(f);
  for (std::size_t i = 0; i < sorted.size(); ++i)
    for (std::size_t j = i + 1; j < sorted.size(); ++j)
      total += (sorted[i] + sorted[j]) / 2 + static_cast<double>(j - i - 1) * std::log(2.0);
  return log(total);
}

}  // namespace fubini
