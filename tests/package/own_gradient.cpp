// SPDX-License-Identifier: BSD-3-Clause
// A gradient of one's own, without Stan Math: `own_gradient [--json] [--junit FILE]`.
#include <fubini/check/gradient.hpp>

#include <cmath>
#include <span>
#include <vector>

using namespace fubini;

int main(int argc, char** argv) {
  const auto value = [](std::span<const double> x) { return std::exp(x[0]) * x[1]; };
  const auto gradient = [](std::span<const double> x) {
    return std::vector{std::exp(x[0]) * x[1], std::exp(x[0])};
  };
  return check::conclude(
      {check::gradient(value, gradient, std::vector{0.5, 2.0}, {.name = "growth"})}, argc, argv);
}
