// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/arithmetic/real.hpp"

#include <boost/math/special_functions/erf.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <new>
#include <type_traits>

namespace fubini {
namespace {

namespace mp = boost::multiprecision;
using Number = mp::number<mp::cpp_bin_float_50::backend_type, mp::et_off>;

}  // namespace

// The number lives in the bytes of a Real.
struct Real::Access {
  static_assert(sizeof(Number) <= sizeof(Real) && alignof(Number) <= alignof(Real));
  static_assert(std::is_trivially_destructible_v<Number>);
  static_assert(std::numeric_limits<Number>::digits == std::numeric_limits<Real>::digits);

  static Number get(const Real& x) {
    return *std::launder(reinterpret_cast<const Number*>(x.storage_));
  }
  static Real& set(Real& x, const Number& value) {
    ::new (x.storage_) Number(value);
    return x;
  }
  static Real make(const Number& value) {
    Real result;
    set(result, value);
    return result;
  }
};

Real::Real(const Real& other) { Access::set(*this, Access::get(other)); }
Real& Real::operator=(const Real& other) { return Access::set(*this, Access::get(other)); }
Real::Real(double x) { Access::set(*this, Number(x)); }
Real::Real(std::ptrdiff_t x) { Access::set(*this, Number(x)); }
Real::operator double() const { return static_cast<double>(Access::get(*this)); }

Real& Real::operator+=(const Real& x) {
  return Access::set(*this, Access::get(*this) + Access::get(x));
}
Real& Real::operator-=(const Real& x) {
  return Access::set(*this, Access::get(*this) - Access::get(x));
}
Real& Real::operator*=(const Real& x) {
  return Access::set(*this, Access::get(*this) * Access::get(x));
}
Real& Real::operator/=(const Real& x) {
  return Access::set(*this, Access::get(*this) / Access::get(x));
}

std::partial_ordering Real::compare(const Real& x, const Real& y) {
  const Number a = Access::get(x), b = Access::get(y);
  if (a < b) return std::partial_ordering::less;
  if (a > b) return std::partial_ordering::greater;
  return a == b ? std::partial_ordering::equivalent : std::partial_ordering::unordered;
}

Real exp(const Real& x) { return Real::Access::make(exp(Real::Access::get(x))); }
Real expm1(const Real& x) { return Real::Access::make(expm1(Real::Access::get(x))); }
Real log(const Real& x) { return Real::Access::make(log(Real::Access::get(x))); }
Real log1p(const Real& x) { return Real::Access::make(log1p(Real::Access::get(x))); }
Real sqrt(const Real& x) { return Real::Access::make(sqrt(Real::Access::get(x))); }
Real tanh(const Real& x) { return Real::Access::make(tanh(Real::Access::get(x))); }
Real acos(const Real& x) { return Real::Access::make(acos(Real::Access::get(x))); }
Real erfc(const Real& x) { return Real::Access::make(boost::math::erfc(Real::Access::get(x))); }
Real ldexp(const Real& x, int exponent) {
  return Real::Access::make(ldexp(Real::Access::get(x), exponent));
}

namespace {

// Boost fills its tables of constants at the first call, without regard for other threads: so that
// call is made here, before there are any.
[[maybe_unused]] const bool kWarm = [] {
  Real sum = 0;
  for (const double x : {0.25, 0.75, 3.0, 60.0})
    sum += exp(Real(x)) + expm1(Real(x)) + log(Real(x)) + log1p(Real(x)) + sqrt(Real(x)) +
           tanh(Real(x)) + acos(Real(0.5)) + erfc(Real(x)) + ldexp(Real(x), 1) / 3;
  for (const double x : {-0.25, -3.0, -60.0})
    sum += exp(Real(x)) + expm1(Real(x)) + tanh(Real(x)) + erfc(Real(x));
  return sum > 0;
}();

}  // namespace

}  // namespace fubini
