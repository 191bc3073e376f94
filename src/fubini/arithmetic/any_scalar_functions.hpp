// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/any_scalar.hpp"

// The functions that every scalar has: a table in models/README.md lists them.
namespace fubini::any_scalar {

template <Ours A>
A abs(const A& a) {
  return a;
}
template <Ours A>
A acos(const A& a) {
  return a;
}
template <Ours A>
A acosh(const A& a) {
  return a;
}
template <Ours A>
A asin(const A& a) {
  return a;
}
template <Ours A>
A asinh(const A& a) {
  return a;
}
template <Ours A>
A atan(const A& a) {
  return a;
}
template <Ours A>
A atanh(const A& a) {
  return a;
}
template <Ours A>
A cbrt(const A& a) {
  return a;
}
template <Ours A>
A ceil(const A& a) {
  return a;
}
template <Ours A>
A cos(const A& a) {
  return a;
}
template <Ours A>
A cosh(const A& a) {
  return a;
}
template <Ours A>
A erf(const A& a) {
  return a;
}
template <Ours A>
A erfc(const A& a) {
  return a;
}
template <Ours A>
A exp(const A& a) {
  return a;
}
template <Ours A>
A exp2(const A& a) {
  return a;
}
template <Ours A>
A expm1(const A& a) {
  return a;
}
template <Ours A>
A fabs(const A& a) {
  return a;
}
template <Ours A>
A floor(const A& a) {
  return a;
}
template <Ours A>
A lgamma(const A& a) {
  return a;
}
template <Ours A>
A log(const A& a) {
  return a;
}
template <Ours A>
A log10(const A& a) {
  return a;
}
template <Ours A>
A log1p(const A& a) {
  return a;
}
template <Ours A>
A log2(const A& a) {
  return a;
}
template <Ours A>
A round(const A& a) {
  return a;
}
template <Ours A>
A sin(const A& a) {
  return a;
}
template <Ours A>
A sinh(const A& a) {
  return a;
}
template <Ours A>
A sqrt(const A& a) {
  return a;
}
template <Ours A>
A tan(const A& a) {
  return a;
}
template <Ours A>
A tanh(const A& a) {
  return a;
}
template <Ours A>
A tgamma(const A& a) {
  return a;
}
template <Ours A>
A trunc(const A& a) {
  return a;
}
template <Ours A>
A ldexp(const A& a, int) {
  return a;
}
template <class A, class B>
requires OfOurs<A, B> joined<A, B> atan2(const A&, const B&) { return {}; }
template <class A, class B>
requires OfOurs<A, B> joined<A, B> beta(const A&, const B&) { return {}; }
template <class A, class B>
requires OfOurs<A, B> joined<A, B> fdim(const A&, const B&) { return {}; }
template <class A, class B>
requires OfOurs<A, B> joined<A, B> fmax(const A&, const B&) { return {}; }
template <class A, class B>
requires OfOurs<A, B> joined<A, B> fmin(const A&, const B&) { return {}; }
template <class A, class B>
requires OfOurs<A, B> joined<A, B> fmod(const A&, const B&) { return {}; }
template <class A, class B>
requires OfOurs<A, B> joined<A, B> hypot(const A&, const B&) { return {}; }
template <class A, class B>
requires OfOurs<A, B> joined<A, B> max(const A&, const B&) { return {}; }
template <class A, class B>
requires OfOurs<A, B> joined<A, B> min(const A&, const B&) { return {}; }
template <class A, class B>
requires OfOurs<A, B> joined<A, B> pow(const A&, const B&) { return {}; }
template <class A, class B, class C>
requires OfOurs<A, B, C> joined<A, B, C> fma(const A&, const B&, const C&) { return {}; }

}  // namespace fubini::any_scalar
