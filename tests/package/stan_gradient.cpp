// SPDX-License-Identifier: BSD-3-Clause
// Functions written for Stan: one whose partial derivatives autodiff gives, one that has its own,
// and the same with a slip.
#include <stan/math/rev/mat.hpp>

#include <fubini/check/stan_function.hpp>

#include <cstdio>
#include <ostream>
#include <vector>

using namespace fubini;

template <typename T>
T density(const Eigen::Matrix<T, Eigen::Dynamic, 1>& x, std::ostream*) {
  return stan::math::normal_lpdf<false>(x, 0.5, 2.0) + stan::math::log_sum_exp(x);
}

// x_0^2 x_1 with partial derivatives of its own
template <typename T>
T own_partials(const Eigen::Matrix<T, Eigen::Dynamic, 1>& x, double factor) {
  stan::math::operands_and_partials<Eigen::Matrix<T, Eigen::Dynamic, 1>> ops(x);
  const double a = stan::math::value_of(x(0)), b = stan::math::value_of(x(1));
  if constexpr (!std::is_same_v<T, double>) {
    ops.edge1_.partials_[0] += 2 * a * b;
    ops.edge1_.partials_[1] += factor * a * a;
  }
  return ops.build(a * a * b);
}

int main() {
  const std::vector<double> x = {0.8, -0.3};
  const auto right = check::stan_function(
      [](const auto& at, std::ostream* messages) { return density(at, messages); }, x,
      {.name = "density"});
  const auto partials = check::stan_function([](const auto& at) { return own_partials(at, 1); }, x,
                                             {.name = "own_partials"});
  const auto slipped = check::stan_function(
      [](const auto& at) { return own_partials(at, 1.000001); }, x, {.name = "slipped"});
  std::fputs(check::to_text({right, partials, slipped}).c_str(), stdout);
  return right.passed() && partials.passed() && slipped.verdict() == "FAILED: differences" ? 0 : 1;
}
