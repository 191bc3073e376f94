// SPDX-License-Identifier: BSD-3-Clause
// Values, slopes and second derivatives of every function in every arithmetic, against 50 digits.
#include "tests/arithmetic/functions.hpp"

#include <gtest/gtest.h>

namespace fubini::functions_test {

using namespace measured;

namespace {

// In units of what roundings of result and arguments amount to
constexpr double kFew = 8;

enum class Found { doubles, reverse_value, reverse_slope, forward_value, forward_slope, second };

// One number of one arithmetic; `entry` counts as truth() does
struct Number {
  Found by;
  std::size_t entry;
  double value;
};

std::vector<Number> in_doubles(const Text& f, const std::vector<double>& x) {
  const std::size_t n = x.size();
  std::vector<Number> found = {{Found::doubles, 0, f.plain(x)}};
  std::vector<double> slopes(n, 0.0);
  found.push_back({Found::reverse_value, 0, reverse_gradient(f.reverse, x, slopes)});
  for (std::size_t i = 0; i < n; ++i) found.push_back({Found::reverse_slope, 1 + i, slopes[i]});
  for (std::size_t j = 0; j < n; ++j) {
    std::vector<double> direction(n, 0.0), second(n, 0.0);
    direction[j] = 1;
    const fvar<double> along_j = f.forward(along<double>(x, direction));
    found.push_back({Found::forward_value, 0, along_j.val_});
    found.push_back({Found::forward_slope, 1 + j, along_j.d_});
    add_hessian_times(f.nested, x, direction, second);
    for (std::size_t i = 0; i < n; ++i)
      found.push_back({Found::second, 1 + n + j * n + i, second[i]});
  }
  return found;
}

// What Stan Math 3.0.0 computes otherwise, as models/functions.md says
bool known(const std::string& name, const std::vector<double>& x, Found by, std::size_t entry) {
  const bool slope = by == Found::reverse_slope || by == Found::forward_slope;
  if (name == "asinh" || name == "acosh") return slope && std::abs(x[0]) > 1e154;
  if (name == "expm1") return by == Found::reverse_slope && x[0] < -4;
  if (name == "fmod")
    return by == Found::reverse_slope && entry == 2 && std::abs(x[0] / x[1]) > 0x1p31;
  return false;
}

TEST(Functions, AreRightInEveryArithmetic) {
  for (const Function& function : functions())
    for (const std::vector<double>& x : function.points) {
      const bool wide = std::ranges::any_of(x, [](double v) { return std::abs(v) > 1e7; });
      Reals exact;
      for (const double v : x) exact.push_back(wide ? Real::wide(v) : Real(v));
      const Reals wanted = truth(function.text, exact);
      const Reals unit = roundings(function.text, exact, wanted);
      for (const Number& number : in_doubles(function.text, x)) {
        if (number.by == Found::second && wide) continue;  // turns of sin, and nothing of others
        const auto want = static_cast<double>(wanted[number.entry]);
        const bool same = number.value == want || (std::isnan(number.value) && std::isnan(want));
        const bool close =
            abs(Real(number.value) - wanted[number.entry]) <= kFew * unit[number.entry];
        EXPECT_NE(same || close, known(function.name, x, number.by, number.entry))
            << function.name << " at " << testing::PrintToString(x) << ", "
            << static_cast<int>(number.by) << " entry " << number.entry << ": found "
            << number.value << ", wanted " << want << ", unit "
            << static_cast<double>(unit[number.entry]);
      }
    }
}

}  // namespace
}  // namespace fubini::functions_test
