// SPDX-License-Identifier: BSD-3-Clause
#include "models/pmop_elimination.hpp"

#include "tests/support/outcomes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fubini::pmop_elimination_test {
namespace {

const std::vector<double> scores = {0.75, -0.5, 1.25, 0, -2, 0.5, 3};

TEST(PmopElimination, SumsToOneOverOrderedPartitions) {
  for (std::size_t n = 1; n <= scores.size(); ++n) {
    const std::vector<double> some(scores.begin(), scores.begin() + static_cast<Index>(n));
    EXPECT_NEAR(total_probability(pmop_elimination{}, some), 1, 1e-12) << n << " items";
  }
}

TEST(PmopElimination, TheWorstBucketLeavesFirst) {
  const double a = std::exp(-0.75), b = std::exp(0.5), c = std::exp(-1.25);  // readiness to leave
  const double subsets = a + b + c + (a + b) / 2 + (a + c) / 2 + (b + c) / 2 + (a + b + c) / 3;
  const std::vector<double> f = {0.75, -0.5, 1.25};
  EXPECT_NEAR(log_likelihood(pmop_elimination{}, Ranking({1, 2}), f),
              std::log((b + c) / 2 / subsets), kRounding);
}

}  // namespace
}  // namespace fubini::pmop_elimination_test
