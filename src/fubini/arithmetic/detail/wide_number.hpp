// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

// Numbers for arguments that 50 digits do not hold: 1e300 - 1 keeps its last digit, and exp(1e300)
// is a number.
namespace fubini {

using FiftyDigits =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float_50::backend_type,
                                  boost::multiprecision::et_off>;

// mantissa 2^exponent, the mantissa in [1/2, 1) up to its sign, or 0, infinity, not a number.
// Sums, products and roots keep 400 digits; elementary functions have 50, and the 400 of the large
// part of a logarithm: what they give is added to numbers of its own size.
class WideNumber {
 public:
  explicit WideNumber(const FiftyDigits& x);
  explicit operator FiftyDigits() const;  // the nearest; 0 or infinity beyond its exponents

  friend WideNumber operator+(const WideNumber& a, const WideNumber& b);
  friend WideNumber operator-(const WideNumber& a, const WideNumber& b);
  friend WideNumber operator*(const WideNumber& a, const WideNumber& b);
  friend WideNumber operator/(const WideNumber& a, const WideNumber& b);
  friend bool operator<(const WideNumber& a, const WideNumber& b) { return (b - a).sign() > 0; }
  friend bool operator>(const WideNumber& a, const WideNumber& b) { return b < a; }
  friend bool operator==(const WideNumber& a, const WideNumber& b) {
    return a.mantissa_ == b.mantissa_ && a.exponent_ == b.exponent_;
  }

  friend WideNumber exp(const WideNumber& x);
  friend WideNumber expm1(const WideNumber& x);
  friend WideNumber log(const WideNumber& x);
  friend WideNumber log1p(const WideNumber& x);
  friend WideNumber sqrt(const WideNumber& x);
  friend WideNumber tanh(const WideNumber& x);
  friend WideNumber acos(const WideNumber& x);
  friend WideNumber erfc(const WideNumber& x);
  friend WideNumber ldexp(const WideNumber& x, int exponent);
  friend WideNumber trunc(const WideNumber& x);
  friend WideNumber two_to(const WideNumber& x);
  // What is left of x when whole turns of a circle, 2 pi, are taken away: at most half a turn. Not
  // a number beyond 1e330, where 400 digits do not tell.
  friend FiftyDigits within_a_turn(const WideNumber& x);

 private:
  using Digits = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<400>,
                                               boost::multiprecision::et_off>;

  WideNumber(const Digits& mantissa, const Digits& exponent);
  static const Digits& log_two();
  bool finite() const { return isfinite(mantissa_); }
  int sign() const { return mantissa_ > 0 ? 1 : mantissa_ < 0 ? -1 : 0; }

  Digits mantissa_, exponent_;  // the second is whole
};

}  // namespace fubini
