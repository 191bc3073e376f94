// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Every unit that includes this header must be compiled with STAN_THREADS, or two units see two
// different tapes. The target fubini::autodiff takes care of it.
#ifndef STAN_THREADS
#error "fubini/arithmetic/autodiff.hpp needs STAN_THREADS: link the target fubini::autodiff"
#endif

// Stan Math, as little as serves: rev/mat.hpp takes five times as long to compile. Two layouts:
// Math 3 has scal/fun, later ones fun. Functions that are not of <cmath> serve the derivatives of
// others.
#include <stan/math/rev/core.hpp>
#include <stan/math/fwd/core.hpp>
#if __has_include(<stan/math/rev/fun/exp.hpp>)
#define FUBINI_REV(function) <stan/math/rev/fun/function.hpp>
#define FUBINI_FWD(function) <stan/math/fwd/fun/function.hpp>
#else
#define FUBINI_REV(function) <stan/math/rev/scal/fun/function.hpp>
#define FUBINI_FWD(function) <stan/math/fwd/scal/fun/function.hpp>
#endif
#include FUBINI_REV(abs)
#include FUBINI_FWD(abs)
#include FUBINI_REV(acos)
#include FUBINI_FWD(acos)
#include FUBINI_REV(acosh)
#include FUBINI_FWD(acosh)
#include FUBINI_REV(asin)
#include FUBINI_FWD(asin)
#include FUBINI_REV(asinh)
#include FUBINI_FWD(asinh)
#include FUBINI_REV(atan)
#include FUBINI_FWD(atan)
#include FUBINI_REV(atan2)
#include FUBINI_FWD(atan2)
#include FUBINI_REV(atanh)
#include FUBINI_FWD(atanh)
#include FUBINI_REV(beta)
#include FUBINI_FWD(beta)
#include FUBINI_REV(cbrt)
#include FUBINI_FWD(cbrt)
#include FUBINI_REV(ceil)
#include FUBINI_FWD(ceil)
#include FUBINI_REV(cos)
#include FUBINI_FWD(cos)
#include FUBINI_REV(cosh)
#include FUBINI_FWD(cosh)
#include FUBINI_REV(digamma)
#include FUBINI_FWD(digamma)
#include FUBINI_REV(erf)
#include FUBINI_FWD(erf)
#include FUBINI_REV(erfc)
#include FUBINI_FWD(erfc)
#include FUBINI_REV(exp)
#include FUBINI_FWD(exp)
#include FUBINI_REV(exp2)
#include FUBINI_FWD(exp2)
#include FUBINI_REV(expm1)
#include FUBINI_FWD(expm1)
#include FUBINI_REV(fabs)
#include FUBINI_FWD(fabs)
#include FUBINI_REV(fdim)
#include FUBINI_FWD(fdim)
#include FUBINI_REV(floor)
#include FUBINI_FWD(floor)
#include FUBINI_REV(fma)
#include FUBINI_FWD(fma)
#include FUBINI_REV(fmax)
#include FUBINI_FWD(fmax)
#include FUBINI_REV(fmin)
#include FUBINI_FWD(fmin)
#include FUBINI_REV(fmod)
#include FUBINI_FWD(fmod)
#include FUBINI_REV(hypot)
#include FUBINI_FWD(hypot)
#include FUBINI_REV(inv)
#include FUBINI_FWD(inv)
#include FUBINI_REV(inv_sqrt)
#include FUBINI_FWD(inv_sqrt)
#include FUBINI_REV(inv_square)
#include FUBINI_FWD(inv_square)
#include FUBINI_REV(ldexp)
#include FUBINI_FWD(ldexp)
#include FUBINI_REV(lgamma)
#include FUBINI_FWD(lgamma)
#include FUBINI_REV(log)
#include FUBINI_FWD(log)
#include FUBINI_REV(log10)
#include FUBINI_FWD(log10)
#include FUBINI_REV(log1p)
#include FUBINI_FWD(log1p)
#include FUBINI_REV(log2)
#include FUBINI_FWD(log2)
#include FUBINI_REV(pow)
#include FUBINI_FWD(pow)
#include FUBINI_REV(round)
#include FUBINI_FWD(round)
#include FUBINI_REV(sin)
#include FUBINI_FWD(sin)
#include FUBINI_REV(sinh)
#include FUBINI_FWD(sinh)
#include FUBINI_REV(sqrt)
#include FUBINI_FWD(sqrt)
#include FUBINI_REV(square)
#include FUBINI_FWD(square)
#include FUBINI_REV(tan)
#include FUBINI_FWD(tan)
#include FUBINI_REV(tanh)
#include FUBINI_FWD(tanh)
#include FUBINI_REV(tgamma)
#include FUBINI_FWD(tgamma)
#include FUBINI_REV(trunc)
#include FUBINI_FWD(trunc)
#include FUBINI_REV(value_of)
#include FUBINI_FWD(value_of)
#undef FUBINI_REV
#undef FUBINI_FWD

#include "fubini/core/normal.hpp"
#include "fubini/core/numerics.hpp"

namespace fubini {

using stan::math::fvar;
using stan::math::var;

template <>
struct scalar<var> {
  using constant = double;
  static double value(const var& x) { return x.val(); }
};

template <class T>
struct scalar<fvar<T>> {
  using constant = constant_t<T>;
  static constant value(const fvar<T>& x) { return scalar<T>::value(x.val_); }
};

inline var mills_slope(const var& y) {
  return {new stan::math::precomp_v_vari(mills_slope(y.val()), y.vi_, mills_curvature(y.val()))};
}

template <>
struct special<var> {
  static var mills_ratio(const var& y) {
    return {
        new stan::math::precomp_v_vari(fubini::mills_ratio(y.val()), y.vi_, mills_slope(y.val()))};
  }
};

template <class T>
struct special<fvar<T>> {
  static fvar<T> mills_ratio(const fvar<T>& y) {
    return {fubini::mills_ratio(y.val_), y.d_ * mills_slope(y.val_)};
  }
};

// A tape of its own for one computation, rewound at the end whatever happens. Also makes sure that
// this thread has a tape at all: without it, threads other than TBB's implicit workers crash.
class NestedTape {
 public:
  NestedTape() {
    thread_local stan::math::ChainableStack stack;
    stan::math::start_nested();
  }
  ~NestedTape() { stan::math::recover_memory_nested(); }
  NestedTape(const NestedTape&) = delete;
  NestedTape& operator=(const NestedTape&) = delete;
};

}  // namespace fubini
