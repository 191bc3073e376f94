// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/aligned.hpp"
#include "fubini/core/random.hpp"
#include "fubini/score/scorers/mlp.hpp"

#include <gtest/gtest.h>

namespace fubini::mlp_bits_test {
namespace {

// The gradient, computed `offset` doubles behind a cache line
std::vector<double> gradient_at(const mlp& scorer, Index num_features, Index offset) {
  constexpr Index kItems = 3;
  Draws draws(1, 0);
  std::vector<float> rows(kItems * num_features);
  for (float& x : rows) x = static_cast<float>(draws.between(-1, 1));
  const Items items = Items::dense(rows.data(), num_features, kItems, num_features);
  const std::vector<double> w = scorer.initial_weights(1);
  AlignedVector<double> f(kItems), df(kItems), dw(w.size() + offset);
  for (double& slope : df) slope = draws.between(-1, 1);
  ScorerMemory kept;
  scorer.forward(items, w, f, kept);
  const auto to = std::span(dw).subspan(offset);
  scorer.backward(items, w, df, to, kept);
  return {to.begin(), to.end()};
}

TEST(Mlp, GradientHasTheSameBitsWhereverItIsWritten) {
  for (const Index features : {2, 5, 40})
    for (Index offset = 1; offset < 8; ++offset) {
      const mlp scorer(features, {8, 4});
      EXPECT_EQ(gradient_at(scorer, features, offset), gradient_at(scorer, features, 0))
          << features << " features, " << offset << " doubles behind a line";
    }
}

}  // namespace
}  // namespace fubini::mlp_bits_test
