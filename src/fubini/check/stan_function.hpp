// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/autodiff.hpp"
#include "fubini/check/gradient.hpp"

#include <Eigen/Core>

#include <iosfwd>
#include <span>

// The reverse gradient of a function written for Stan: of a user_header, or a density of Stan Math
// with partial derivatives of its own (operands_and_partials). Include what it needs of Stan Math,
// its matrices at least (stan/math/rev/mat.hpp), and link fubini::check:
//
//   template <typename T>
//   T my_density(const Eigen::Matrix<T, Eigen::Dynamic, 1>& x, std::ostream* messages);
//
//   const auto report = check::stan_function(
//       [](const auto& x, std::ostream* messages) { return my_density(x, messages); },
//       std::vector{0.5, 2.0});
//
// The gradient is compared with differences of the values for doubles, and those with the values
// on the tape. <check::Modes::reverse_and_forward> adds forward mode, if the function compiles so.
namespace fubini::check {

enum class Modes { reverse, reverse_and_forward };

namespace detail {

template <class T, class F>
T call_for_stan(const F& f, const Eigen::Matrix<T, Eigen::Dynamic, 1>& x) {
  if constexpr (std::invocable<const F&, decltype(x), std::ostream*>)
    return f(x, static_cast<std::ostream*>(nullptr));
  else
    return f(x);
}

template <class T>
Eigen::Matrix<T, Eigen::Dynamic, 1> vector_of(std::span<const T> x) {
  Eigen::Matrix<T, Eigen::Dynamic, 1> result(std::ssize(x));
  for (Index j = 0; j < std::ssize(x); ++j) result(j) = x[static_cast<std::size_t>(j)];
  return result;
}

}  // namespace detail

template <Modes modes = Modes::reverse, class F>
FunctionReport stan_function(const F& f, std::span<const double> x,
                             const FunctionOptions& options = {}) {
  const auto generic = [&f]<class T>(std::span<const T> at) {
    return detail::call_for_stan<T>(f, detail::vector_of(at));
  };
  FunctionParts parts;
  parts.value = [=](std::span<const double> at) { return static_cast<double>(generic(at)); };
  parts.reverse = [=](std::span<const double> at, std::span<double> g) {
    std::ranges::fill(g, 0.0);
    return reverse_gradient(generic, at, g);
  };
  if constexpr (modes == Modes::reverse_and_forward)
    parts.forward = [=](std::span<const double> at, std::span<const double> direction) {
      return derivative_along(generic, at, direction);
    };
  parts.gradient = parts.reverse;
  parts.by_hand = false;
  return examine(parts, x, options);
}

}  // namespace fubini::check
