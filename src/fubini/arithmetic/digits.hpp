// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/define.hpp"
#include "fubini/arithmetic/derivatives.hpp"
#include "fubini/arithmetic/real.hpp"
#include "fubini/arithmetic/traced_functions.hpp"
#include "fubini/core/normal.hpp"
#include "fubini/core/numerics.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

// A scalar of 50 decimal digits that records its own derivatives (Stan Math's var holds doubles
// only), and models evaluated with it.
namespace fubini {

// Reverse mode in its plainest form: every operation notes its operands and partial derivatives.
class Traced : public TracedFunctions<Traced> {
 public:
  Traced() = default;
  template <class N>
  requires std::is_arithmetic_v<N> Traced(N x) : value_(x) {}
  Traced(const Real& x) : value_(x) {}

  // A variable: derivatives with respect to it can be asked for.
  static Traced variable(const Real& x) {
    Traced result(x);
    result.node_ = note({});
    return result;
  }

  const Real& value() const { return value_; }
  bool is_constant() const { return node_ < 0; }

  Traced& operator+=(const Traced& x) { return *this = *this + x; }
  Traced& operator-=(const Traced& x) { return *this = *this - x; }
  Traced& operator*=(const Traced& x) { return *this = *this * x; }
  Traced& operator/=(const Traced& x) { return *this = *this / x; }

  friend Traced operator+(const Traced& x) { return x; }
  friend Traced operator-(const Traced& x) { return unary(-x.value_, x, -1); }
  friend Traced operator+(const Traced& x, const Traced& y) {
    return binary(x.value_ + y.value_, x, 1, y, 1);
  }
  friend Traced operator-(const Traced& x, const Traced& y) {
    return binary(x.value_ - y.value_, x, 1, y, -1);
  }
  friend Traced operator*(const Traced& x, const Traced& y) {
    return binary(x.value_ * y.value_, x, y.value_, y, x.value_);
  }
  friend Traced operator/(const Traced& x, const Traced& y) {
    const Real quotient = x.value_ / y.value_;
    return binary(quotient, x, 1 / y.value_, y, -quotient / y.value_);
  }

  // The result of a function of one argument or two, with its derivatives there.
  static Traced unary(const Real& value, const Traced& x, const Real& slope) {
    Traced result(value);
    if (x.node_ >= 0) result.node_ = note({{x.node_, slope}, {}});
    return result;
  }
  static Traced binary(const Real& value, const Traced& x, const Real& dx, const Traced& y,
                       const Real& dy) {
    Traced result(value);
    if (x.node_ >= 0 || y.node_ >= 0) result.node_ = note({{x.node_, dx}, {y.node_, dy}});
    return result;
  }

  // d value / d each of `variables`, on this thread's tape; then the tape is cleared.
  static std::vector<Real> gradient(const Traced& value, const std::vector<Traced>& variables) {
    std::vector<Node>& tape = nodes();
    std::vector<Real> adjoint(tape.size(), 0);
    if (value.node_ >= 0) adjoint[value.node_] = 1;
    for (std::size_t k = tape.size(); k-- > 0;) {
      if (adjoint[k] == 0) continue;
      for (const Edge* edge : {&tape[k].first, &tape[k].second})
        if (edge->node >= 0) adjoint[edge->node] += adjoint[k] * edge->partial;
    }
    std::vector<Real> result;
    for (const Traced& x : variables) result.push_back(adjoint[x.node_]);
    clear();
    return result;
  }
  static void clear() { nodes().clear(); }

 private:
  struct Edge {
    std::ptrdiff_t node = -1;  // none: a constant
    Real partial = 0;
  };
  struct Node {
    Edge first, second;
  };

  static std::vector<Node>& nodes() {
    thread_local std::vector<Node> tape;
    return tape;
  }
  static std::ptrdiff_t note(const Node& node) {
    nodes().push_back(node);
    return static_cast<std::ptrdiff_t>(nodes().size()) - 1;
  }

  Real value_ = 0;
  std::ptrdiff_t node_ = -1;
};

template <>
struct scalar<Traced> {
  using constant = Real;
  static const Real& value(const Traced& x) { return x.value(); }
};

template <>
struct special<Real> {
  static Real mills_ratio(const Real& y) {
    if (y > 100) {  // R(y) = 1/y (1 - 1/y^2 + 3/y^4 - 15/y^6 + ...); 30 terms exceed 50 digits
      Real term = 1, sum = 1;
      for (int k = 1; k <= 30; ++k) sum += term *= Real(1 - 2 * k) / (y * y);
      return sum / y;
    }
    const Real z = y / sqrt(Real(2));
    return sqrt(acos(Real(-1)) / 2) * exp(z * z) * erfc(z);
  }
};

template <>
struct special<Traced> {
  static Traced mills_ratio(const Traced& y) {
    const Real ratio = fubini::mills_ratio(y.value());
    return Traced::unary(ratio, y, y.value() * ratio - 1);
  }
};

template <>
struct arithmetic<Digits> {
  using scalar = Traced;
};

// Sums of arguments must keep the digits that a result of ordinary size needs, and its sign, and
// exponentials must be numbers: 168 bits hold the last place of 1e-20 beside 1e15, and exp(-7e8).
inline std::vector<Traced> traced_variables(std::span<const double> x, bool wide) {
  constexpr double kLargest = 1e7, kSmallest = 1e-20;
  wide = wide || std::ranges::any_of(x, [](double value) {
           return std::abs(value) > kLargest || (value != 0 && std::abs(value) < kSmallest);
         });
  std::vector<Traced> variables;
  for (const double value : x)
    variables.push_back(Traced::variable(wide ? Real::wide(value) : Real(value)));
  return variables;
}

// Value and derivatives of any function of numbers of 50 digits, f(span) -> Traced; of more where
// arguments are very large or small, or where asked for (Real). What no double holds comes back as
// infinity.
template <class F>
PreciseGradient in_fifty_digits(const F& f, std::span<const double> x, bool wide = false) {
  const auto rounded = [](const Real& exact) {
    const auto high = static_cast<double>(exact);
    return Precise{high, static_cast<double>(exact - high)};
  };
  Traced::clear();
  const std::vector<Traced> variables = traced_variables(x, wide);
  const Traced value = f(std::span<const Traced>(variables));
  PreciseGradient result{rounded(value.value()), {}};
  for (const Real& slope : Traced::gradient(value, variables))
    result.slopes.push_back(rounded(slope));
  return result;
}

}  // namespace fubini
