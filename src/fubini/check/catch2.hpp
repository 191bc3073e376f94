// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/gradient.hpp"

#if __has_include(<catch2/matchers/catch_matchers.hpp>)  // Catch2 3
#include <catch2/catch_test_macros.hpp>
#include <catch2/catch_tostring.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <string>

// Gradients in tests of Catch2, 2 or 3:
//
//   CHECK_GRADIENT(value, gradient, x);            // functions of doubles
//   REQUIRE_GRADIENT(rosenbrock{}, x, options);    // generic in its scalar: include check/function.hpp
//   CHECK_THAT(check::gradient(value, gradient, x), check::GradientHolds());
//
// A failure shows the table of the check. Undecided is a failure: nothing was proved.
namespace fubini::check {

#if __has_include(<catch2/matchers/catch_matchers.hpp>)
template <class T>
using CatchMatcher = Catch::Matchers::MatcherBase<T>;
#else
template <class T>
using CatchMatcher = Catch::MatcherBase<T>;
#endif

class GradientHolds : public CatchMatcher<FunctionReport> {
 public:
  bool match(const FunctionReport& report) const override { return report.passed(); }
  std::string describe() const override { return "has a gradient that holds"; }
};

template <class... Arguments>
FunctionReport checked_gradient(const Arguments&... arguments) {
  return ask(detail::Ask{}, arguments...);
}

}  // namespace fubini::check

namespace Catch {
template <>
struct StringMaker<fubini::check::FunctionReport> {
  static std::string convert(const fubini::check::FunctionReport& report) {
    return report.verdict() + "\n" + fubini::check::to_text({report});
  }
};
}  // namespace Catch

#define CHECK_GRADIENT(...) \
  CHECK_THAT(::fubini::check::checked_gradient(__VA_ARGS__), ::fubini::check::GradientHolds())
#define REQUIRE_GRADIENT(...) \
  REQUIRE_THAT(::fubini::check::checked_gradient(__VA_ARGS__), ::fubini::check::GradientHolds())
