// SPDX-License-Identifier: BSD-3-Clause
#if !__has_include(<catch2/matchers/catch_matchers.hpp>)
#define CATCH_CONFIG_MAIN  // Catch2 2
#endif
#include <fubini/check/catch2.hpp>

#include <vector>

using namespace fubini;

double value(std::span<const double> x) { return x[0] * x[1]; }
std::vector<double> gradient(std::span<const double> x) { return {x[1], x[0]}; }
std::vector<double> turned(std::span<const double> x) { return {x[0], x[1]}; }

TEST_CASE("the gradient of a product") {
  const std::vector<double> x = {0.3, 0.7};
  CHECK_GRADIENT(value, gradient, x);
  REQUIRE_GRADIENT(value, gradient, x, check::FunctionOptions{.seed = 2});
  CHECK_THAT(check::gradient(value, turned, x), !check::GradientHolds());
}
