// SPDX-License-Identifier: BSD-3-Clause
// Log-likelihoods of queries that are too large to enumerate
#include "fubini/catalogue/models.hpp"
#include "fubini/core/error.hpp"
#include "fubini/evaluate/evaluate.hpp"
#include "tests/sample/importance_potentials.hpp"

#include <gtest/gtest.h>

namespace fubini::likelihoods_test {
namespace {

// Queries of 30 items and of 5, in buckets
Dataset queries() {
  Dataset data = Dataset::identity(30);
  for (const Index items : {30, 5, 30}) {
    std::vector<double> grades;
    std::vector<Index> ids;
    for (Index i = 0; i < items; ++i) {
      grades.push_back(static_cast<double>((i * 7) % 4));
      ids.push_back(i);
    }
    data.add_query("q", grades, ids, static_cast<double>(data.num_queries() + 1));
  }
  return data;
}

template <class P>
Summary estimated(const Dataset& data, std::span<const double> scores, int threads = 0,
                  std::uint64_t seed = 1) {
  return log_likelihoods(Model(pmop<P>{}), Sampler(pmop<P>{}), data, scores, {}, threads, seed);
}

TEST(Likelihoods, LargeQueriesOfAnyPotentialAreEstimated) {
  constexpr double kRounding = 1e-9;
  const Dataset data = queries();
  const auto scores = normal_scores(data.num_rows(), 4);
  const Summary exact = log_likelihoods(built_in_models().make("pmop_mean"), data, scores, {});
  const Summary found = estimated<mean_in_disguise>(data, scores);
  EXPECT_EQ(exact.estimated, 0);
  EXPECT_EQ(found.estimated, 2);
  EXPECT_NEAR(found.total, exact.total, kRounding * std::abs(exact.total));
  EXPECT_NEAR(*found.values[1], *exact.values[1], kRounding) << "enumerated";
}

TEST(Likelihoods, EstimatesKnowTheirErrorAndTheSeedAlone) {
  const Dataset data = queries();
  const auto scores = normal_scores(data.num_rows(), 4);
  const Summary exact = log_likelihoods(built_in_models().make("pmop_full"), data, scores, {});
  const Summary found = estimated<full_in_disguise>(data, scores, 1);
  EXPECT_GT(found.estimation_error, 0);
  EXPECT_NEAR(found.total, exact.total, 4 * found.estimation_error);
  EXPECT_LT(found.estimation_error, 1e-2 * std::abs(exact.total));
  EXPECT_EQ(found.values, estimated<full_in_disguise>(data, scores, 4).values);
  EXPECT_NE(found.values, estimated<full_in_disguise>(data, scores, 1, 2).values);
}

TEST(Likelihoods, WithoutASamplerLargeQueriesAreRefused) {
  const Dataset data = queries();
  const std::vector<double> scores(data.num_rows(), 0.0);
  EXPECT_THROW(log_likelihoods(Model(pmop<spread>{}), data, scores, {}), ArgumentError);
}

}  // namespace
}  // namespace fubini::likelihoods_test
