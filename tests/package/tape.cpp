// SPDX-License-Identifier: BSD-3-Clause
// Calls davidson with vars: one node on the tape, whatever the number of pairs.
#include <fubini/arithmetic/autodiff.hpp>
#include <models/davidson.hpp>

#include <cstdio>
#include <vector>

int main() {
  using fubini::var;
  const std::vector<var> f = {1.2, 0.3, -0.5, 0.1}, ties = {0.1};
  const auto before = stan::math::ChainableStack::instance_->var_stack_.size();
  var value = log_likelihood(fubini::davidson{}, fubini::Ranking({1, 2, 1}), f, ties);
  const auto nodes = stan::math::ChainableStack::instance_->var_stack_.size() - before;
  stan::math::grad(value.vi_);
  std::printf("%zu node, value %.6f, d/d score 1 %.6f\n", nodes, value.val(), f[0].adj());
  return nodes == 1 ? 0 : 1;
}
