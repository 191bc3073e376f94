// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/arithmetic/real.hpp"

#include "fubini/arithmetic/detail/wide_number.hpp"

#include <boost/math/special_functions/erf.hpp>

#include <new>
#include <type_traits>

namespace fubini {

using boost::math::erfc;  // of 50 digits

// The number of 50 digits lives in the bytes of a Real.
struct Real::Access {
  using Number = FiftyDigits;
  static_assert(sizeof(Number) <= sizeof(Real::storage_) && alignof(Number) <= alignof(Real));
  static_assert(std::is_trivially_destructible_v<Number>);
  static_assert(std::numeric_limits<Number>::digits == std::numeric_limits<Real>::digits);

  static Number narrow(const Real& x) {
    return *std::launder(reinterpret_cast<const Number*>(x.storage_));
  }
  static WideNumber widened(const Real& x) { return x.wide_ ? *x.wide_ : WideNumber(narrow(x)); }
  static Real& set(Real& x, const Number& value) {
    ::new (x.storage_) Number(value);
    return x;
  }
  static Real& set(Real& x, const WideNumber& value) {
    set(x, Number(0));
    x.wide_ = std::make_shared<const WideNumber>(value);
    return x;
  }

  // f of numbers of either kind; wide if one of them is
  template <class F>
  static Real make(const Real& x, F f) {
    Real result;
    return x.wide_ ? set(result, f(*x.wide_)) : set(result, f(narrow(x)));
  }
  template <class F>
  static Real& assign(Real& x, const Real& y, F f) {
    if (x.wide_ || y.wide_) return set(x, f(widened(x), widened(y)));
    return set(x, f(narrow(x), narrow(y)));
  }
};

Real::Real(const Real& other) : wide_(other.wide_) { Access::set(*this, Access::narrow(other)); }
Real& Real::operator=(const Real& other) {
  wide_ = other.wide_;
  return Access::set(*this, Access::narrow(other));
}
Real::~Real() = default;
Real::Real(double x) { Access::set(*this, FiftyDigits(x)); }
Real::Real(std::ptrdiff_t x) { Access::set(*this, FiftyDigits(x)); }
Real Real::wide(double x) {
  Real result;
  return Access::set(result, WideNumber(FiftyDigits(x)));
}
Real::operator double() const {
  return static_cast<double>(wide_ ? FiftyDigits(*wide_) : Access::narrow(*this));
}

Real& Real::operator+=(const Real& x) {
  return Access::assign(*this, x, [](const auto& a, const auto& b) { return a + b; });
}
Real& Real::operator-=(const Real& x) {
  return Access::assign(*this, x, [](const auto& a, const auto& b) { return a - b; });
}
Real& Real::operator*=(const Real& x) {
  return Access::assign(*this, x, [](const auto& a, const auto& b) { return a * b; });
}
Real& Real::operator/=(const Real& x) {
  return Access::assign(*this, x, [](const auto& a, const auto& b) { return a / b; });
}

std::partial_ordering Real::compare(const Real& x, const Real& y) {
  const auto order = [](const auto& a, const auto& b) {
    if (a < b) return std::partial_ordering::less;
    if (a > b) return std::partial_ordering::greater;
    return a == b ? std::partial_ordering::equivalent : std::partial_ordering::unordered;
  };
  if (x.wide_ || y.wide_) return order(Access::widened(x), Access::widened(y));
  return order(Access::narrow(x), Access::narrow(y));
}

Real exp(const Real& x) {
  return Real::Access::make(x, [](const auto& v) { return exp(v); });
}
Real expm1(const Real& x) {
  return Real::Access::make(x, [](const auto& v) { return expm1(v); });
}
Real log(const Real& x) {
  return Real::Access::make(x, [](const auto& v) { return log(v); });
}
Real log1p(const Real& x) {
  return Real::Access::make(x, [](const auto& v) { return log1p(v); });
}
Real sqrt(const Real& x) {
  return Real::Access::make(x, [](const auto& v) { return sqrt(v); });
}
Real tanh(const Real& x) {
  return Real::Access::make(x, [](const auto& v) { return tanh(v); });
}
Real acos(const Real& x) {
  return Real::Access::make(x, [](const auto& v) { return acos(v); });
}
Real erfc(const Real& x) {
  return Real::Access::make(x, [](const auto& v) { return erfc(v); });
}
Real ldexp(const Real& x, int exponent) {
  return Real::Access::make(x, [=](const auto& v) { return ldexp(v, exponent); });
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
