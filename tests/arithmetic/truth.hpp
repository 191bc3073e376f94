// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/every.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <vector>

// Functions of a few numbers, once in every arithmetic, and what is true of them.
namespace fubini::measured {

struct Text {
  std::function<double(std::span<const double>)> plain;
  std::function<var(std::span<const var>)> reverse;
  std::function<fvar<double>(std::span<const fvar<double>>)> forward;
  std::function<fvar<var>(std::span<const fvar<var>>)> nested;
  std::function<Traced(std::span<const Traced>)> digits;
};
template <class F>
Text text(F f) {
  return {f, f, f, f, f};
}

// A value, its slopes, and the slopes of these, one after the other
using Reals = std::vector<Real>;

inline Reals value_and_slopes(const Text& f, const Reals& x) {
  Traced::clear();
  std::vector<Traced> variables;
  for (const Real& number : x) variables.push_back(Traced::variable(number));
  const Traced value = f.digits(variables);
  Reals result = {value.value()};
  for (const Real& slope : Traced::gradient(value, variables)) result.push_back(slope);
  return result;
}

// Of differences of slopes: some 20 digits are left
inline Real step_from(const Real& x) { return Real(1e-25) * (x == 0 ? Real(1) : abs(x)); }

inline Reals truth(const Text& f, const Reals& x) {
  Reals result = value_and_slopes(f, x);
  for (std::size_t j = 0; j < x.size(); ++j) {
    const Real step = step_from(x[j]);
    Reals ahead = x, behind = x;
    ahead[j] += step;
    behind[j] -= step;
    const Reals after = value_and_slopes(f, ahead), before = value_and_slopes(f, behind);
    for (std::size_t i = 1; i <= x.size(); ++i)
      result.push_back((after[i] - before[i]) / (2 * step));
  }
  return result;
}

// What half a unit in the last place of the result, and of each argument, amount to
inline Reals roundings(const Text& f, const Reals& x, const Reals& there) {
  constexpr double kTiny = 1e-305;  // what has no normal double is not judged
  const std::size_t n = x.size();
  Real largest_second = 0;  // where sums of second derivatives cancel, the largest counts
  for (std::size_t k = n + 1; k < there.size(); ++k)
    largest_second = fmax(largest_second, abs(there[k]));
  Reals result;
  for (std::size_t k = 0; k < there.size(); ++k) {
    const Real size = k <= n ? abs(there[k]) : largest_second;
    result.push_back(size * 0x1p-53 + kTiny);
    if (k > n) result[k] += 1e-45 * abs(there[1 + (k - 1) % n]) / step_from(x[(k - 1) / n - 1]);
  }
  for (std::size_t j = 0; j < n; ++j) {
    const auto change = [&](double by) {
      Reals moved = x;
      moved[j] *= 1 + Real(by);
      return truth(f, moved);
    };
    const Reals up = change(0x1p-55), down = change(-0x1p-55);  // a quarter: borders are near
    for (std::size_t k = 0; k < there.size(); ++k) {
      const Real most = fmax(abs(up[k] - there[k]), abs(down[k] - there[k]));
      if (most < std::numeric_limits<double>::infinity()) result[k] += 4 * most;
    }
  }
  return result;
}

}  // namespace fubini::measured
