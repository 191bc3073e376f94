// SPDX-License-Identifier: BSD-3-Clause
// Seeds are fixed, so a test either always passes or never.
#include "fubini/sample/importance.hpp"

#include "fubini/core/error.hpp"
#include "tests/sample/importance_potentials.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>

namespace fubini::importance_test {
namespace {

using Truth = std::function<double(std::span<const double>)>;

// How often the interval of two standard errors (95%) has the truth, where k-hat says that it may be
// trusted
template <class P>
void expect_coverage(const P& potential, Index items, const Truth& truth, int sets, int repeats,
                     double low, double high) {
  constexpr double kTwoSided = 1.959964, kTrusted = 0.7;
  const AnyPotential any(potential);
  int covered = 0, trusted = 0;
  for (int set = 0; set < sets; ++set) {
    const auto f = normal_scores(items, 100 + static_cast<std::uint64_t>(set));
    const double exact = truth(f);
    for (int k = 0; k < repeats; ++k) {
      const auto stream = static_cast<std::uint64_t>(set * repeats + k);
      const ImportanceEstimate found =
          estimate_log_normaliser(any, f, {0, items}, {}, {.seed = 7, .stream = stream});
      if (found.k_hat >= kTrusted) continue;
      ++trusted;
      covered += std::abs(found.value - found.bias - exact) < kTwoSided * found.standard_error;
    }
  }
  EXPECT_GT(trusted, sets * repeats * 95 / 100);
  EXPECT_GT(covered, low * trusted);
  EXPECT_LT(covered, high * trusted);
}

template <class P>
void expect_coverage_by_enumeration(const P& potential) {
  const Truth truth = [&](auto f) { return enumerated_log_normaliser(potential, f); };
  expect_coverage(potential, 16, truth, 20, 50, 0.93, 0.97);
}

TEST(Importance, CoversSpread) { expect_coverage_by_enumeration(spread{}); }
TEST(Importance, CoversWideSpread) { expect_coverage_by_enumeration(wide_spread{}); }
TEST(Importance, CoversTight) { expect_coverage_by_enumeration(tight{}); }
TEST(Importance, CoversVariancePenalty) { expect_coverage_by_enumeration(variance_penalty{}); }
TEST(Importance, CoversInteraction) { expect_coverage_by_enumeration(interaction{}); }
TEST(Importance, CoversSizeBySpread) { expect_coverage_by_enumeration(size_by_spread{}); }
TEST(Importance, CoversSoftmin) { expect_coverage_by_enumeration(softmin{}); }
TEST(Importance, CoversPNorm) { expect_coverage_by_enumeration(p_norm{}); }

TEST(Importance, CoversFamiliesThatPretendToHaveNoForm) {
  expect_coverage(full_in_disguise{}, 24, log_normaliser_of_full, 20, 50, 0.93, 0.97);
  expect_coverage(middle_in_disguise{}, 24, log_normaliser_of_middle, 20, 50, 0.93, 0.97);
  // Fewer trials: three of their standard deviations are 5%
  expect_coverage(full_in_disguise{}, 60, log_normaliser_of_full, 10, 20, 0.90, 1);
  expect_coverage(middle_in_disguise{}, 60, log_normaliser_of_middle, 10, 20, 0.90, 1);
}

// The tables draw from the potential itself, so nothing varies.
TEST(Importance, IsExactWhereLogPhiIsAffineInTheSum) {
  constexpr double kRounding = 1e-12;
  for (const double deviation : {0.0, 0.1, 1.5, 20.0}) {
    const auto f = normal_scores(16, 5, deviation);
    const auto expect_exact = [&](const auto& potential) {
      const double truth = enumerated_log_normaliser(potential, f);
      const auto found = estimate_log_normaliser(AnyPotential(potential), f, {0, 16}, {}, {});
      EXPECT_NEAR(found.value, truth, kRounding * (1 + std::abs(truth))) << deviation;
      EXPECT_LT(found.standard_error, kRounding) << deviation;
      EXPECT_EQ(found.k_hat, 0) << deviation;
    };
    expect_exact(mean_in_disguise{});
    expect_exact(price_in_disguise{});
  }
}

// A pair far above all others is drawn again and again, which says nothing of a slope.
TEST(Importance, LearnsNothingFromDrawsThatAreAllTheSame) {
  constexpr double kRounding = 1e-12;
  const std::vector<double> f = {4.06, -6.979, 24.283, 21.601, -2.557, 1.357, 3.215};
  const double truth = enumerated_log_normaliser(mean_in_disguise{}, f);
  for (std::uint64_t stream = 0; stream < 20; ++stream) {
    const auto found =
        estimate_log_normaliser(AnyPotential(mean_in_disguise{}), f, {0, 7}, {}, {.stream = stream},
                                {.draws = 64, .pilot = 16, .pilots = 2});
    EXPECT_NEAR(found.value, truth, kRounding * truth) << stream;
  }
}

// Nearly all of Z lies at one size, where nothing but the potential says so.
struct one_size_form {
  template <class T>
  T operator()(double m, const T& mean, const T& variance) const {
    using std::sqrt;
    return mean + sqrt(variance) - (m == 13 ? 0 : 25);
  }
};
struct no_other_size_form {
  template <class T>
  T operator()(double m, const T& mean, const T&) const {
    return m == 3 ? mean : T(-std::numeric_limits<double>::infinity());
  }
};

TEST(Importance, ForgetsNoSize) {
  const auto f = normal_scores(16, 8);
  const auto expect_found = [&](const auto& potential) {
    const auto found = estimate_log_normaliser(AnyPotential(potential), f, {0, 16}, {}, {});
    EXPECT_NEAR(found.value, enumerated_log_normaliser(potential, f),
                4 * found.standard_error + 1e-12);
    EXPECT_LT(found.standard_error, 0.01);
  };
  expect_found(of_moments<one_size_form>{});
  expect_found(of_moments<no_other_size_form>{});
}

template <class P>
std::string refusal(const P& potential) {
  const std::vector<double> f = {1, 2, 3, 0.5, 0.25};
  try {
    estimate_log_normaliser(AnyPotential(potential), f, {0, 5}, {}, {});
  } catch (const NumericalError& error) {
    return error.what();
  }
  return "";
}

TEST(Importance, RefusesPotentialsThatAreWrong) {
  EXPECT_EQ(refusal(never{}),
            "the potential is zero on all of 31 subsets of every size out of 5 items, so no bucket "
            "can be chosen; the first has scores 1");
  EXPECT_EQ(refusal(not_a_number{}),
            "the log potential of the subset with scores 1, 2, 3, 0.5, 0.25 is nan; wanted a "
            "number, or -infinity where the subset is impossible");
  EXPECT_NE(refusal(first_counts{}).find("with the same scores in another order"),
            std::string::npos);
  EXPECT_NE(refusal(slipped_statistics{}).find("by running statistics"), std::string::npos);
  EXPECT_EQ(refusal(spread{}), "");
}

TEST(Importance, TheSameNumbersGiveTheSameBits) {
  const auto f = normal_scores(30, 2);
  const auto value = [&](DrawNumbers numbers) {
    return estimate_log_normaliser(AnyPotential(spread{}), f, {0, 30}, {}, numbers).value;
  };
  EXPECT_EQ(value({1, 2}), value({1, 2}));
  EXPECT_NE(value({1, 2}), value({1, 3}));
  EXPECT_NE(value({1, 2}), value({2, 2}));
}

// Draws made for some scores serve others, by new weights.
TEST(Importance, ReweightsFrozenDraws) {
  const auto f = normal_scores(16, 3);
  std::vector<double> moved = f, shares;
  for (std::size_t i = 0; i < f.size(); ++i) moved[i] += i % 3 == 0 ? 0.6 : 0.1;
  const AnyPotential potential(wide_spread{});
  const Stage stage{0, 16};
  const StageDraws draws = draw_stage(potential, f, stage, {}, {});
  const auto found = log_normaliser(draws, potential, moved, stage, {}, shares);
  const double truth = enumerated_log_normaliser(wide_spread{}, moved);
  EXPECT_LT(found.standard_error, 0.03);
  EXPECT_NEAR(found.value, truth, 4 * found.standard_error);
  EXPECT_GT(std::abs(enumerated_log_normaliser(wide_spread{}, f) - truth),
            10 * found.standard_error);
  EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-12);
}

// Scores of a subset of `count` of them, with slopes by hand: twice the sum, at tie parameter 1
struct sloped {
  std::vector<std::string> tie_parameters() const { return {"rate"}; }
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    T sum = 0;
    for (const T& f : subset.scores) sum += f * f;
    return ties[0] * sum / constant_t<T>(subset.size());
  }
  void add_slopes(const Subset<double>& subset, std::span<const double> ties, double weight,
                  std::span<double> scores, std::span<double> tie_slopes) const {
    const auto size = static_cast<double>(subset.size());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores[i] += weight * ties[0] * 2 * subset.scores[i] / size;
      tie_slopes[0] += weight * subset.scores[i] * subset.scores[i] / size;
    }
  }
};

// By 40 draws, so that what is done about the bias matters
template <class Estimate>
void expect_slopes_of_its_own_value(const Estimate& estimate) {
  constexpr double kStep = 1e-5, kDifferences = 1e-8;
  const auto f = normal_scores(20, 4);
  const std::vector<double> ties = {0.4};
  const AnyPotential potential(sloped{});
  const Stage stage{0, 20};
  const StageDraws draws = draw_stage(potential, f, stage, ties, {}, {.draws = 40});
  std::vector<double> slopes(20, 0.0), tie_slopes(1, 0.0), shares;
  estimate(draws, potential, f, stage, ties, shares);
  potential.add_slopes(draws.subsets, f, stage, ties, shares, {slopes, tie_slopes});
  const auto value = [&](std::size_t i, double step) {
    std::vector<double> x = f, t = ties;
    (i < 20 ? x[i] : t[0]) += step;
    return estimate(draws, potential, x, stage, t, shares).value;
  };
  for (std::size_t i = 0; i <= 20; ++i)
    EXPECT_NEAR(i < 20 ? slopes[i] : tie_slopes[0],
                (value(i, kStep) - value(i, -kStep)) / (2 * kStep), kDifferences)
        << i;
}

TEST(Importance, TheSlopesAreThoseOfItsOwnValue) {
  expect_slopes_of_its_own_value([](auto&&... x) { return log_normaliser(x...); });
  expect_slopes_of_its_own_value([](auto&&... x) { return unbiased_log_normaliser(x...); });
}

// The mean over many small estimates, each of which is low by half its variance
TEST(Importance, TakesItsBiasOff) {
  constexpr int kEstimates = 10'000;
  const auto f = normal_scores(14, 6, 2.5);
  const AnyPotential potential(wide_spread{});
  const double truth = enumerated_log_normaliser(wide_spread{}, f);
  double plain = 0, unbiased = 0, variance = 0;
  std::vector<double> shares;
  for (std::uint64_t k = 0; k < kEstimates; ++k) {
    const StageDraws draws =
        draw_stage(potential, f, {0, 14}, {}, {.stream = k}, {.draws = 20, .pilots = 1});
    const auto one = log_normaliser(draws, potential, f, {0, 14}, {}, shares);
    plain += (one.value - truth) / kEstimates;
    unbiased += (unbiased_log_normaliser(draws, potential, f, {0, 14}, {}, shares).value - truth) /
                kEstimates;
    variance += one.standard_error * one.standard_error / kEstimates;
  }
  const double error = std::sqrt(variance / kEstimates);
  EXPECT_LT(plain, -5 * error);
  EXPECT_NEAR(plain, -variance / 2, 4 * error);
  EXPECT_LT(std::abs(unbiased), std::abs(plain) / 2);
}

// Sizes, and whether an item is in, of subsets drawn one by one out of more items than are enumerated
TEST(Importance, DrawsSubsetsByResampling) {
  constexpr int kDraws = 300;
  const auto f = normal_scores(22, 9);
  const AnyPotential potential(full_in_disguise{});
  double size = 0, best = 0;
  const auto top = std::ranges::max_element(f) - f.begin();
  for (std::uint64_t k = 0; k < kDraws; ++k) {
    Draws draws(11, k);
    const std::vector<Index> subset = resample_subset(potential, f, {0, 22}, {}, draws);
    EXPECT_TRUE(std::ranges::is_sorted(subset));
    size += static_cast<double>(std::ssize(subset)) / kDraws;
    best += static_cast<double>(std::ranges::count(subset, top)) / kDraws;
  }
  // Sizes are those of fair coins; an item is the one that counts, or one of the others.
  const double chosen = std::exp(f[top] - log(sum_exp(std::span<const double>(f))));
  EXPECT_NEAR(size, 11, 4 * std::sqrt(22.0) / 2 / std::sqrt(kDraws));
  const double in = chosen + (1 - chosen) * 10 / 21;
  EXPECT_NEAR(best, in, 4 * std::sqrt(in * (1 - in) / kDraws));
}

TEST(Importance, EstimatesALikelihoodStageByStage) {
  const auto f = normal_scores(14, 6);
  const Ranking ranking({3, 1, 4, 6});  // stages of 14, 11 and 10 items, and one of 6
  const double truth = pmop<spread>{}.log_likelihood<double>(ranking, f, {});
  const auto found = estimate_log_likelihood(AnyPotential(spread{}), ranking, f, {}, {});
  EXPECT_GT(found.standard_error, 0);
  EXPECT_LT(found.standard_error, 0.01);
  EXPECT_NEAR(found.value, truth, 4 * found.standard_error);
  EXPECT_GT(found.bias, 0);  // log Z is low by half its variance
}

}  // namespace
}  // namespace fubini::importance_test
