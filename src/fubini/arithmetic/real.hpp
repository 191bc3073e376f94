// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <limits>
#include <memory>

namespace fubini {

class WideNumber;  // detail/wide_number.hpp

// A number of 50 decimal digits: Boost.Multiprecision's cpp_bin_float_50, kept behind a wall, since
// its headers take longer to compile than a model does. A wide one keeps 400 digits in sums and
// products, and has no largest exponent; what is computed from a wide number is wide.
class Real {
 public:
  Real() : Real(0.0) {}
  Real(double x);
  Real(std::ptrdiff_t x);
  template <std::integral N>
  Real(N x) : Real(static_cast<std::ptrdiff_t>(x)) {}
  static Real wide(double x);
  explicit operator double() const;  // the nearest
  Real(const Real& other);
  Real& operator=(const Real& other);
  ~Real();

  Real& operator+=(const Real& x);
  Real& operator-=(const Real& x);
  Real& operator*=(const Real& x);
  Real& operator/=(const Real& x);
  friend Real operator+(const Real& x) { return x; }
  friend Real operator-(const Real& x) { return Real(0.0) - x; }
  friend Real operator+(Real x, const Real& y) { return x += y; }
  friend Real operator-(Real x, const Real& y) { return x -= y; }
  friend Real operator*(Real x, const Real& y) { return x *= y; }
  friend Real operator/(Real x, const Real& y) { return x /= y; }
  friend std::partial_ordering operator<=>(const Real& x, const Real& y) { return compare(x, y); }
  friend bool operator==(const Real& x, const Real& y) { return compare(x, y) == 0; }

  // As <cmath> has them; not a number where they have no value.
  friend Real abs(const Real& x);
  friend Real acos(const Real& x);
  friend Real acosh(const Real& x);
  friend Real asin(const Real& x);
  friend Real asinh(const Real& x);
  friend Real atan(const Real& x);
  friend Real atanh(const Real& x);
  friend Real cbrt(const Real& x);
  friend Real ceil(const Real& x);
  friend Real cos(const Real& x);
  friend Real cosh(const Real& x);
  friend Real digamma(const Real& x);  // the slope of lgamma
  friend Real erf(const Real& x);
  friend Real erfc(const Real& x);
  friend Real exp(const Real& x);
  friend Real exp2(const Real& x);
  friend Real expm1(const Real& x);
  friend Real floor(const Real& x);
  friend Real lgamma(const Real& x);
  friend Real log(const Real& x);
  friend Real log10(const Real& x);
  friend Real log1p(const Real& x);
  friend Real log2(const Real& x);
  friend Real round(const Real& x);
  friend Real sin(const Real& x);
  friend Real sinh(const Real& x);
  friend Real sqrt(const Real& x);
  friend Real tan(const Real& x);
  friend Real tanh(const Real& x);
  friend Real tgamma(const Real& x);
  friend Real trunc(const Real& x);
  friend Real atan2(const Real& y, const Real& x);
  friend Real beta(const Real& x, const Real& y);  // of positive numbers
  friend Real fmod(const Real& x, const Real& y);
  friend Real hypot(const Real& x, const Real& y) { return sqrt(x * x + y * y); }
  friend Real ldexp(const Real& x, int exponent);
  friend Real pow(const Real& x, const Real& y);
  friend Real fabs(const Real& x) { return abs(x); }
  friend Real fdim(const Real& x, const Real& y) { return x <= y ? Real(0) : x - y; }
  friend Real fma(const Real& x, const Real& y, const Real& z) { return x * y + z; }
  friend Real fmax(const Real& x, const Real& y) { return x > y || y != y ? x : y; }
  friend Real fmin(const Real& x, const Real& y) { return x < y || y != y ? x : y; }
  friend Real max(const Real& x, const Real& y) { return x < y ? y : x; }
  friend Real min(const Real& x, const Real& y) { return y < x ? y : x; }

 private:
  struct Access;  // to the Boost number inside
  static std::partial_ordering compare(const Real& x, const Real& y);

  alignas(16) std::byte storage_[64];
  std::shared_ptr<const WideNumber> wide_;  // if any, the number
};

}  // namespace fubini

template <>
struct std::numeric_limits<fubini::Real> {
  static constexpr bool is_specialized = true;
  static constexpr int digits = 168;  // binary
  static fubini::Real epsilon() { return ldexp(fubini::Real(1), 1 - digits); }
};
