// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/importance.hpp"

#include "fubini/core/error.hpp"
#include "fubini/fit/maximise.hpp"
#include "fubini/model/stagewise/pmop.hpp"
#include "fubini/score/scorers/linear.hpp"
#include "tests/support/folder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

namespace fubini::importance_test {
namespace {

// exp of the mean score, times a learned price of every further item: affine in the sum, which it does
// not say
struct priced_mean {
  std::vector<std::string> tie_parameters() const { return {"price"}; }
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    T sum = 0;
    for (const T& f : subset.scores) sum += f;
    const auto size = constant_t<T>(subset.size());
    return sum / size - ties[0] * (size - 1);
  }
  void add_slopes(const Subset<double>& subset, std::span<const double>, double weight,
                  std::span<double> scores, std::span<double> ties) const {
    const auto size = static_cast<double>(subset.size());
    for (double& slope : scores) slope += weight / size;
    ties[0] -= weight * (size - 1);
  }
};

// The same and a reward of their variance: in no family
struct rewarded_mean : priced_mean {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    return priced_mean::log_potential<T>(subset, ties) + variance(subset) / 4;
  }
  void add_slopes(const Subset<double>& subset, std::span<const double> all, double weight,
                  std::span<double> scores, std::span<double> ties) const {
    priced_mean::add_slopes(subset, all, weight, scores, ties);
    const auto size = static_cast<double>(subset.size());
    double mean = 0;
    for (const double f : subset.scores) mean += f / size;
    for (std::size_t i = 0; i < scores.size(); ++i)
      scores[i] += weight / 2 * (subset.scores[i] - mean) / size;
  }

 private:
  template <class T>
  static T variance(const Subset<T>& subset) {
    const auto size = constant_t<T>(subset.size());
    T mean = 0, total = 0;
    for (const T& f : subset.scores) mean += f / size;
    for (const T& f : subset.scores) total += (f - mean) * (f - mean) / size;
    return total;
  }
};

struct unsloped {
  template <class T>
  T log_potential(const Subset<T>&, std::span<const T>) const {
    return T(0);
  }
};

constexpr double kPrice = 0.3;

// Grades of items with scores f, bucket after bucket: by resampling, since enumeration takes long
template <class P>
std::vector<double> draw_grades(std::vector<double> f, Draws& draws) {
  std::vector<double> grades(f.size()), ties = {kPrice};
  std::vector<std::size_t> items(f.size());
  std::iota(items.begin(), items.end(), std::size_t{0});
  for (Index k = 0; !f.empty(); ++k) {
    const auto chosen = resample_subset(AnyPotential(P{}), f, {k, std::ssize(f)}, ties, draws);
    for (auto at = chosen.rbegin(); at != chosen.rend(); ++at) {
      grades[items[static_cast<std::size_t>(*at)]] = static_cast<double>(-k);
      f.erase(f.begin() + *at);
      items.erase(items.begin() + *at);
    }
  }
  return grades;
}

// Rankings of `items` items drawn at scores x . (1.5, -1, 0.5)
template <class P>
Dataset simulate(Index queries, Index items) {
  Dataset data = Dataset::dense(3);
  for (Index q = 0; q < queries; ++q) {
    Draws draws(3, static_cast<std::uint64_t>(q));
    std::vector<float> rows;
    std::vector<double> f;
    for (Index i = 0; i < items; ++i) {
      double score = 0;
      for (const double w : {1.5, -1.0, 0.5}) {
        rows.push_back(static_cast<float>(draws.between(-2, 2)));
        score += w * rows.back();
      }
      f.push_back(score);
    }
    data.add_query(std::to_string(q), draw_grades<P>(f, draws), rows);
  }
  return data;
}

template <class P>
FitSummary by_draws(const Dataset& data, const FitOptions& options) {
  const std::vector<double> start(4, 0.0);
  return maximise_by_importance(data, Sampler(pmop<P>{}), linear(3), {.threads = options.threads},
                                start, options);
}

// Both by enumeration
template <class P>
void expect_the_exact_fit(const Dataset& data) {
  const Objective exact(data, by_hand(pmop<P>{}, linear(3)));
  const FitSummary truth = maximise(exact, exact.start(), {.tolerance = 1e-9});
  const FitSummary found = by_draws<P>(data, {.tolerance = 1e-7, .seed = 5});
  EXPECT_EQ(found.reason, StopReason::converged) << found.message;
  ASSERT_TRUE(found.monte_carlo);
  const MonteCarlo& error = *found.monte_carlo;
  EXPECT_NEAR(error.log_likelihood, exact.value(found.parameters),
              4 * error.log_likelihood_error + 1e-9);
  // What is lost in the likelihood, against what one parameter is worth by chance (1/2)
  EXPECT_LT(truth.objective - exact.value(found.parameters), 0.05);
  for (std::size_t j = 0; j < 4; ++j)
    EXPECT_NEAR(found.parameters[j], truth.parameters[j], 6 * error.errors[j] + 1e-4) << j;
}

TEST(ImportanceFit, EndsWhereTheExactFitEnds) {
  expect_the_exact_fit<priced_mean>(simulate<priced_mean>(60, 12));
  expect_the_exact_fit<rewarded_mean>(simulate<rewarded_mean>(60, 12));
}

TEST(ImportanceFit, TakesQueriesThatCannotBeEnumerated) {
  const Dataset data = simulate<rewarded_mean>(30, 26);
  const FitSummary found = by_draws<rewarded_mean>(data, {});
  ASSERT_TRUE(found.monte_carlo);
  const std::vector<double> truth = {1.5, -1, 0.5, kPrice};
  for (std::size_t j = 0; j < 4; ++j) {
    EXPECT_NEAR(found.parameters[j], truth[j], 0.4) << j;  // some five standard errors
    EXPECT_LT(found.monte_carlo->errors[j], 0.04) << j;
  }
}

TEST(ImportanceFit, AnyNumberOfThreadsGivesTheSameBits) {
  const Dataset data = simulate<rewarded_mean>(20, 24);
  const FitSummary one = by_draws<rewarded_mean>(data, {.threads = 1});
  const FitSummary two = by_draws<rewarded_mean>(data, {.threads = 2});
  EXPECT_EQ(one.parameters, two.parameters);
  EXPECT_EQ(one.monte_carlo->errors, two.monte_carlo->errors);
  EXPECT_NE(one.parameters, by_draws<rewarded_mean>(data, {.seed = 2}).parameters);
}

// The likelihood by frozen draws, against differences of itself, away from where they were drawn
TEST(ImportanceFit, TheGradientIsThatOfTheValue) {
  constexpr double kStep = 1e-5, kDifferences = 1e-6;
  const Dataset data = simulate<rewarded_mean>(5, 24);
  ImportanceLikelihood likelihood(Sampler(pmop<rewarded_mean>{}), linear(3), data, 64, 1, 1);
  likelihood.draw_anew(std::vector<double>{1, -1, 0.5, 0.2}, 0);
  EXPECT_NEAR(likelihood.accuracy().effective_share, 1, 1e-12);
  std::vector<double> x = {1.1, -0.8, 0.4, 0.25}, gradient(4, 0.0);
  for (Index q = 0; q < 5; ++q) likelihood.add_gradient(data.query(q), x, gradient);
  EXPECT_NE(likelihood.accuracy().effective_share, 1);
  const auto value = [&] {
    double total = 0;
    for (Index q = 0; q < 5; ++q) total += likelihood.value(data.query(q), x);
    return total;
  };
  for (std::size_t j = 0; j < 4; ++j) {
    x[j] += kStep;
    const double up = value();
    x[j] -= 2 * kStep;
    EXPECT_NEAR(gradient[j], (up - value()) / (2 * kStep), kDifferences * (1 + std::abs(up))) << j;
    x[j] += kStep;
  }
  x = {6, 4, -4, 0};
  value();
  EXPECT_LT(likelihood.accuracy().effective_share, 0.5);  // worn out
}

struct Killed : std::runtime_error {
  Killed() : std::runtime_error("killed") {}
};

class ImportanceResume : public FolderTest {};

TEST_F(ImportanceResume, AKilledFitGoesOnToTheSameBits) {
  const Dataset data = simulate<rewarded_mean>(20, 14);
  const auto whole = by_draws<rewarded_mean>(data, {});
  ASSERT_GE(whole.iterations, 6);
  for (int after = 1; after <= whole.iterations; after += 2) {
    FitOptions options{.checkpoint = {.path = path("checkpoint"), .identity = "this"}};
    options.progress = [&](const FitProgress& now) {
      if (now.iteration == after) throw Killed();
      return true;
    };
    std::filesystem::remove(path("checkpoint"));
    EXPECT_THROW(by_draws<rewarded_mean>(data, options), Killed);
    options.checkpoint.resume = true;
    int first = 0;
    options.progress = [&](const FitProgress& now) {
      if (first == 0) first = now.iteration;
      return true;
    };
    const FitSummary found = by_draws<rewarded_mean>(data, options);
    EXPECT_EQ(found.parameters, whole.parameters) << after;
    EXPECT_EQ(found.objective, whole.objective);
    EXPECT_EQ(found.iterations, whole.iterations);
    EXPECT_EQ(found.monte_carlo->errors, whole.monte_carlo->errors);
    EXPECT_EQ(found.monte_carlo->rounds, whole.monte_carlo->rounds);
    if (after == whole.iterations) {
      EXPECT_GT(first, 1) << "rounds that were over stay";
    }
  }
  FitOptions other{.checkpoint = {.path = path("checkpoint"), .identity = "that", .resume = true}};
  EXPECT_THROW(by_draws<rewarded_mean>(data, other), FileError);
}

TEST(ImportanceFit, RefusesWhatItCannotFit) {
  const Dataset data = simulate<priced_mean>(2, 4);
  EXPECT_THROW(ImportanceLikelihood(Sampler(pmop<unsloped>{}), linear(3), data, 64, 1, 1),
               ArgumentError);
  const ImportanceLikelihood undrawn(Sampler(pmop<priced_mean>{}), linear(3), data, 64, 1, 1);
  EXPECT_THROW(undrawn.value(data.query(0), std::vector<double>(4, 0.0)), ArgumentError);
}

}  // namespace
}  // namespace fubini::importance_test
