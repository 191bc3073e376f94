// SPDX-License-Identifier: BSD-3-Clause
// Importance sampling of potentials that are zero on many subsets. Seeds are fixed.
#include "fubini/sample/importance.hpp"
#include "tests/sample/importance_potentials.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace fubini::impossible_subsets_test {
namespace {

// Subsets of wide scores are impossible.
struct narrow_form {
  template <class T>
  T operator()(double, const T& mean, const T& variance) const {
    return value_of(variance) > 1.5 ? T(-std::numeric_limits<double>::infinity()) : mean;
  }
};

// How often an interval that k-hat trusts has the truth; and how often it does trust
std::pair<double, double> coverage_of_narrow(double deviation) {
  constexpr double kTwoSided = 1.959964, kTrusted = 0.7;
  constexpr int kTrials = 1000, kAScore = 10;
  const of_moments<narrow_form> potential;
  double covered = 0, trusted = 0;
  for (std::uint64_t k = 0; k < kTrials; ++k) {
    const auto f = normal_scores(14, 500 + k / kAScore, deviation);
    const auto found =
        estimate_log_normaliser(AnyPotential(potential), f, {0, 14}, {}, {.seed = 9, .stream = k});
    if (found.k_hat >= kTrusted) continue;
    ++trusted;
    const double error = found.value - found.bias - enumerated_log_normaliser(potential, f);
    covered += std::abs(error) < kTwoSided * found.standard_error + 1e-12;
  }
  return {covered / trusted, trusted / kTrials};
}

TEST(Importance, TakesSubsetsThatAreImpossible) {
  const auto [covered, trusted] = coverage_of_narrow(1.2);
  EXPECT_GT(covered, 0.93);
  EXPECT_GT(trusted, 0.75);
}

// Most are: some sizes have a few possible subsets in thousands.
TEST(Importance, DoesNotTrustItselfWhereNextToNothingIsPossible) {
  const auto [covered, trusted] = coverage_of_narrow(2.5);
  EXPECT_GT(covered, 0.9);
  EXPECT_LT(trusted, 0.3);
}

}  // namespace
}  // namespace fubini::impossible_subsets_test
