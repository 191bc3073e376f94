// SPDX-License-Identifier: BSD-3-Clause
#if defined(__GNUC__) && !defined(__clang__)  // g++ 12 misreads Boost's way from 50 digits to 400
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif
#include "fubini/arithmetic/detail/wide_number.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/erf.hpp>

namespace fubini {
namespace {

constexpr int kNothing = 200;  // beside 1, 2^-200 is nothing in 50 digits

}  // namespace

WideNumber::WideNumber(const Digits& mantissa, const Digits& exponent)
    : mantissa_(mantissa), exponent_(0) {
  if (!finite() || mantissa_ == 0) return;
  int shift = 0;
  mantissa_ = frexp(mantissa, &shift);
  exponent_ = exponent + shift;
}

WideNumber::WideNumber(const FiftyDigits& x) : WideNumber(Digits(x), 0) {}

WideNumber::operator FiftyDigits() const {
  constexpr int kMost = 1 << 30;
  const FiftyDigits mantissa(mantissa_);
  if (exponent_ > kMost) return mantissa / 0;
  if (exponent_ < -kMost) return 0;
  return ldexp(mantissa, static_cast<int>(exponent_));
}

// The only transcendental of 400 digits, so that Boost fills its tables under this static's lock.
const WideNumber::Digits& WideNumber::log_two() {
  static const Digits value = log(Digits(2));
  return value;
}

WideNumber operator+(const WideNumber& a, const WideNumber& b) {
  constexpr int kApart = 2 * std::numeric_limits<WideNumber::Digits>::digits;
  if (!a.finite() || !b.finite()) return {a.mantissa_ + b.mantissa_, 0};
  if (a.mantissa_ == 0) return b;
  if (b.mantissa_ == 0) return a;
  if (a.exponent_ < b.exponent_) return b + a;
  const WideNumber::Digits apart = a.exponent_ - b.exponent_;
  if (apart > kApart) return a;
  return {a.mantissa_ + ldexp(b.mantissa_, -static_cast<int>(apart)), a.exponent_};
}

WideNumber operator-(const WideNumber& a, const WideNumber& b) {
  return a + WideNumber(WideNumber::Digits(-b.mantissa_), b.exponent_);
}

WideNumber operator*(const WideNumber& a, const WideNumber& b) {
  return {a.mantissa_ * b.mantissa_, a.exponent_ + b.exponent_};
}

WideNumber operator/(const WideNumber& a, const WideNumber& b) {
  return {a.mantissa_ / b.mantissa_, a.exponent_ - b.exponent_};
}

// With x = n log 2 + r, |r| <= log(2)/2: exp(r) 2^n
WideNumber exp(const WideNumber& x) {
  constexpr int kBeyond = std::numeric_limits<WideNumber::Digits>::digits - kNothing;
  if (x.finite() && x.exponent_ < -kNothing) return WideNumber(FiftyDigits(1)) + x;
  if (!x.finite() || x.exponent_ > kBeyond)
    return WideNumber(exp(FiftyDigits(x.mantissa_ * std::numeric_limits<double>::infinity())));
  const WideNumber::Digits whole = ldexp(x.mantissa_, static_cast<int>(x.exponent_));
  const WideNumber::Digits n = round(whole / WideNumber::log_two());
  const FiftyDigits rest(whole - n * WideNumber::log_two());
  return {WideNumber::Digits(exp(rest)), n};
}

WideNumber log(const WideNumber& x) {
  constexpr int kLarge = 1000, kNear = -8;
  const WideNumber apart = x - WideNumber(FiftyDigits(1));
  if (apart.finite() && apart.mantissa_ != 0 && apart.exponent_ < kNear) return log1p(apart);
  if (!x.finite() || x.mantissa_ <= 0 || abs(x.exponent_) < kLarge)
    return WideNumber(log(FiftyDigits(x)));
  return WideNumber(log(FiftyDigits(x.mantissa_))) +
         WideNumber(x.exponent_ * WideNumber::log_two(), 0);
}

WideNumber expm1(const WideNumber& x) {
  if (x.finite() && x.exponent_ < -kNothing) return x;
  if (x.finite() && x.exponent_ < 8) return WideNumber(expm1(FiftyDigits(x)));
  return exp(x) - WideNumber(FiftyDigits(1));
}

WideNumber log1p(const WideNumber& x) {
  if (x.finite() && x.exponent_ < -kNothing) return x;
  if (x.finite() && x.exponent_ < kNothing) return WideNumber(log1p(FiftyDigits(x)));
  return log(x);
}

WideNumber sqrt(const WideNumber& x) {
  const WideNumber::Digits half = floor(x.exponent_ / 2);
  return {sqrt(ldexp(x.mantissa_, static_cast<int>(x.exponent_ - 2 * half))), half};
}

WideNumber tanh(const WideNumber& x) {
  if (x.finite() && x.exponent_ > 8) return WideNumber(FiftyDigits(x.sign()));
  return WideNumber(tanh(FiftyDigits(x)));
}

WideNumber acos(const WideNumber& x) { return WideNumber(acos(FiftyDigits(x))); }

WideNumber erfc(const WideNumber& x) {
  if (x.finite() && x.exponent_ > 20) return WideNumber(FiftyDigits(x.sign() > 0 ? 0 : 2));
  return WideNumber(FiftyDigits(boost::math::erfc(FiftyDigits(x))));
}

WideNumber ldexp(const WideNumber& x, int exponent) {
  return {x.mantissa_, x.exponent_ + exponent};
}

WideNumber trunc(const WideNumber& x) {
  if (!x.finite() || x.exponent_ >= std::numeric_limits<WideNumber::Digits>::digits) return x;
  if (x.exponent_ <= 0) return WideNumber(FiftyDigits(0));
  return {trunc(ldexp(x.mantissa_, static_cast<int>(x.exponent_))), 0};
}

WideNumber two_to(const WideNumber& x) { return exp(x * WideNumber(WideNumber::log_two(), 0)); }

FiftyDigits within_a_turn(const WideNumber& x) {
  constexpr int kBeyond = std::numeric_limits<WideNumber::Digits>::digits - kNothing;
  static const WideNumber::Digits turn =
      2 * boost::math::constants::pi<WideNumber::Digits>();  // like log_two: under a lock
  if (!x.finite() || x.exponent_ > kBeyond) return std::numeric_limits<FiftyDigits>::quiet_NaN();
  if (x.exponent_ < -kNothing) return FiftyDigits(x);
  const WideNumber::Digits whole = ldexp(x.mantissa_, static_cast<int>(x.exponent_));
  return FiftyDigits(whole - round(whole / turn) * turn);
}

}  // namespace fubini
