// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/function/examine.hpp"
#include "fubini/core/error.hpp"

#include <algorithm>
#include <complex>
#include <concepts>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

// The gradient of a function that is known by its values alone. No Stan Math, link fubini::fubini:
//
//   const auto report = check::gradient(
//       [](std::span<const double> x) { return x[0] * x[0] * x[1]; },
//       [](std::span<const double> x, std::span<double> g) { g[0] = 2 * x[0] * x[1]; ... },
//       std::vector{1.0, 2.0});
//   std::fputs(check::to_text({report}).c_str(), stdout);
//
// Slopes of the value come from steps of many sizes, each with an error of its own. analytic(value)
// is a value that can be asked at complex numbers too, std::complex<double>(std::span<const
// std::complex<double>>): then the complex step is taken, where it turns out to be analytic.
namespace fubini::check {

// Of numbers in a span, or in a vector
template <class F>
concept DoubleFunction = requires(const F& f, std::span<const double> x) {
  { f(x) } -> std::convertible_to<double>;
}
|| requires(const F& f, const std::vector<double>& x) {
  { f(x) } -> std::convertible_to<double>;
};

// Writes every entry of the gradient, or returns it
template <class G>
concept DoubleGradient = requires(const G& g, std::span<const double> x, std::span<double> out) {
  g(x, out);
}
|| requires(const G& g, std::span<const double> x) {
  { g(x) } -> std::convertible_to<std::vector<double>>;
}
|| requires(const G& g, const std::vector<double>& x) {
  { g(x) } -> std::convertible_to<std::vector<double>>;
};

template <class F>
concept ComplexFunction = requires(const F& f, std::span<const std::complex<double>> x) {
  { f(x) } -> std::convertible_to<std::complex<double>>;
};

template <class F>
struct analytic {
  F function;
  explicit analytic(F f) : function(std::move(f)) {}
  double operator()(std::span<const double> x) const { return function(x); }
};

namespace detail {

template <class F>
decltype(auto) call(const F& f, std::span<const double> x) {
  if constexpr (requires { f(x); })
    return f(x);
  else
    return f(std::vector<double>(x.begin(), x.end()));
}

template <DoubleGradient G>
auto gradient_part(const G& gradient) {
  return [&gradient](std::span<const double> x, std::span<double> out) {
    if constexpr (requires { gradient(x, out); }) {
      gradient(x, out);
    } else {
      const std::vector<double> slopes = call(gradient, x);
      if (slopes.size() != x.size())
        throw ArgumentError("the gradient has " + std::to_string(slopes.size()) +
                            " entries; wanted " + std::to_string(x.size()));
      std::ranges::copy(slopes, out.begin());
    }
  };
}

// The slope along a direction: the imaginary part of the value at a step too small to matter
template <ComplexFunction F>
auto complex_part(const F& f) {
  return [&f](std::span<const double> x, std::span<const double> direction, double& real) {
    constexpr double kStep = 0x1p-300;
    std::vector<std::complex<double>> there(x.size());
    for (std::size_t j = 0; j < x.size(); ++j) there[j] = {x[j], kStep * direction[j]};
    const std::complex<double> value = f(std::span<const std::complex<double>>(there));
    real = value.real();
    return value.imag() / kStep;
  };
}

}  // namespace detail

template <DoubleFunction F, DoubleGradient G>
FunctionReport gradient(const F& value, const G& gradient, std::span<const double> x,
                        const FunctionOptions& options = {}) {
  FunctionParts parts;
  parts.value = [&value](std::span<const double> at) {
    return static_cast<double>(detail::call(value, at));
  };
  parts.gradient = detail::gradient_part(gradient);
  return examine(parts, x, options);
}

template <ComplexFunction F, DoubleGradient G>
FunctionReport gradient(const analytic<F>& value, const G& gradient, std::span<const double> x,
                        const FunctionOptions& options = {}) {
  FunctionParts parts;
  parts.value = value;
  parts.gradient = detail::gradient_part(gradient);
  parts.complex_step = detail::complex_part(value.function);
  return examine(parts, x, options);
}

// Which check a matcher's arguments ask for (gtest.hpp, catch2.hpp); function.hpp has the other.
namespace detail {

struct Ask {};

template <DoubleFunction F, DoubleGradient G>
FunctionReport ask(Ask, const F& value, const G& gradient, std::span<const double> x,
                   const FunctionOptions& options = {}) {
  return check::gradient(value, gradient, x, options);
}

}  // namespace detail

}  // namespace fubini::check
