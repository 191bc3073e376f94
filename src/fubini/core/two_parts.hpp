// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Numbers as sums of two doubles, for differences that cancel: what rounding takes from a large
// score must not come back as a small one.
namespace fubini {

// The second part is less than the first one's rounding.
struct TwoParts {
  double high = 0, low = 0;
};

// a - b without rounding. A difference beyond all numbers has no second part.
inline TwoParts difference(double a, double b) {
  const double d = a - b, b_part = a - d, a_part = d + b_part;
  const double lost = (a - a_part) - (b - b_part);
  return {d, lost - lost == 0 ? lost : 0};
}

// a - b, rounded once at the end
inline double difference(const TwoParts& a, const TwoParts& b) {
  return (a.high - b.high) + (a.low - b.low);
}

// exp(x) and log(1 + exp(x)) to 30 digits where an ulp of the result is not small beside 1; below
// 1000 and 1 the second part is left out.
TwoParts exp_in_parts(double x);
TwoParts softplus_in_parts(double x);

}  // namespace fubini
