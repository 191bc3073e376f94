// SPDX-License-Identifier: BSD-3-Clause
#include "models/plackett_luce.hpp"

#include "tests/support/outcomes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fubini::plackett_luce_test {
namespace {

TEST(PlackettLuce, SumsToOneOverPermutations) {
  std::vector<double> f = {-2, -0.5, 0.25, 0.75, 3};  // sorted, as next_permutation wants
  double total = 0;
  do total += std::exp(log_likelihood(plackett_luce{}, Ranking({1, 1, 1, 1, 1}), f));
  while (std::ranges::next_permutation(f).found);
  EXPECT_NEAR(total, 1, 1e-13);
}

TEST(PlackettLuce, IsAProductOfChoices) {
  const std::vector<double> f = {1, 0.5, -1};
  const double a = std::exp(1), b = std::exp(0.5), c = std::exp(-1);
  EXPECT_NEAR(log_likelihood(plackett_luce{}, Ranking({1, 1, 1}), f),
              std::log(a / (a + b + c) * b / (b + c)), kRounding);
}

TEST(PlackettLuce, BreaksTiesByTheOrderGiven) {
  const std::vector<double> f = {1, 0.5, -1};
  EXPECT_EQ(log_likelihood(plackett_luce{}, Ranking({2, 1}), f),
            log_likelihood(plackett_luce{}, Ranking({1, 1, 1}), f));
}

}  // namespace
}  // namespace fubini::plackett_luce_test
