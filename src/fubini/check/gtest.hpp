// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/gradient.hpp"

#include <gtest/gtest.h>

// Gradients in tests of GoogleTest:
//
//   EXPECT_GRADIENT(value, gradient, x);           // functions of doubles
//   EXPECT_GRADIENT(rosenbrock{}, x, options);     // generic in its scalar: include check/function.hpp
//
// A failure shows the table of the check. Undecided is a failure: nothing was proved.
namespace fubini::check {

template <class... Arguments>
testing::AssertionResult gradient_holds(const Arguments&... arguments) {
  const FunctionReport report = ask(detail::Ask{}, arguments...);
  if (report.passed()) return testing::AssertionSuccess() << to_text({report});
  return testing::AssertionFailure() << report.verdict() << "\n" << to_text({report});
}

}  // namespace fubini::check

#define EXPECT_GRADIENT(...) EXPECT_TRUE(::fubini::check::gradient_holds(__VA_ARGS__))
#define ASSERT_GRADIENT(...) ASSERT_TRUE(::fubini::check::gradient_holds(__VA_ARGS__))
