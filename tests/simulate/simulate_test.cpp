// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/simulate/simulate.hpp"

#include "fubini/core/error.hpp"
#include "fubini/catalogue/models.hpp"
#include "tests/support/same_dataset.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace fubini::simulate_test {
namespace {

// Of estimates from one fixed seed: one in 16,000 seeds would fail.
constexpr double kStandardErrors = 4;

TEST(Simulate, HasTheSharesOfGradesOfYahooSetOne) {
  const Dataset data = simulate({.queries = 10'000, .features = 1, .mean_size = 2});
  constexpr double kCalibration = 32768;  // documents that gave the thresholds
  constexpr std::array kShares = {0.26, 0.36, 0.285, 0.076, 0.019};
  const auto rows = static_cast<double>(data.num_rows());
  for (int grade = 0; grade < 5; ++grade) {
    double total = 0, squares = 0;  // of whole queries, as documents of a query are alike
    for (Index q = 0; q < data.num_queries(); ++q) {
      const auto grades = data.query(q).grades;
      const auto count = static_cast<double>(std::ranges::count(grades, grade));
      total += count;
      squares += std::pow(count - kShares[grade] * static_cast<double>(grades.size()), 2);
    }
    const double error =
        std::sqrt(squares / rows / rows + kShares[grade] * (1 - kShares[grade]) / kCalibration);
    EXPECT_LT(error, 0.005);
    EXPECT_NEAR(total / rows, kShares[grade], kStandardErrors * error) << "grade " << grade;
  }
}

TEST(Simulate, SizesHaveTheMeanAndALongTail) {
  for (const double mean : {24.0, 3.5}) {
    const Dataset data = simulate({.queries = 4000, .features = 1, .mean_size = mean});
    double squares = 0;
    Index beyond = 0, ones = 0;
    for (Index q = 0; q < data.num_queries(); ++q) {
      const Index n = data.ranking(q).num_items();
      squares += std::pow(static_cast<double>(n) - mean, 2);
      beyond += n > 100 ? 1 : 0;
      ones += n == 1 ? 1 : 0;
    }
    const auto count = static_cast<double>(data.num_queries());
    const double error = std::sqrt(squares) / count;
    EXPECT_NEAR(static_cast<double>(data.num_rows()) / count, mean, kStandardErrors * error);
    EXPECT_GT(ones, 0);
    EXPECT_EQ(beyond > 0, mean == 24);
    EXPECT_LT(beyond, data.num_queries() / 100);
  }
  EXPECT_EQ(simulate({.queries = 50, .features = 1, .mean_size = 1}).num_rows(), 50);
}

// Columns of a dataset, standardised; the grades are the last
std::vector<std::vector<double>> columns(const Dataset& data) {
  std::vector<std::vector<double>> result(data.num_features() + 1);
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    for (Index i = 0; i < query.items.size(); ++i) {
      query.items.for_each_feature(i, [&](Index j, double x) { result[j].push_back(x); });
      result.back().push_back(query.grades[i]);
    }
  }
  for (auto& column : result) {
    double sum = 0, squares = 0;
    for (const double x : column) sum += x, squares += x * x;
    const double n = static_cast<double>(column.size()), mean = sum / n;
    const double deviation = std::sqrt(squares / n - mean * mean);
    for (double& x : column) x = (x - mean) / deviation;
  }
  return result;
}

// Of x with y, which is standardised
double correlation(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0, squares = 0, product = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i], squares += x[i] * x[i], product += x[i] * y[i];
  const auto n = static_cast<double>(x.size());
  return product / n / std::sqrt(squares / n - sum / n * (sum / n));
}

TEST(Simulate, FeaturesAndTheirProductsTellOfTheGrade) {
  constexpr Index kFeatures = 80;
  // Many small queries: documents of one are alike, and correlations would be uncertain.
  const auto all = columns(simulate({.queries = 4000, .features = kFeatures, .mean_size = 2}));
  const std::vector<double>& grades = all.back();
  int first = 0, second = 0, alike = 0;
  std::vector<double> product(grades.size());
  for (std::size_t a = 0; a < kFeatures; ++a) {
    first += std::abs(correlation(all[a], grades)) > 0.15 ? 1 : 0;
    for (std::size_t b = 0; b <= a; ++b) {
      for (std::size_t i = 0; i < product.size(); ++i) product[i] = all[a][i] * all[b][i];
      second += std::abs(correlation(product, grades)) > 0.15 ? 1 : 0;
      alike += a != b && std::abs(correlation(all[a], all[b])) > 0.15 ? 1 : 0;
    }
  }
  EXPECT_GT(first, kFeatures / 5);
  EXPECT_GT(alike, kFeatures * (kFeatures - 1) / 2 / 10) << "features are correlated";
  // 14,000 of the products of 519 features, as many as the paper had, within a quarter
  constexpr double kShare = 14000 / (519 * 520 / 2.0);
  EXPECT_NEAR(second / (kFeatures * (kFeatures + 1) / 2.0), kShare, kShare / 4);
}

TEST(Simulate, FeaturesAreOfSeveralKindsInTheUnitInterval) {
  const Dataset data = simulate({.queries = 40, .features = 60});
  int sparse = 0, discrete = 0, shared = 0;
  for (Index j = 0; j < 60; ++j) {
    std::set<double> values;
    double zeros = 0;
    bool same = true;
    for (Index q = 0; q < data.num_queries(); ++q) {
      const Items items = data.query(q).items;
      for (Index i = 0; i < items.size(); ++i) {
        const double x = items.feature(i, j);
        ASSERT_TRUE(x >= 0 && x <= 1) << x;
        values.insert(x);
        zeros += x == 0 ? 1 : 0;
        same = same && x == items.feature(0, j);
      }
    }
    EXPECT_GT(values.size(), 1U);
    sparse += zeros > 0.5 * static_cast<double>(data.num_rows()) ? 1 : 0;
    discrete += values.size() <= 10 ? 1 : 0;
    shared += same ? 1 : 0;
  }
  EXPECT_GT(sparse, 5);
  EXPECT_GT(discrete, 5);
  EXPECT_GT(shared, 3);
  EXPECT_LT(sparse + discrete + shared, 40);
}

TEST(Simulate, AQueryIsTheSameInEveryPieceOfTheCollection) {
  const Dataset whole = simulate({.queries = 30, .features = 9});
  const Dataset begin = simulate({.queries = 10, .features = 9});
  const Dataset rest = simulate({.queries = 20, .features = 9, .first_query = 10});
  for (Index q = 0; q < 10; ++q) EXPECT_EQ(difference(whole.query(q), begin.query(q)), "");
  for (Index q = 0; q < 20; ++q) EXPECT_EQ(difference(whole.query(10 + q), rest.query(q)), "");
  EXPECT_EQ(rest.query(0).id, "10");
  const Dataset other = simulate({.queries = 30, .features = 9, .seed = 2});
  EXPECT_NE(difference(whole, other), "");
}

TEST(Simulate, MoreFeaturesChangeNothingElse) {
  const Dataset few = simulate({.queries = 10, .features = 4});
  const Dataset many = simulate({.queries = 10, .features = 40});
  ASSERT_EQ(few.num_rows(), many.num_rows());
  for (Index q = 0; q < 10; ++q)
    for (Index i = 0; i < few.ranking(q).num_items(); ++i) {
      EXPECT_EQ(few.query(q).grades[i], many.query(q).grades[i]);
      for (Index j = 0; j < 4; ++j)
        EXPECT_EQ(few.query(q).items.feature(i, j), many.query(q).items.feature(i, j));
    }
}

TEST(Simulate, GivesTheSameBitsForAnyNumberOfThreads) {
  const tbb::global_control four(tbb::global_control::max_allowed_parallelism, 4);
  SimulateOptions options{.queries = 60, .features = 21, .threads = 1};
  const Dataset one = simulate(options);
  options.threads = 4;
  EXPECT_EQ(difference(one, simulate(options)), "");
  options.model = built_in_models().sampler("pmop_full");
  const Dataset drawn = simulate(options);
  options.threads = 1;
  EXPECT_EQ(difference(drawn, simulate(options)), "");
}

TEST(Simulate, EveryStageModelDrawsBucketsAsGrades) {
  const SimulateOptions plain{.queries = 15, .features = 3, .mean_size = 4};
  const Dataset features = simulate(plain);
  int drawn = 0;
  for (const auto& entry : built_in_models()) {
    SimulateOptions options = plain;
    options.model = entry.sampler("");
    if (!options.model->can_sample()) continue;
    options.ties.assign(options.model->tie_parameters().size(), 0.0);
    const Dataset data = simulate(options);
    ++drawn;
    ASSERT_EQ(data.num_rows(), features.num_rows());
    for (Index q = 0; q < data.num_queries(); ++q) {
      const Query query = data.query(q);
      for (Index p = 0; p < query.items.size(); ++p) {
        EXPECT_EQ(query.grades[p], query.ranking.num_buckets() - 1 - query.ranking.bucket_of(p));
        const Query other = features.query(q);
        const auto same = std::ranges::find(other.ranking.order(), query.ranking.order()[p]);
        EXPECT_EQ(bits_of(query.items, p),
                  bits_of(other.items, same - other.ranking.order().begin()));
      }
    }
  }
  EXPECT_GE(drawn, 4);
}

TEST(Simulate, AModelOfLargeScoresOrdersByTheTruth) {
  const Dataset truth = simulate({.queries = 20, .features = 1, .noise = 0});
  SimulateOptions options{.queries = 20, .features = 1};
  options.model = built_in_models().sampler("plackett_luce");
  options.scale = 1e5;
  const Dataset drawn = simulate(options);
  for (Index q = 0; q < truth.num_queries(); ++q) {
    const auto grades = truth.ranking(q).to_input_order(truth.query(q).grades);
    const auto by_model = drawn.ranking(q).to_bucket_order(std::span<const double>(grades));
    EXPECT_TRUE(std::ranges::is_sorted(by_model, std::greater<>{})) << "query " << q;
  }
}

TEST(Simulate, RefusesWhatItCannotUse) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(simulate({.queries = 0}), ArgumentError);
  EXPECT_THROW(simulate({.features = 0}), ArgumentError);
  EXPECT_THROW(simulate({.mean_size = 0.5}), ArgumentError);
  EXPECT_THROW(simulate({.mean_size = kNan}), ArgumentError);
  EXPECT_THROW(simulate({.first_query = -1}), ArgumentError);
  EXPECT_THROW(simulate({.noise = -1}), ArgumentError);
  EXPECT_THROW(simulate({.noise = kNan}), ArgumentError);
  EXPECT_THROW(simulate({.threads = -1}), ArgumentError);
  for (const char* name : {"ranking_svm", "rank_regress", "davidson", "davidson_luce"}) {
    SimulateOptions options{.queries = 1};  // davidson_luce: without its tie parameter
    options.model = built_in_models().sampler(name);
    EXPECT_THROW(simulate(options), ArgumentError) << name;
  }
}

}  // namespace
}  // namespace fubini::simulate_test
