// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Every unit that includes this header must be compiled with STAN_THREADS, or two units see two
// different tapes. The target fubini::autodiff takes care of it.
#ifndef STAN_THREADS
#error "fubini/arithmetic/autodiff.hpp needs STAN_THREADS: link the target fubini::autodiff"
#endif

// Stan Math, as little as serves: rev/mat.hpp takes five times as long to compile. Two layouts:
// Math 3 has scal/fun, later ones fun.
#include <stan/math/rev/core.hpp>
#include <stan/math/fwd/core.hpp>
#if __has_include(<stan/math/rev/fun/exp.hpp>)
#include <stan/math/rev/fun/exp.hpp>
#include <stan/math/rev/fun/expm1.hpp>
#include <stan/math/rev/fun/log.hpp>
#include <stan/math/rev/fun/log1p.hpp>
#include <stan/math/rev/fun/sqrt.hpp>
#include <stan/math/rev/fun/tanh.hpp>
#include <stan/math/fwd/fun/exp.hpp>
#include <stan/math/fwd/fun/expm1.hpp>
#include <stan/math/fwd/fun/log.hpp>
#include <stan/math/fwd/fun/log1p.hpp>
#include <stan/math/fwd/fun/sqrt.hpp>
#include <stan/math/fwd/fun/tanh.hpp>
#else
#include <stan/math/rev/scal/fun/exp.hpp>
#include <stan/math/rev/scal/fun/expm1.hpp>
#include <stan/math/rev/scal/fun/log.hpp>
#include <stan/math/rev/scal/fun/log1p.hpp>
#include <stan/math/rev/scal/fun/sqrt.hpp>
#include <stan/math/rev/scal/fun/tanh.hpp>
#include <stan/math/fwd/scal/fun/exp.hpp>
#include <stan/math/fwd/scal/fun/expm1.hpp>
#include <stan/math/fwd/scal/fun/log.hpp>
#include <stan/math/fwd/scal/fun/log1p.hpp>
#include <stan/math/fwd/scal/fun/sqrt.hpp>
#include <stan/math/fwd/scal/fun/tanh.hpp>
#endif

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
