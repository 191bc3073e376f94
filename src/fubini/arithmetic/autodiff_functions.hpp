// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/autodiff_scalars.hpp"

#include <boost/math/special_functions/trigamma.hpp>

#include <cmath>
#include <concepts>

// What Stan Math's scalars lack of <cmath>, in its namespace, where `using std::f;` and their type
// find it. Beside a function of Stan's with the same arguments the constrained one is taken: these
// have slopes that Stan's forward mode (Math 3.0.0) has wrong.
namespace stan::math {

namespace fubini_detail {

template <class T>
inline constexpr bool is_fvar = false;
template <class T>
inline constexpr bool is_fvar<fvar<T>> = true;

template <class T>
concept Any = true;

// The same number without a tangent
template <class T>
fvar<T> still(const T& x) {
  return fvar<T>(x, T(0));
}
template <class T>
fvar<T> as_fvar(const fvar<T>& x) {
  return x;
}
template <class T>
fvar<T> as_fvar(double x) {
  return still<T>(T(x));
}

}  // namespace fubini_detail

inline var max(const var& a, const var& b) { return a < b ? b : a; }
inline var min(const var& a, const var& b) { return b < a ? b : a; }

// Of equals the first, as std::max has it
template <class T>
fvar<T> max(const fvar<T>& a, const fvar<T>& b) {
  return a < b ? b : a;
}
template <class T>
fvar<T> max(const fvar<T>& a, double b) {
  return a < b ? fubini_detail::as_fvar<T>(b) : a;
}
template <class T>
fvar<T> max(double a, const fvar<T>& b) {
  return a < b ? b : fubini_detail::as_fvar<T>(a);
}
template <class T>
fvar<T> min(const fvar<T>& a, const fvar<T>& b) {
  return b < a ? b : a;
}
template <class T>
fvar<T> min(const fvar<T>& a, double b) {
  return b < a ? fubini_detail::as_fvar<T>(b) : a;
}
template <class T>
fvar<T> min(double a, const fvar<T>& b) {
  return b < a ? b : fubini_detail::as_fvar<T>(a);
}

// Of equals the one that reverse mode takes: Stan's forward mode has no slope there.
template <fubini_detail::Any T>
fvar<T> fmax(const fvar<T>& a, const fvar<T>& b) {
  return a > b || b != b ? a : b;
}
template <fubini_detail::Any T>
fvar<T> fmax(const fvar<T>& a, double b) {
  return a >= b || b != b ? a : fubini_detail::as_fvar<T>(b);
}
template <fubini_detail::Any T>
fvar<T> fmax(double a, const fvar<T>& b) {
  return a > b || b != b ? fubini_detail::as_fvar<T>(a) : b;
}
template <fubini_detail::Any T>
fvar<T> fmin(const fvar<T>& a, const fvar<T>& b) {
  return a < b || b != b ? a : b;
}
template <fubini_detail::Any T>
fvar<T> fmin(const fvar<T>& a, double b) {
  return a <= b || b != b ? a : fubini_detail::as_fvar<T>(b);
}
template <fubini_detail::Any T>
fvar<T> fmin(double a, const fvar<T>& b) {
  return a < b || b != b ? fubini_detail::as_fvar<T>(a) : b;
}

template <fubini_detail::Any T>
fvar<T> fdim(const fvar<T>& a, const fvar<T>& b) {
  return a <= b ? fubini_detail::as_fvar<T>(0) : a - b;
}
template <fubini_detail::Any T>
fvar<T> fdim(const fvar<T>& a, double b) {
  return a <= b ? fubini_detail::as_fvar<T>(0) : a - b;
}
template <fubini_detail::Any T>
fvar<T> fdim(double a, const fvar<T>& b) {
  return a <= b ? fubini_detail::as_fvar<T>(0) : a - b;
}

// Stan's have the slope 1/y by x, and round quotients below 0 the wrong way.
template <fubini_detail::Any T>
fvar<T> fmod(const fvar<T>& x, const fvar<T>& y) {
  using std::fmod, std::round;
  const T rest = fmod(x.val_, y.val_);
  return fvar<T>(rest, x.d_ - y.d_ * round((x.val_ - rest) / y.val_));
}
template <fubini_detail::Any T>
fvar<T> fmod(const fvar<T>& x, double y) {
  using std::fmod;
  return fvar<T>(fmod(x.val_, y), x.d_);
}
template <fubini_detail::Any T>
fvar<T> fmod(double x, const fvar<T>& y) {
  return fmod(fubini_detail::as_fvar<T>(x), y);
}

// Stan's second derivatives cancel where one side is much longer: here the ratio is below 1.
template <fubini_detail::Any T>
fvar<T> hypot(const fvar<T>& x, const fvar<T>& y) {
  using std::abs, std::hypot, std::sqrt;
  if (abs(x.val_) < abs(y.val_)) return hypot(y, x);
  const T ratio = y.val_ / x.val_, size = sqrt(1 + ratio * ratio);
  const T slope = (x.val_ < 0 ? -1 : 1) / size;
  return fvar<T>(hypot(x.val_, y.val_), x.d_ * slope + y.d_ * (ratio * slope));
}
template <fubini_detail::Any T>
fvar<T> hypot(const fvar<T>& x, double y) {
  return hypot(x, fubini_detail::as_fvar<T>(y));
}
template <fubini_detail::Any T>
fvar<T> hypot(double x, const fvar<T>& y) {
  return hypot(fubini_detail::as_fvar<T>(x), y);
}

// Stan's has no slope at x = 0, nor where a negative number has a constant exponent.
template <fubini_detail::Any T>
fvar<T> pow(const fvar<T>& x, const fvar<T>& y) {
  using std::log, std::pow;
  const T power = pow(x.val_, y.val_);
  T slope = y.val_ == 0 ? T(0) : T(x.d_ * y.val_ * pow(x.val_, y.val_ - 1));
  if (y.d_ != 0 && !(x.val_ == 0 && y.val_ > 0)) slope += y.d_ * log(x.val_) * power;
  return fvar<T>(power, slope);
}

// Stan's slope, 1 - tanh^2, has no digits left where tanh is nearly 1.
template <fubini_detail::Any T>
fvar<T> tanh(const fvar<T>& x) {
  using std::exp, std::tanh;
  const T value = tanh(x.val_);
  if (value * value < 0.5) return fvar<T>(value, x.d_ * (1 - value * value));
  const T e = exp(x.val_ < 0 ? 2 * x.val_ : -2 * x.val_), sum = 1 + e;
  return fvar<T>(value, x.d_ * (4 * e / (sum * sum)));
}

// Stan's trigamma, in second derivatives, has eight digits.
namespace fubini_detail {

using Quiet = boost::math::policies::policy<
    boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
    boost::math::policies::pole_error<boost::math::policies::ignore_error>>;

inline double slope_of_lgamma(double x) { return digamma(x); }
inline var slope_of_lgamma(const var& x) {
  return var(new precomp_v_vari(digamma(x.val()), x.vi_, boost::math::trigamma(x.val(), Quiet())));
}
template <class T>
fvar<T> slope_of_lgamma(const fvar<T>& x) {
  return digamma(x);
}

}  // namespace fubini_detail

template <fubini_detail::Any T>
fvar<T> lgamma(const fvar<T>& x) {
  return fvar<T>(lgamma(x.val_), x.d_ * fubini_detail::slope_of_lgamma(x.val_));
}
template <fubini_detail::Any T>
fvar<T> tgamma(const fvar<T>& x) {
  const T value = tgamma(x.val_);
  return fvar<T>(value, x.d_ * (value * fubini_detail::slope_of_lgamma(x.val_)));
}

template <fubini_detail::Any T>
fvar<T> beta(const fvar<T>& x, const fvar<T>& y) {
  using fubini_detail::slope_of_lgamma;
  const T value = beta(x.val_, y.val_), both = slope_of_lgamma(T(x.val_ + y.val_));
  return fvar<T>(value, value * (x.d_ * (slope_of_lgamma(x.val_) - both) +
                                 y.d_ * (slope_of_lgamma(y.val_) - both)));
}
template <fubini_detail::Any T>
fvar<T> beta(const fvar<T>& x, double y) {
  return beta(x, fubini_detail::as_fvar<T>(y));
}
template <fubini_detail::Any T>
fvar<T> beta(double x, const fvar<T>& y) {
  return beta(fubini_detail::as_fvar<T>(x), y);
}

}  // namespace stan::math
