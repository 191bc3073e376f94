// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/real.hpp"

#include <compare>

// <cmath> for Traced, each function with its slope, as friends of a base: found by their arguments,
// and by nothing else. Comparisons are by value.
namespace fubini {

template <class Traced>
struct TracedFunctions {
  friend std::partial_ordering operator<=>(const Traced& x, const Traced& y) {
    return x.value() <=> y.value();
  }
  friend bool operator==(const Traced& x, const Traced& y) { return x.value() == y.value(); }

  // Of equals the first, as std::max and std::min have it
  friend Traced max(const Traced& x, const Traced& y) { return x < y ? y : x; }
  friend Traced min(const Traced& x, const Traced& y) { return y < x ? y : x; }
  // Of equals the variable one; of two variables the second, as in reverse mode
  friend Traced fmax(const Traced& x, const Traced& y) {
    return x > y || (x == y && y.is_constant()) || y != y ? x : y;
  }
  friend Traced fmin(const Traced& x, const Traced& y) {
    return x < y || (x == y && y.is_constant()) || y != y ? x : y;
  }
  friend Traced fdim(const Traced& x, const Traced& y) { return x <= y ? Traced(0) : x - y; }

  friend Traced abs(const Traced& x) {
    const Real& v = x.value();
    return Traced::unary(abs(v), x, v > 0 ? 1 : v < 0 ? -1 : 0);
  }
  friend Traced fabs(const Traced& x) { return abs(x); }
  friend Traced ceil(const Traced& x) { return Traced::unary(ceil(x.value()), x, 0); }
  friend Traced floor(const Traced& x) { return Traced::unary(floor(x.value()), x, 0); }
  friend Traced round(const Traced& x) { return Traced::unary(round(x.value()), x, 0); }
  friend Traced trunc(const Traced& x) { return Traced::unary(trunc(x.value()), x, 0); }
  friend Traced ldexp(const Traced& x, int exponent) {
    return Traced::unary(ldexp(x.value(), exponent), x, ldexp(Real(1), exponent));
  }

  friend Traced exp(const Traced& x) {
    const Real e = exp(x.value());
    return Traced::unary(e, x, e);
  }
  friend Traced exp2(const Traced& x) {
    const Real e = exp2(x.value());
    return Traced::unary(e, x, e * log(Real(2)));
  }
  friend Traced expm1(const Traced& x) {
    const Real& v = x.value();
    return Traced::unary(expm1(v), x, exp(v));
  }
  friend Traced log(const Traced& x) {
    const Real& v = x.value();
    return Traced::unary(log(v), x, 1 / v);
  }
  friend Traced log1p(const Traced& x) {
    const Real& v = x.value();
    return Traced::unary(log1p(v), x, 1 / (1 + v));
  }
  friend Traced log2(const Traced& x) {
    const Real& v = x.value();
    return Traced::unary(log2(v), x, 1 / (v * log(Real(2))));
  }
  friend Traced log10(const Traced& x) {
    const Real& v = x.value();
    return Traced::unary(log10(v), x, 1 / (v * log(Real(10))));
  }

  friend Traced sqrt(const Traced& x) {
    const Real root = sqrt(x.value());
    return Traced::unary(root, x, 1 / (2 * root));
  }
  friend Traced cbrt(const Traced& x) {
    const Real root = cbrt(x.value());
    return Traced::unary(root, x, 1 / (3 * root * root));
  }
  friend Traced hypot(const Traced& x, const Traced& y) {
    const Real &a = x.value(), &b = y.value(), size = hypot(a, b);
    return Traced::binary(size, x, a / size, y, b / size);
  }
  friend Traced pow(const Traced& x, const Traced& y) {
    const Real &a = x.value(), &b = y.value(), power = pow(a, b);
    const Real by_x = b == 0 ? Real(0) : b * pow(a, b - 1);
    return Traced::binary(power, x, by_x, y, a == 0 && b > 0 ? Real(0) : power * log(a));
  }
  friend Traced fmod(const Traced& x, const Traced& y) {
    const Real &a = x.value(), &b = y.value();
    return Traced::binary(fmod(a, b), x, 1, y, -trunc(a / b));
  }
  friend Traced fma(const Traced& x, const Traced& y, const Traced& z) { return x * y + z; }

  friend Traced sin(const Traced& x) { return Traced::unary(sin(x.value()), x, cos(x.value())); }
  friend Traced cos(const Traced& x) { return Traced::unary(cos(x.value()), x, -sin(x.value())); }
  friend Traced tan(const Traced& x) {
    const Real t = tan(x.value());
    return Traced::unary(t, x, 1 + t * t);
  }
  friend Traced asin(const Traced& x) {
    const Real& v = x.value();
    return Traced::unary(asin(v), x, 1 / sqrt((1 - v) * (1 + v)));
  }
  friend Traced acos(const Traced& x) {
    const Real& v = x.value();
    return Traced::unary(acos(v), x, -1 / sqrt((1 - v) * (1 + v)));
  }
  friend Traced atan(const Traced& x) {
    const Real& v = x.value();
    return Traced::unary(atan(v), x, 1 / (1 + v * v));
  }
  friend Traced atan2(const Traced& y, const Traced& x) {
    const Real &a = y.value(), &b = x.value(), square = a * a + b * b;
    return Traced::binary(atan2(a, b), y, b / square, x, -a / square);
  }
  friend Traced sinh(const Traced& x) { return Traced::unary(sinh(x.value()), x, cosh(x.value())); }
  friend Traced cosh(const Traced& x) { return Traced::unary(cosh(x.value()), x, sinh(x.value())); }
  friend Traced tanh(const Traced& x) {
    const Real c = cosh(x.value());
    return Traced::unary(tanh(x.value()), x, 1 / (c * c));
  }
  friend Traced asinh(const Traced& x) {
    const Real& v = x.value();
    return Traced::unary(asinh(v), x, 1 / sqrt(v * v + 1));
  }
  friend Traced acosh(const Traced& x) {
    const Real& v = x.value();
    return Traced::unary(acosh(v), x, 1 / sqrt((v - 1) * (v + 1)));
  }
  friend Traced atanh(const Traced& x) {
    const Real& v = x.value();
    return Traced::unary(atanh(v), x, 1 / ((1 - v) * (1 + v)));
  }

  friend Traced erf(const Traced& x) { return Traced::unary(erf(x.value()), x, bell(x.value())); }
  friend Traced erfc(const Traced& x) {
    return Traced::unary(erfc(x.value()), x, -bell(x.value()));
  }
  friend Traced lgamma(const Traced& x) {
    return Traced::unary(lgamma(x.value()), x, digamma(x.value()));
  }
  friend Traced beta(const Traced& x, const Traced& y) {
    const Real &a = x.value(), &b = y.value(), value = beta(a, b), both = digamma(a + b);
    return Traced::binary(value, x, value * (digamma(a) - both), y, value * (digamma(b) - both));
  }
  friend Traced tgamma(const Traced& x) {
    const Real value = tgamma(x.value());
    return Traced::unary(value, x, value * digamma(x.value()));
  }

 private:
  static Real bell(const Real& v) { return 2 / sqrt(acos(Real(-1))) * exp(-v * v); }
};

}  // namespace fubini
