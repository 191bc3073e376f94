// SPDX-License-Identifier: BSD-3-Clause
// Seeds are fixed, so a test either always passes or never.
#include "fubini/sample/uniform_subsets.hpp"

#include "fubini/core/numerics.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <numeric>

namespace fubini {
namespace {

constexpr Index kItems = 5;
constexpr int kDraws = 20'000;

unsigned bits_of(const UniformSubsets& drawn, Index l) {
  unsigned bits = 0;
  for (Index i = 0; i < kItems; ++i) bits |= (drawn.has(l, i) ? 1U : 0U) << i;
  return bits;
}

// The chance of counts at least so far from a law
template <class LogLaw>
double p_value(const std::map<unsigned, int>& counts, const LogLaw& log_law) {
  const double total = kDraws * static_cast<double>(UniformSubsets::kSide);
  double chi = 0;
  for (unsigned bits = 1; bits < 1U << kItems; ++bits) {
    const double expected = total * std::exp(log_law(std::popcount(bits)));
    const double found = counts.contains(bits) ? counts.at(bits) : 0;
    chi += (found - expected) * (found - expected) / expected;
  }
  return cdf(complement(boost::math::chi_squared((1 << kItems) - 2), chi));
}

TEST(UniformSubsets, HaveAUniformSizeAndThenUniformItems) {
  UniformSubsets drawn(kItems, 7);
  std::map<unsigned, int> counts;
  for (int k = 0; k < kDraws; ++k) {
    drawn.draw();
    for (Index l = 0; l < UniformSubsets::kSide; ++l) {
      const unsigned bits = bits_of(drawn, l);
      ++counts[bits];
      ASSERT_EQ(std::popcount(bits), drawn.size(l));
    }
  }
  const auto wanted = [](int m) { return -std::log(kItems) - log_choose<double>(kItems, m); };
  EXPECT_GT(p_value(counts, wanted), 1e-3);
  const auto all_alike = [](int) { return -std::log((1 << kItems) - 1); };
  EXPECT_LT(p_value(counts, all_alike), 1e-12) << "the test sees another law";
}

TEST(UniformSubsets, AddUpTheScoresThatAreIn) {
  std::vector<double> f(70);
  std::iota(f.begin(), f.end(), 0.25);
  UniformSubsets drawn(70, 3);
  for (int k = 0; k < 20; ++k) {
    drawn.draw();
    const auto sums = drawn.sums(f);
    for (Index l = 0; l < UniformSubsets::kSide; ++l) {
      std::vector<char> in(70, 2);
      drawn.copy(l, in);
      double sum = 0;
      for (std::size_t i = 0; i < f.size(); ++i) {
        EXPECT_EQ(in[i] != 0, drawn.has(l, static_cast<Index>(i)));
        sum += in[i] != 0 ? f[i] : 0;
      }
      EXPECT_EQ(std::accumulate(in.begin(), in.end(), Index{0}), drawn.size(l));
      EXPECT_EQ(sum, sums[l]);
    }
  }
}

// Streams side by side that followed one another would agree here.
TEST(UniformSubsets, NumbersOfAllPlacesAreApart) {
  UniformSubsets drawn(3, 1), other(3, 2);
  double sum = 0, products = 0, seeds = 0;
  for (int k = 0; k < kDraws; ++k) {
    drawn.draw();
    other.draw();
    for (Index l = 0; l < UniformSubsets::kSide; ++l) {
      const double u = drawn.number(l) - 0.5;
      EXPECT_LT(std::abs(u), 0.5 + 1e-15);
      sum += u;
      products += u * (drawn.number((l + 1) % UniformSubsets::kSide) - 0.5);
      seeds += u * (other.number(l) - 0.5);
    }
  }
  const double count = kDraws * static_cast<double>(UniformSubsets::kSide);
  EXPECT_LT(std::abs(sum), 4 * std::sqrt(count / 12));
  EXPECT_LT(std::abs(products), 4 * std::sqrt(count) / 12);
  EXPECT_LT(std::abs(seeds), 4 * std::sqrt(count) / 12);
}

}  // namespace
}  // namespace fubini
