// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/normal.hpp"
#include "fubini/core/numerics.hpp"

namespace fubini {

// The least that a scalar can do. Every model is compiled with it, so that a line of its definition
// that works for double only (a cast, std::exp by name, a double in between) is named by the
// compiler at once, without Stan Math.
struct Probe {
  Probe() = default;
  Probe(double) {}

  Probe& operator+=(const Probe&) { return *this; }
  Probe& operator-=(const Probe&) { return *this; }
  Probe& operator*=(const Probe&) { return *this; }
  Probe& operator/=(const Probe&) { return *this; }
};

inline Probe operator-(const Probe& a) { return a; }
inline Probe operator+(const Probe& a, const Probe&) { return a; }
inline Probe operator-(const Probe& a, const Probe&) { return a; }
inline Probe operator*(const Probe& a, const Probe&) { return a; }
inline Probe operator/(const Probe& a, const Probe&) { return a; }
inline Probe exp(const Probe& a) { return a; }
inline Probe expm1(const Probe& a) { return a; }
inline Probe log(const Probe& a) { return a; }
inline Probe log1p(const Probe& a) { return a; }
inline Probe sqrt(const Probe& a) { return a; }
inline Probe tanh(const Probe& a) { return a; }

template <>
struct scalar<Probe> {
  using constant = double;
  static double value(const Probe&) { return 0; }
};

template <>
struct special<Probe> {
  static Probe mills_ratio(const Probe& y) { return y; }
};

}  // namespace fubini
