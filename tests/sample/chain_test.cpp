// SPDX-License-Identifier: BSD-3-Clause
// Samplers against the exact law, by chi-square tests on draws far enough apart. Seeds are fixed,
// so a test either always passes or never.
#include "fubini/sample/chain.hpp"

#include "fubini/model/stagewise/potentials/geometric_mean.hpp"
#include "fubini/model/stagewise/potentials/maximum.hpp"
#include "fubini/model/stagewise/potentials/product.hpp"
#include "fubini/model/stagewise/potentials/sized.hpp"
#include "fubini/sample/exact.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <map>

namespace fubini::chain_test {
namespace {

using Law = std::map<std::uint32_t, double>;
using Counts = std::map<std::uint32_t, std::int64_t>;

constexpr int kDraws = 20'000;
constexpr double kSuspicious = 1e-3, kImpossible = 1e-12;  // p-values
const std::vector<double> scores = {0.8, -0.5, 1.5, 0, -1.2, 0.4};
constexpr Stage kFirst{0, 6};

std::uint32_t bits_of(const std::vector<Index>& positions) {
  std::uint32_t bits = 0;
  for (const Index i : positions) bits |= std::uint32_t{1} << i;
  return bits;
}

// The chance of counts at least so far from the law, if they came from it. Rare subsets are thrown
// together; one that the law does not have is impossible.
double p_value(const Counts& counts, const Law& law) {
  constexpr double kFewest = 10;
  double total = 0, chi = 0, rare_expected = 0, rare_found = 0;
  int cells = 0;
  for (const auto& [bits, count] : counts) {
    if (!law.contains(bits)) return 0;
    total += static_cast<double>(count);
  }
  const auto add = [&](double found, double expected) {
    chi += (found - expected) * (found - expected) / expected;
    ++cells;
  };
  for (const auto& [bits, p] : law) {
    const auto at = counts.find(bits);
    const double found = at == counts.end() ? 0 : static_cast<double>(at->second);
    if (p * total >= kFewest) {
      add(found, p * total);
    } else {
      rare_expected += p * total;
      rare_found += found;
    }
  }
  if (rare_expected > 1) add(rare_found, rare_expected);
  return cdf(complement(boost::math::chi_squared(cells - 1), chi));
}

template <class Step>
Counts collect(const Step& step) {
  constexpr int kThin = 8;
  Counts counts;
  for (int k = 0; k < kDraws; ++k) {
    std::vector<Index> at;
    for (int t = 0; t < kThin; ++t) at = step();
    ++counts[bits_of(at)];
  }
  return counts;
}

template <class P>
Counts by_gibbs(const P& potential, std::span<const double> ties = {}) {
  Draws draws(1, 0);
  SubsetChain<P> chain(potential, scores, kFirst, ties, std::vector<Index>{0});
  return collect([&] {
    chain.gibbs_sweep(draws);
    return chain.positions();
  });
}

template <class P>
Counts by_metropolis(const P& potential, Acceptance acceptance) {
  Draws draws(2, 0);
  SubsetChain<P> chain(potential, scores, kFirst, {}, std::vector<Index>{0});
  return collect([&] {
    chain.metropolis_steps(6, draws, acceptance);
    return chain.positions();
  });
}

template <class P>
Counts exactly(const P& potential, std::span<const double> ties = {}) {
  Draws draws(3, 0);
  Counts counts;
  for (int k = 0; k < kDraws; ++k)
    ++counts[bits_of(draw_subset(potential, std::span<const double>(scores), kFirst, ties, draws))];
  return counts;
}

// A potential without running statistics, which sees the stage
struct spread_out {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    T low = subset.scores[0], high = subset.scores[0];
    for (const T& f : subset.scores) {
      if (value_of(f) < value_of(low)) low = f;
      if (value_of(f) > value_of(high)) high = f;
    }
    return high - low - constant_t<T>(subset.stage.remaining) / 10;
  }
};

template <class P>
void expect_right(const P& potential) {
  const Law law = enumerate_law(potential, std::span<const double>(scores), kFirst, {});
  EXPECT_GT(p_value(by_gibbs(potential), law), kSuspicious) << "Gibbs";
  EXPECT_GT(p_value(by_metropolis(potential, Acceptance::hastings), law), kSuspicious)
      << "Metropolis-Hastings";
  EXPECT_GT(p_value(exactly(potential), law), kSuspicious) << "exact";
}

TEST(SubsetChain, HasTheLawOfGeometricMeans) { expect_right(geometric_mean{}); }
TEST(SubsetChain, HasTheLawOfArithmeticMeans) { expect_right(arithmetic_mean{}); }
TEST(SubsetChain, HasTheLawOfProducts) { expect_right(product{}); }
TEST(SubsetChain, HasTheLawOfMaxima) { expect_right(maximum{}); }
TEST(SubsetChain, HasTheLawOfAPotentialOfOnesOwn) { expect_right(spread_out{}); }
TEST(SubsetChain, HasTheLawOfUniformSizes) {
  expect_right(sized<geometric_mean>{{}, {.uniform = true}});
  expect_right(sized<maximum>{{}, {.uniform = true}});
}
TEST(SubsetChain, HasTheLawOfSizeWeights) {
  expect_right(sized<arithmetic_mean>{{}, {.log_gamma = {0, -1, -2}}});
}

// A sweep of single flips, then an exchange
template <class P>
Counts by_exchanges(const P& potential) {
  Draws draws(5, 0);
  SubsetChain<P> chain(potential, scores, kFirst, {}, std::vector<Index>{0});
  return collect([&] {
    chain.gibbs_sweep(draws);
    chain.exchange(draws);
    return chain.positions();
  });
}

template <class P>
void expect_exchanges_right(const P& potential) {
  const Law law = enumerate_law(potential, std::span<const double>(scores), kFirst, {});
  EXPECT_GT(p_value(by_exchanges(potential), law), kSuspicious);
}

TEST(SubsetChain, HasTheSameLawWithExchanges) {
  expect_exchanges_right(geometric_mean{});
  expect_exchanges_right(arithmetic_mean{});
  expect_exchanges_right(product{});
  expect_exchanges_right(maximum{});
  expect_exchanges_right(spread_out{});
}

// Two items: no flip leads from two to two others.
struct pairs_alone {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    if (subset.size() != 2) return T(-std::numeric_limits<double>::infinity());
    return subset.scores[0] + subset.scores[1];
  }
};

TEST(SubsetChain, ExchangesMoveWhereFlipsCannot) {
  const Law law = enumerate_law(pairs_alone{}, std::span<const double>(scores), kFirst, {});
  Draws draws(6, 0);
  SubsetChain<pairs_alone> chain(pairs_alone{}, scores, kFirst, {}, std::vector<Index>{0, 1});
  for (int k = 0; k < 100; ++k) chain.gibbs_sweep(draws);
  EXPECT_EQ(chain.moves(), 0);
  const Counts counts = collect([&] {
    chain.exchange(draws);
    return chain.positions();
  });
  EXPECT_GT(chain.moves(), 0);
  EXPECT_GT(p_value(counts, law), kSuspicious);
}

TEST(SubsetChain, TakesLearnedSizeWeightsAndALargestSize) {
  const sized<geometric_mean> potential{{}, {.learned = {2, 3}, .others = false}};
  const std::vector<double> ties = {-0.5, 0.7};
  const Law law = enumerate_law(potential, std::span<const double>(scores), kFirst, ties);
  EXPECT_GT(p_value(exactly(potential, ties), law), kSuspicious);
  EXPECT_GT(p_value(by_gibbs(potential, ties), law), kSuspicious);
}

TEST(SubsetChain, ThePrintedRuleHasTheLawOfUniformSizesAndNoOther) {
  const Counts printed = by_metropolis(geometric_mean{}, Acceptance::as_printed);
  const auto law = [](auto potential) {
    return enumerate_law(potential, std::span<const double>(scores), kFirst, {});
  };
  EXPECT_GT(p_value(printed, law(sized<geometric_mean>{{}, {.uniform = true}})), kSuspicious);
  EXPECT_LT(p_value(printed, law(geometric_mean{})), kImpossible);
}

// Gibbs without the rule that the last member stays
TEST(SubsetChain, TheTestSeesASamplerThatAllowsTheEmptySet) {
  Draws draws(4, 0);
  std::vector<char> in(scores.size(), 1);
  const auto log_potential = [&] {
    double sum = 0, size = 0;
    for (std::size_t i = 0; i < in.size(); ++i)
      if (in[i] != 0) {
        sum += scores[i];
        ++size;
      }
    return size == 0 ? 0 : sum / size;
  };
  const Counts counts = collect([&] {
    for (char& member : in) {
      member = 1;
      const double with = log_potential();
      member = 0;
      member = draws.uniform() < logistic(with - log_potential()) ? 1 : 0;
    }
    std::vector<Index> positions;
    for (std::size_t i = 0; i < in.size(); ++i)
      if (in[i] != 0) positions.push_back(static_cast<Index>(i));
    return positions;
  });
  EXPECT_EQ(
      p_value(counts, enumerate_law(geometric_mean{}, std::span<const double>(scores), kFirst, {})),
      0);
}

TEST(SubsetChain, TheTestSeesAWrongPotential) {
  const Law law = enumerate_law(geometric_mean{}, std::span<const double>(scores), kFirst, {});
  EXPECT_LT(p_value(by_gibbs(sized<geometric_mean>{{}, {.log_gamma = {0.2, 0}}}), law),
            kImpossible);
}

}  // namespace
}  // namespace fubini::chain_test
