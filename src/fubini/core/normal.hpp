// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

// The standard normal law in log domain, for any scalar. Everything is built on one function, the
// Mills ratio R(y) = (1 - N(y)) / density(y), y >= 0, because R' = y R - 1: a scalar that knows R
// knows every derivative. N is the normal cdf.
namespace fubini {

// R(y) for y >= 0 and any type with + - * / (a double, or a pack of doubles). With
// t = (y - 4)/(y + 4), (1 + y) R(y) is a Chebyshev series in t that 26 terms give to rounding over
// the whole half-line.
template <class A>
A mills_ratio_series(const A& y) {
  constexpr std::array coefficient = {
      1.1670525350882472,      -0.1610195767134654,     -0.028002821825452974,
      0.031674521892392657,    -0.012103231162345369,   0.0027056129762167095,
      -0.00029931636202703166, -1.7166865268793611e-05, 1.0178489264109868e-05,
      -4.8948295700041922e-07, -2.8440065001510478e-07, 3.0766283713811506e-08,
      9.180378674469537e-09,   -1.2756102213808737e-09, -3.660279376104134e-10,
      4.5926359348595205e-11,  1.7189314687646526e-11,  -1.2726833698700693e-12,
      -8.6680819133161882e-13, 1.1061557204136741e-15,  4.2750210770103334e-14,
      3.7909376922639042e-15,  -1.8474103010592332e-15, -4.0419094130708177e-16,
      5.3408543850173581e-17,  2.9414799375900551e-17,
  };
  const A twice_t = 2 - 16 / (y + 4);  // this form takes y = infinity
  A b1 = 0 * twice_t, b2 = 0 * twice_t;
  for (std::size_t j = coefficient.size() - 1; j > 0; --j) {
    const A b0 = coefficient[j] + twice_t * b1 - b2;
    b2 = b1;
    b1 = b0;
  }
  return (coefficient[0] + 0.5 * twice_t * b1 - b2) / (1 + y);
}

// Functions that cannot be written with exp and log alone; a scalar specialises this class.
template <class T>
struct special {
  static T mills_ratio(const T& y) { return mills_ratio_series(y); }
};

template <class T>
T mills_ratio(const T& y) {
  return special<T>::mills_ratio(y);
}

// R'(y) = y R - 1 and R''(y) = R + y R' for y >= 0, also where these differences would lose all
// digits: there R = 1/y - 1/y^3 + 3/y^5 - 15/y^7 + ..., term by term.
inline double mills_slope(double y) {
  constexpr double kLarge = 40;  // six terms give 1e-16
  if (y < kLarge) return y * mills_ratio(y) - 1;
  const double s = 1 / (y * y);
  return -s * (1 - s * (3 - s * (15 - s * (105 - s * (945 - s * 10395)))));
}
inline double mills_curvature(double y) {
  constexpr double kLarge = 40;
  if (y < kLarge) return mills_ratio(y) + y * mills_slope(y);
  const double s = 1 / (y * y);
  return s / y * (2 - s * (12 - s * (90 - s * (840 - s * (9450 - s * 124740)))));
}

// log(sqrt(2 pi)), to the digits of the constant
template <class C>
C log_sqrt_two_pi() {
  using std::log, std::acos;
  return log(2 * acos(C(-1))) / 2;
}
template <>
inline double log_sqrt_two_pi<double>() {
  return 0.91893853320467274178;
}

template <class T>
T log_normal_density(const T& x) {
  return -x * x / 2 - log_sqrt_two_pi<constant_t<T>>();
}

// log N(x): in the lower tail density times R, in the upper 1 minus it
template <class T>
T log_normal_cdf(const T& x) {
  using std::exp, std::log, std::log1p;
  if (value_of(x) <= 0) return log_normal_density(x) + log(mills_ratio(T(-x)));
  return log1p(-(exp(log_normal_density(x)) * mills_ratio(x)));
}

// log [ N(d + tau) - N(d - tau) ], tau = exp(gamma). With a = |d|, u = |a - tau|, v = a + tau:
//   tau max(1, a) small   density(d) times the Taylor series of the integral; its terms are
//                         2 tau^(2k+1)/(2k+1)! He_2k(d), He the Hermite polynomials
//   a < tau               1 - density(u) R(u) - density(v) R(v)
//   else                  density(u) [ R(u) - exp(-2 a tau) R(v) ]
// The series runs until a term falls below the scalar's rounding: nothing is truncated.
template <class T>
T log_normal_interval(const T& d, const T& gamma) {
  using std::exp, std::log, std::log1p;
  using C = constant_t<T>;
  const T tau = exp(gamma);
  const T a = value_of(d) < 0 ? T(-d) : d;
  const C reach = value_of(tau) * (value_of(a) > 1 ? value_of(a) : C(1));

  if (20 * reach < 1) {
    T excess = 0 * tau, he = 0 * d + 1, he_next = d, power = 0 * tau + 1;
    C bound = 1;
    for (int k = 1; 4 * bound > std::numeric_limits<C>::epsilon(); ++k) {
      for (int order : {2 * k - 1, 2 * k}) {
        const T following = d * he_next - order * he;
        he = he_next;
        he_next = following;
      }
      power = power * tau * tau / (2 * k * (2 * k + 1));
      excess += power * he;
      bound *= reach * reach;  // |He_2k(d)| <= (2k)!/k! max(1, a)^2k, so term k is below reach^2k
    }
    return log(C(2)) + gamma + log_normal_density(d) + log1p(excess);
  }
  const bool inside = value_of(a) < value_of(tau);
  const T u = inside ? tau - a : a - tau, v = a + tau;
  if (inside)
    return log1p(-(exp(log_normal_density(u)) * mills_ratio(u) +
                   exp(log_normal_density(v)) * mills_ratio(v)));
  return log_normal_density(u) + log(mills_ratio(u) - exp(-2 * a * tau) * mills_ratio(v));
}

}  // namespace fubini
