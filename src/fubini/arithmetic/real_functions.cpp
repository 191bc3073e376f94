// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/arithmetic/real.hpp"

#include "fubini/arithmetic/detail/real_access.hpp"

#include <boost/math/special_functions/acosh.hpp>
#include <boost/math/special_functions/asinh.hpp>
#include <boost/math/special_functions/atanh.hpp>
#include <boost/math/special_functions/cbrt.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>

#include <cmath>

namespace fubini {

using boost::math::erfc;  // of 50 digits

namespace {

const FiftyDigits kNan = std::numeric_limits<FiftyDigits>::quiet_NaN();
const FiftyDigits kInfinity = std::numeric_limits<FiftyDigits>::infinity();

// Nothing is thrown: where a function has no value, it is not a number.
namespace policies = boost::math::policies;
const policies::policy<policies::domain_error<policies::ignore_error>,
                       policies::pole_error<policies::ignore_error>,
                       policies::overflow_error<policies::ignore_error>,
                       policies::evaluation_error<policies::ignore_error>>
    kQuiet;

bool is_whole(const FiftyDigits& x) { return x == trunc(x); }

FiftyDigits log_gamma(const FiftyDigits& x) {
  if (isinf(x) || (x <= 0 && is_whole(x))) return kInfinity;
  return isnan(x) ? x : boost::math::lgamma(x, kQuiet);
}

// exp(f of x in 50 digits), which may be beyond the exponents of 50 digits
template <class F>
WideNumber exp_of(const WideNumber& x, F f) {
  return exp(WideNumber(f(FiftyDigits(x))));
}

FiftyDigits gamma(const FiftyDigits& x) {
  if (isnan(x) || (x < 0 && is_whole(x))) return kNan;
  if (x == 0 || isinf(x)) return 1 / x;
  return boost::math::tgamma(x, kQuiet);
}
WideNumber gamma(const WideNumber& x) {
  if (!(x > WideNumber(FiftyDigits(1)))) return WideNumber(gamma(FiftyDigits(x)));
  return exp_of(x, log_gamma);
}

FiftyDigits power(const FiftyDigits& x, const FiftyDigits& y) {
  if (y == 0 || x == 1) return 1;
  if (isnan(x) || isnan(y)) return kNan;
  if (x == 0) return y > 0 ? FiftyDigits(0) : kInfinity;
  if (x > 0) return exp(y * log(x));
  if (!is_whole(y)) return kNan;
  const FiftyDigits size = exp(y * log(FiftyDigits(-x)));
  return is_whole(y / 2) ? size : FiftyDigits(-size);
}
WideNumber power(const WideNumber& x, const WideNumber& y) {
  const WideNumber zero(FiftyDigits(0)), two(FiftyDigits(2));
  if (y == zero || x == WideNumber(FiftyDigits(1))) return WideNumber(FiftyDigits(1));
  if (x == zero) return WideNumber(power(FiftyDigits(0), FiftyDigits(y)));
  if (!(x < zero)) return exp(y * log(x));
  if (!(y == trunc(y))) return WideNumber(kNan);
  const WideNumber size = exp(y * log(zero - x)), half = y / two;
  return half == trunc(half) ? size : zero - size;
}

FiftyDigits two_to(const FiftyDigits& x) { return exp(x * log(FiftyDigits(2))); }
FiftyDigits within_a_turn(const FiftyDigits& x) { return x; }

// A number of the kind of its first argument
FiftyDigits as(const FiftyDigits&, const FiftyDigits& x) { return x; }
WideNumber as(const WideNumber&, const FiftyDigits& x) { return WideNumber(x); }

}  // namespace

// Functions whose argument or value 50 digits may not hold

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
Real erfc(const Real& x) {
  return Real::Access::make(x, [](const auto& v) { return erfc(v); });
}
Real trunc(const Real& x) {
  return Real::Access::make(x, [](const auto& v) { return trunc(v); });
}
Real exp2(const Real& x) {
  return Real::Access::make(x, [](const auto& v) { return two_to(v); });
}
Real tgamma(const Real& x) {
  return Real::Access::make(x, [](const auto& v) { return gamma(v); });
}
Real ldexp(const Real& x, int exponent) {
  return Real::Access::make(x, [=](const auto& v) { return ldexp(v, exponent); });
}
Real pow(const Real& x, const Real& y) {
  Real result = x;
  return Real::Access::assign(result, y, [](const auto& a, const auto& b) { return power(a, b); });
}
Real sin(const Real& x) {
  return Real::Access::make(x, [](const auto& v) { return as(v, sin(within_a_turn(v))); });
}
Real cos(const Real& x) {
  return Real::Access::make(x, [](const auto& v) { return as(v, cos(within_a_turn(v))); });
}
// What follows from these

Real abs(const Real& x) { return x < 0 ? -x : x; }
Real floor(const Real& x) {
  const Real whole = trunc(x);
  return x < whole ? whole - 1 : whole;
}
Real ceil(const Real& x) { return -floor(-x); }
Real round(const Real& x) { return x < 0 ? -round(-x) : trunc(x + 0.5); }
Real fmod(const Real& x, const Real& y) { return x - trunc(x / y) * y; }
Real sinh(const Real& x) {
  const Real e = expm1(abs(x)), size = (e + e / (e + 1)) / 2;  // both parts are positive
  return x < 0 ? -size : size;
}
Real cosh(const Real& x) {
  const Real e = exp(abs(x));
  return (e + 1 / e) / 2;
}
Real tan(const Real& x) { return sin(x) / cos(x); }  // Boost 1.74 slips at odd multiples of pi/2
Real log2(const Real& x) { return log(x) / log(Real(2)); }
Real log10(const Real& x) { return log(x) / log(Real(10)); }
Real beta(const Real& x, const Real& y) {
  if (!(x > 0 && y > 0)) return std::numeric_limits<double>::quiet_NaN();
  return exp(lgamma(x) + lgamma(y) - lgamma(x + y));
}

// Functions of 50 digits

Real acos(const Real& x) {
  return Real::Access::make_narrow(
      x, [](const FiftyDigits& v) -> FiftyDigits { return abs(v) > 1 ? kNan : acos(v); });
}
Real asin(const Real& x) {
  return Real::Access::make_narrow(
      x, [](const FiftyDigits& v) -> FiftyDigits { return abs(v) > 1 ? kNan : asin(v); });
}
Real atan(const Real& x) {
  return Real::Access::make_narrow(x, [](const FiftyDigits& v) -> FiftyDigits { return atan(v); });
}
Real acosh(const Real& x) {
  return Real::Access::make_narrow(x, [](const FiftyDigits& v) -> FiftyDigits {
    return v < 1 ? kNan : boost::math::acosh(v, kQuiet);
  });
}
Real asinh(const Real& x) {
  return Real::Access::make_narrow(
      x, [](const FiftyDigits& v) -> FiftyDigits { return boost::math::asinh(v, kQuiet); });
}
Real atanh(const Real& x) {
  return Real::Access::make_narrow(x, [](const FiftyDigits& v) -> FiftyDigits {
    return abs(v) < 1    ? boost::math::atanh(v, kQuiet)
           : abs(v) == 1 ? FiftyDigits(v * kInfinity)
                         : kNan;
  });
}
Real cbrt(const Real& x) {
  return Real::Access::make_narrow(
      x, [](const FiftyDigits& v) -> FiftyDigits { return boost::math::cbrt(v, kQuiet); });
}
Real erf(const Real& x) {
  return Real::Access::make_narrow(
      x, [](const FiftyDigits& v) -> FiftyDigits { return boost::math::erf(v, kQuiet); });
}
Real lgamma(const Real& x) {
  return Real::Access::make_narrow(
      x, [](const FiftyDigits& v) -> FiftyDigits { return log_gamma(v); });
}
Real digamma(const Real& x) {
  if (x > 0)
    return Real::Access::make_narrow(
        x, [](const FiftyDigits& v) -> FiftyDigits { return boost::math::digamma(v, kQuiet); });
  const Real pi = acos(Real(-1)), apart = x - round(x);  // digamma(1 - x) - pi cot(pi x)
  if (!(apart < 0 || apart > 0)) return std::numeric_limits<double>::quiet_NaN();
  return digamma(1 - x) - pi / tan(pi * apart);
}
Real atan2(const Real& y, const Real& x) {
  if (x > 0) return atan(y / x);
  const Real pi = acos(Real(-1));
  if (x == 0) return y > 0 ? pi / 2 : y < 0 ? -pi / 2 : y;
  return y < 0 ? atan(y / x) - pi : atan(y / x) + pi;
}

namespace {

// Boost fills its tables of constants at the first call, without regard for other threads: so that
// call is made here, before there are any.
[[maybe_unused]] const bool kWarm = [] {
  Real sum = 0;
  for (const double at : {0.25, 0.75, 3.0, 60.0, -0.25, -3.0, -60.0}) {
    const Real x(at), size(std::abs(at)), part(at / 100);
    sum += exp(x) + expm1(x) + log(size) + log1p(size) + sqrt(size) + tanh(x) + erfc(x) + erf(x) +
           sin(x) + cos(x) + tan(x) + exp2(x) + acos(part) + asin(part) + atan(x) + asinh(x) +
           acosh(size + 1) + atanh(part) + cbrt(x) + lgamma(x + 0.5) + tgamma(x + 0.5) +
           digamma(x + 0.25) + log2(size) + log10(size) + pow(size, x) + fmod(x, size) +
           ldexp(trunc(x), 1) / 3;
  }
  return sum > 0;
}();

}  // namespace
}  // namespace fubini
