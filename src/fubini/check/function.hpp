// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/autodiff.hpp"
#include "fubini/arithmetic/digits.hpp"
#include "fubini/check/gradient.hpp"

#include <span>
#include <vector>

// The gradient of a function that is generic in its scalar. Includes Stan Math, link fubini::check:
//
//   struct rosenbrock {
//     template <class T>
//     T operator()(std::span<const T> x) const {  // `using std::exp;`, then exp(x), as in a model
//       return (1 - x[0]) * (1 - x[0]) + 100 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]);
//     }
//     void gradient(std::span<const double> x, std::span<double> g) const { g[0] = ...; }
//   };
//   const auto report = check::function(rosenbrock{}, std::vector{1.2, 1.0});
//
// The gradient by hand is compared with the same text in 50 digits, both modes of autodiff, and
// differences. Without one, reverse mode is checked against the others.
namespace fubini::check {

// A function with a gradient beside it
template <class F>
concept WithGradient = requires(const F& f, std::span<const double> x, std::span<double> g) {
  f.gradient(x, g);
};

namespace detail {

template <class F>
FunctionParts generic_parts(const F& f) {
  FunctionParts parts;
  parts.value = [&f](std::span<const double> x) { return static_cast<double>(f(x)); };
  parts.reverse = [&f](std::span<const double> x, std::span<double> g) {
    std::ranges::fill(g, 0.0);
    return reverse_gradient(f, x, g);
  };
  parts.forward = [&f](std::span<const double> x, std::span<const double> direction) {
    return derivative_along(f, x, direction);
  };
  parts.digits = [&f](std::span<const double> x) { return in_fifty_digits(f, x); };
  return parts;
}

}  // namespace detail

// With the gradient as a thing of its own
template <class F, DoubleGradient G>
FunctionReport function(const F& f, const G& gradient, std::span<const double> x,
                        const FunctionOptions& options = {}) {
  FunctionParts parts = detail::generic_parts(f);
  parts.gradient = detail::gradient_part(gradient);
  return examine(parts, x, options);
}

template <class F>
FunctionReport function(const F& f, std::span<const double> x,
                        const FunctionOptions& options = {}) {
  FunctionParts parts = detail::generic_parts(f);
  if constexpr (WithGradient<F>) {
    parts.gradient = [&f](std::span<const double> at, std::span<double> g) { f.gradient(at, g); };
  } else {
    parts.gradient = parts.reverse;
    parts.by_hand = false;
  }
  return examine(parts, x, options);
}

namespace detail {

template <class F>
FunctionReport ask(Ask, const F& f, std::span<const double> x,
                   const FunctionOptions& options = {}) {
  return check::function(f, x, options);
}

}  // namespace detail

}  // namespace fubini::check
