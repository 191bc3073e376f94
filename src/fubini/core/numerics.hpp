// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <concepts>
#include <limits>
#include <span>

// The numerics that every scalar shares. In generic text write `using std::exp;` and call exp(x)
// unqualified: the scalar's own function is found by its arguments.
namespace fubini {

// What a scalar is made of. `constant` is the type of its plain numbers; value() drops
// derivatives, for maxima and branches. Autodiff scalars specialise this class (an overload
// declared after this header would not be found).
template <class T>
struct scalar {
  using constant = T;
  static const T& value(const T& x) { return x; }
};

template <class T>
using constant_t = typename scalar<T>::constant;

// An object and no function, so that no value_of of a scalar's own namespace is found instead.
struct ValueOf {
  template <class T>
  constant_t<T> operator()(const T& x) const {
    return scalar<T>::value(x);
  }
};
inline constexpr ValueOf value_of;

// The larger and the smaller one by value, the first of equals, as std::max and std::min have it;
// other scalars bring theirs. Beside a scalar may stand a plain number: max(x, 0).
inline double max(double a, double b) { return a < b ? b : a; }
inline double min(double a, double b) { return b < a ? b : a; }

// log(1 + exp(x)) for any x.
template <class T>
T softplus(const T& x) {
  using std::exp, std::log1p;
  if (value_of(x) > 0) return x + log1p(exp(-x));
  return log1p(exp(x));
}

// 1 / (1 + exp(-x)) for any x.
template <class T>
T logistic(const T& x) {
  using std::exp;
  if (value_of(x) > 0) return 1 / (1 + exp(-x));
  const T e = exp(x);
  return e / (1 + e);
}

// A sum of exponentials kept as exp(top) * sum, with top the largest exponent. Differences of tops
// round once, so ratios of such sums keep their digits at any offset and any spread of the
// exponents: no logarithm of a large sum is ever subtracted from another.
template <class T>
class ScaledSum {
 public:
  explicit ScaledSum(const T& x) : top_(value_of(x)), sum_(one_exp(x, top_)) {}

  ScaledSum& operator+=(const ScaledSum& other) {
    using std::exp;
    if (top_ < other.top_) {
      sum_ = sum_ * exp(top_ - other.top_) + other.sum_;
      top_ = other.top_;
    } else {
      sum_ += other.sum_ * exp(other.top_ - top_);
    }
    return *this;
  }
  ScaledSum& operator+=(const T& x) {
    using std::exp;
    const constant_t<T> v = value_of(x);
    if (top_ < v) {
      sum_ = sum_ * exp(top_ - v) + exp(x - v);
      top_ = v;
    } else {
      sum_ += exp(x - top_);
    }
    return *this;
  }

  // log(a / b)
  friend T log_ratio(const ScaledSum& a, const ScaledSum& b) {
    using std::log;
    return (a.top_ - b.top_) + log(a.sum_ / b.sum_);
  }
  friend T log(const ScaledSum& a) {
    using std::log;
    return a.top_ + log(a.sum_);
  }

 private:
  static T one_exp(const T& x, const constant_t<T>& top) {
    using std::exp;
    return exp(x - top);
  }

  constant_t<T> top_;
  T sum_;
};

// sum over i of exp(x_i); x is not empty
template <class T>
ScaledSum<T> sum_exp(std::span<const T> x) {
  ScaledSum<T> total(x[0]);
  for (const T& term : x.subspan(1)) total += term;
  return total;
}

// log(exp(a) + exp(b) + exp(c))
template <class T>
T log_sum_exp(const T& a, const T& b, const T& c) {
  ScaledSum<T> total(a);
  total += b;
  total += c;
  return log(total);
}

// log(1 + exp(a) + exp(b)), with all digits where it is nearly 0: minus the log-probability of the
// first of three outcomes, a and b the log-odds of the others against it
template <class T>
T log1p_sum_exp(const T& a, const T& b) {
  using std::exp, std::log1p;
  if (value_of(a) < value_of(b)) return log1p_sum_exp(b, a);
  if (value_of(a) > 0) return a + log1p(exp(-a) + exp(b - a));
  return log1p(exp(a) + exp(b));
}

// log(2^n - 1): how many non-empty subsets n items have
template <class C>
C log_num_subsets(std::ptrdiff_t n) {
  using std::ldexp, std::log, std::log1p;
  if (n > 4 * std::numeric_limits<C>::digits) return C(n) * log(C(2));
  return C(n) * log(C(2)) + log1p(-ldexp(C(1), -static_cast<int>(n)));
}

// log C(n, m): the number of subsets of m out of n items
template <class C>
C log_choose(std::ptrdiff_t n, std::ptrdiff_t m) {
  using std::log;
  C total = 0;
  for (std::ptrdiff_t k = 1; k <= (m < n - m ? m : n - m); ++k) total += log(C(n - k + 1) / C(k));
  return total;
}

}  // namespace fubini
