// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/detail/wide_number.hpp"
#include "fubini/arithmetic/real.hpp"

#include <limits>
#include <memory>
#include <new>
#include <type_traits>

namespace fubini {

// The number of 50 digits lives in the bytes of a Real.
struct Real::Access {
  using Number = FiftyDigits;
  static_assert(sizeof(Number) <= sizeof(Real::storage_) && alignof(Number) <= alignof(Real));
  static_assert(std::is_trivially_destructible_v<Number>);
  static_assert(std::numeric_limits<Number>::digits == std::numeric_limits<Real>::digits);

  static Number narrow(const Real& x) {
    return *std::launder(reinterpret_cast<const Number*>(x.storage_));
  }
  static WideNumber widened(const Real& x) { return x.wide_ ? *x.wide_ : WideNumber(narrow(x)); }
  static Real& set(Real& x, const Number& value) {
    ::new (x.storage_) Number(value);
    return x;
  }
  static Real& set(Real& x, const WideNumber& value) {
    set(x, Number(0));
    x.wide_ = std::make_shared<const WideNumber>(value);
    return x;
  }

  // f of numbers of either kind; wide if one of them is
  template <class F>
  static Real make(const Real& x, F f) {
    Real result;
    return x.wide_ ? set(result, f(*x.wide_)) : set(result, f(narrow(x)));
  }
  // f in 50 digits, of what 50 digits hold of x: where nothing is added to x
  template <class F>
  static Real make_narrow(const Real& x, F f) {
    Real result;
    if (x.wide_) return set(result, WideNumber(f(FiftyDigits(*x.wide_))));
    return set(result, f(narrow(x)));
  }
  template <class F>
  static Real& assign(Real& x, const Real& y, F f) {
    if (x.wide_ || y.wide_) return set(x, f(widened(x), widened(y)));
    return set(x, f(narrow(x), narrow(y)));
  }
};

}  // namespace fubini
