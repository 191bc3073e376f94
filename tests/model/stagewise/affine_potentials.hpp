// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/detail/affine_far.hpp"
#include "fubini/model/stagewise/pmop.hpp"
#include "fubini/model/stagewise/potentials/power.hpp"
#include "fubini/model/stagewise/potentials/product.hpp"
#include "fubini/model/stagewise/potentials/sized.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

// Affine potentials of all kinds, as a user might write them.
namespace fubini {

// Two learned parameters, one of each part
struct price_of_size {
  std::vector<std::string> tie_parameters() const { return {"price", "pull"}; }

  template <class T>
  Affine<T> log_potential(const SizeOf& bucket, std::span<const T> ties) const {
    using std::exp;
    const auto others = static_cast<double>(bucket.size - 1);
    return {-exp(ties[0]) * others, 1 + ties[1] * (others / static_cast<double>(bucket.size))};
  }
  void add_slopes(const SizeOf& bucket, std::span<const double> ties, const Affine<double>& weight,
                  std::span<double> tie_slopes) const {
    const auto others = static_cast<double>(bucket.size - 1);
    tie_slopes[0] -= weight.log_weight * std::exp(ties[0]) * others;
    tie_slopes[1] += weight.times_mean * (others / static_cast<double>(bucket.size));
  }
};

struct learned_without_slopes {
  std::vector<std::string> tie_parameters() const { return {"price", "pull"}; }
  template <class T>
  Affine<T> log_potential(const SizeOf& bucket, std::span<const T> ties) const {
    return price_of_size{}.log_potential<T>(bucket, ties);
  }
};

struct wrong_slope : price_of_size {
  void add_slopes(const SizeOf& bucket, std::span<const double> ties, const Affine<double>& weight,
                  std::span<double> tie_slopes) const {
    price_of_size::add_slopes(bucket, ties, {weight.log_weight, 1.001 * weight.times_mean},
                              tie_slopes);
  }
};

template <Index most>
struct at_most {
  Index largest_bucket() const { return most; }
  template <class T>
  Affine<T> log_potential(const SizeOf& bucket, std::span<const T>) const {
    using std::log;
    return {-log(constant_t<T>(bucket.size)), T(1)};
  }
};
struct at_most_two : at_most<2> {};
struct at_most_three : at_most<3> {};

// Weights that differ between stages, and slopes of nothing
struct few_pairs {
  std::vector<std::string> tie_parameters() const { return {}; }
  template <class T>
  Affine<T> log_potential(const SizeOf& bucket, std::span<const T>) const {
    const bool rare = bucket.size == 2 && bucket.stage.remaining > 3;
    return {rare ? T(-30) : T(0), T(1)};
  }
  void add_slopes(const SizeOf&, std::span<const double>, const Affine<double>&,
                  std::span<double>) const {}
};

struct low_scores {
  template <class T>
  Affine<T> log_potential(const SizeOf& bucket, std::span<const T>) const {
    return {T(0), constant_t<T>(2 - bucket.size)};
  }
};

struct stage_by_stage {
  static constexpr bool by_stage = true;
  template <class T>
  Affine<T> log_potential(const SizeOf& bucket, std::span<const T>) const {
    const auto size = static_cast<double>(bucket.size);
    const auto place = static_cast<double>(bucket.stage.number + 1);
    return {T(size / static_cast<double>(bucket.stage.remaining)), T(1 / place)};
  }
};

struct unsaid_stages {
  template <class T>
  Affine<T> log_potential(const SizeOf& bucket, std::span<const T> ties) const {
    return stage_by_stage{}.log_potential<T>(bucket, ties);
  }
};

}  // namespace fubini
