// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/normal.hpp"
#include "fubini/core/numerics.hpp"

#include <compare>
#include <concepts>
#include <limits>
#include <type_traits>

// The least that a scalar can do, without Stan Math. Every model and scorer of a catalogue is
// compiled with it, so that a line of its text that works for double only is named by the compiler,
// in words where it can be: the names here are part of its messages.
namespace fubini::any_scalar {

// What NotADouble and its values share. Nothing is ever computed.
struct Number {};
template <class A>
concept Ours = std::derived_from<A, Number>;
template <class A>
concept Plain = std::is_arithmetic_v<A>;

template <class>
inline constexpr bool never = false;

// What stands for T: a score, a weight, a tie parameter, and what is computed of them.
struct NotADouble;

// What value_of(x) is of such a T; in 50 digits it is no double either.
struct ValueOfNotADouble : Number {
  ValueOfNotADouble() = default;
  template <Plain N>
  ValueOfNotADouble(N) {}

  template <Plain N>
  explicit operator N() const {
    return {};
  }
  // A function that is not here, found by overloads of <cmath> for float: see below
  template <std::same_as<float> F>
  operator F() const {
    static_assert(never<F>,
                  "value_of(x) becomes a plain number here: that works for double only. Keep it as "
                  "`const auto v = value_of(x);`, or write static_cast<double>(value_of(x)). "
                  "models/functions.md lists what may be called, after `using std::exp;` "
                  "and without std::.");
    return {};
  }
};

struct NotADouble : Number {
  NotADouble() = default;
  template <Plain N>
  NotADouble(N) {}
  NotADouble(const ValueOfNotADouble&) {}

  // To float alone, and to nothing but float, a T converts by itself: so `std::exp(x)`, and names of
  // <cmath> that have no derivative, come here, while `x > 0 ? x : 0.0` stays a T.
  template <std::same_as<float> F>
  operator F() const {
    static_assert(
        never<F>,
        "a number of type T becomes a plain number here, so that its derivative is lost: "
        "that works for double only. Write `using std::exp;` and call exp(x) without std::. "
        "models/functions.md lists what may be called.");
    return {};
  }
  template <Plain N>
  requires(!std::same_as<N, float>) explicit operator N() const {
    static_assert(
        never<N>,
        "a number of type T is made a plain number here, so that its derivative is lost. "
        "Keep it in T; compare it as it is, x < y; and where only its value counts, write "
        "static_cast<double>(value_of(x)).");
    return {};
  }
};

template <class... A>
concept OfOurs = (Ours<A> || ...) && ((Ours<A> || Plain<A>)&&...);
template <class... A>
using joined =
    std::conditional_t<(std::same_as<A, NotADouble> || ...), NotADouble, ValueOfNotADouble>;

// + - * /, and the same on the spot
template <class A, class B>
requires OfOurs<A, B> joined<A, B>
operator+(const A&, const B&) { return {}; }
template <class A, class B>
requires OfOurs<A, B> joined<A, B>
operator-(const A&, const B&) { return {}; }
template <class A, class B>
requires OfOurs<A, B> joined<A, B>
operator*(const A&, const B&) { return {}; }
template <class A, class B>
requires OfOurs<A, B> joined<A, B>
operator/(const A&, const B&) { return {}; }
template <Ours A>
A operator+(const A& a) {
  return a;
}
template <Ours A>
A operator-(const A& a) {
  return a;
}

template <class A, class B>
concept Into = OfOurs<A, B> && Ours<A> && std::same_as<joined<A, B>, A>;
template <class A, class B>
requires Into<A, B> A& operator+=(A& a, const B&) { return a; }
template <class A, class B>
requires Into<A, B> A& operator-=(A& a, const B&) { return a; }
template <class A, class B>
requires Into<A, B> A& operator*=(A& a, const B&) { return a; }
template <class A, class B>
requires Into<A, B> A& operator/=(A& a, const B&) { return a; }

// A sum that should be a T
template <Plain A, Ours B>
A& operator+=(A& a, const B&) {
  return a = static_cast<A>(NotADouble());
}
template <Plain A, Ours B>
A& operator-=(A& a, const B&) {
  return a = static_cast<A>(NotADouble());
}
template <Plain A, Ours B>
A& operator*=(A& a, const B&) {
  return a = static_cast<A>(NotADouble());
}
template <Plain A, Ours B>
A& operator/=(A& a, const B&) {
  return a = static_cast<A>(NotADouble());
}

template <class A, class B>
requires OfOurs<A, B> std::partial_ordering operator<=>(const A&, const B&) {
  return std::partial_ordering::equivalent;
}
template <class A, class B>
requires OfOurs<A, B>
bool operator==(const A&, const B&) { return true; }

}  // namespace fubini::any_scalar

template <>
struct std::numeric_limits<fubini::any_scalar::ValueOfNotADouble> : std::numeric_limits<double> {};

namespace fubini {

template <>
struct scalar<any_scalar::NotADouble> {
  using constant = any_scalar::ValueOfNotADouble;
  static constant value(const any_scalar::NotADouble&) { return {}; }
};

template <any_scalar::Ours A>
struct special<A> {
  static A mills_ratio(const A& y) { return y; }
};

}  // namespace fubini
