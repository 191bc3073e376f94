// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
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
  Real(int x) : Real(static_cast<double>(x)) {}
  Real(double x);
  explicit Real(std::ptrdiff_t x);
  static Real wide(double x);
  explicit operator double() const;  // the nearest
  Real(const Real& other);
  Real& operator=(const Real& other);
  ~Real();

  Real& operator+=(const Real& x);
  Real& operator-=(const Real& x);
  Real& operator*=(const Real& x);
  Real& operator/=(const Real& x);
  friend Real operator-(const Real& x) { return Real(0.0) - x; }
  friend Real operator+(Real x, const Real& y) { return x += y; }
  friend Real operator-(Real x, const Real& y) { return x -= y; }
  friend Real operator*(Real x, const Real& y) { return x *= y; }
  friend Real operator/(Real x, const Real& y) { return x /= y; }
  friend std::partial_ordering operator<=>(const Real& x, const Real& y) { return compare(x, y); }
  friend bool operator==(const Real& x, const Real& y) { return compare(x, y) == 0; }

  friend Real exp(const Real& x);
  friend Real expm1(const Real& x);
  friend Real log(const Real& x);
  friend Real log1p(const Real& x);
  friend Real sqrt(const Real& x);
  friend Real tanh(const Real& x);
  friend Real acos(const Real& x);
  friend Real erfc(const Real& x);
  friend Real ldexp(const Real& x, int exponent);

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
