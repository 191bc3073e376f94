// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/random.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <thread>
#include <vector>

namespace fubini::random_test {
namespace {

constexpr int num_draws = 100'000;

// A statistic of many draws is normal; beyond 5 standard errors lies less than one in a million,
// and the numbers are fixed by the seed, so a test that passes once passes for ever.
constexpr double standard_errors = 5;

std::vector<double> draws(std::uint64_t seed, std::uint64_t stream, int count = num_draws) {
  std::vector<double> result(count);
  for (int i = 0; i < count; ++i) result[i] = uniform(seed, stream, i);
  return result;
}

// The same tails as above, for a statistic of this many degrees of freedom.
void expect_plausible_chi_square(const std::vector<int>& counts) {
  double expected = 0, statistic = 0;
  for (const int count : counts) expected += count / static_cast<double>(counts.size());
  for (const int count : counts) statistic += (count - expected) * (count - expected) / expected;
  const boost::math::chi_squared law(static_cast<double>(counts.size()) - 1);
  const double tail = std::erfc(standard_errors / std::sqrt(2.0)) / 2;
  EXPECT_GT(statistic, quantile(law, tail));  // too even is as wrong as too uneven
  EXPECT_LT(statistic, quantile(complement(law, tail)));
}

TEST(Uniform, TheSamePlaceGivesTheSameNumberInAnyOrderOnAnyThread) {
  const std::vector<double> forwards = draws(7, 3, 1000);
  for (int i = 999; i >= 0; --i) ASSERT_EQ(uniform(7, 3, i), forwards[i]) << i;
  std::vector<double> elsewhere;
  std::thread([&] { elsewhere = draws(7, 3, 1000); }).join();
  EXPECT_EQ(elsewhere, forwards);
}

TEST(Uniform, StaysInsideTheOpenInterval) {
  for (const double u : draws(0, 0)) {
    ASSERT_GT(u, 0);
    ASSERT_LT(u, 1);
  }
}

TEST(Uniform, HasMeanOneHalf) {
  double sum = 0;
  for (const double u : draws(1, 0)) sum += u;
  const double standard_error = std::sqrt(1.0 / 12 / num_draws);
  EXPECT_NEAR(sum / num_draws, 0.5, standard_errors * standard_error);
}

TEST(Uniform, HasVarianceOneTwelfth) {
  double sum = 0;
  for (const double u : draws(2, 0)) sum += (u - 0.5) * (u - 0.5);
  // (u - 1/2)^2 has mean 1/12 and second moment 1/80
  const double standard_error = std::sqrt((1.0 / 80 - 1.0 / 144) / num_draws);
  EXPECT_NEAR(sum / num_draws, 1.0 / 12, standard_errors * standard_error);
}

TEST(Uniform, FillsEveryBinEqually) {
  std::vector<int> counts(64, 0);
  for (const double u : draws(3, 0)) ++counts[static_cast<int>(u * 64)];
  expect_plausible_chi_square(counts);
}

TEST(Uniform, FillsTheLowDigitsEquallyAndApartFromTheHighOnes) {
  std::vector<int> counts(64, 0);
  for (const double u : draws(4, 0)) {
    const double scaled = u * 0x1p32, low = scaled - std::floor(scaled);
    ++counts[8 * static_cast<int>(u * 8) + static_cast<int>(low * 8)];
  }
  expect_plausible_chi_square(counts);
}

TEST(Uniform, NeighboursAreIndependent) {
  const std::vector<double> u = draws(5, 0);
  std::vector<int> by_index(64, 0), by_stream(64, 0), by_seed(64, 0);
  for (int i = 0; i < num_draws; i += 2) {
    const auto bin = [](double a, double b) {
      return 8 * static_cast<int>(a * 8) + static_cast<int>(b * 8);
    };
    ++by_index[bin(u[i], u[i + 1])];
    ++by_stream[bin(u[i], uniform(5, 1, i))];
    ++by_seed[bin(u[i], uniform(6, 0, i))];
  }
  expect_plausible_chi_square(by_index);
  expect_plausible_chi_square(by_stream);
  expect_plausible_chi_square(by_seed);
}

TEST(Uniform, EveryBitOfSeedStreamAndIndexMatters) {
  std::set<double> seen = {uniform(0, 0, 0)};
  for (int bit = 0; bit < 64; ++bit) {
    const std::uint64_t one = std::uint64_t{1} << bit;
    seen.insert(uniform(one, 0, 0));
    seen.insert(uniform(0, one, 0));
    seen.insert(uniform(0, 0, one));
  }
  // two of 193 doubles of 53 (or even 32) random bits agree once in 1e5 seeds or rarer
  EXPECT_EQ(seen.size(), 1U + 3 * 64);
}

}  // namespace
}  // namespace fubini::random_test
