// SPDX-License-Identifier: BSD-3-Clause
#include "models/davidson.hpp"

#include "tests/support/outcomes.hpp"

#include "models/bradley_terry.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fubini {
namespace {

TEST(Davidson, OutcomesOfAPairSumToOne) {
  for (const double d : {0.0, 1.25, -20.0, 600.0})
    for (const double beta : {0.3, -5.0, 40.0}) {
      const auto [win, tie, lose] = outcomes(davidson{}, d, 0, {beta});
      EXPECT_NEAR(win + tie + lose, 1, kRounding) << d << ", " << beta;
    }
}

TEST(Davidson, EqualScoresTieWithProbabilityNuOverTwoPlusNu) {
  const double nu = std::exp(0.3);
  EXPECT_NEAR(outcomes(davidson{}, 1.5, 1.5, {0.3})[1], nu / (2 + nu), kRounding);
}

TEST(Davidson, WithoutTiesIsBradleyTerry) {
  const double no_ties = -1e3;
  EXPECT_NEAR(outcomes(davidson{}, 0.75, -0.5, {no_ties})[0],
              outcomes(bradley_terry{}, 0.75, -0.5, {})[0], kRounding);
}

}  // namespace
}  // namespace fubini
