// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/evaluate/evaluate.hpp"

#include "fubini/catalogue/metrics.hpp"
#include "fubini/evaluate/metrics/map.hpp"
#include "fubini/evaluate/metrics/ndcg.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/random.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/model/log_likelihood.hpp"
#include "tests/support/datasets.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>
#include <limits>

namespace fubini::evaluate_test {
namespace {

using Numbers = std::vector<double>;

const Numbers kNothingRelevant = {0, 0, 0}, kScores = {3, 1, 2};

Dataset with_weights(const std::vector<double>& weights) {
  Dataset data = Dataset::identity(2);
  for (const double weight : weights)
    data.add_query("q", Numbers{1, 0}, std::vector<Index>{0, 1}, weight);
  return data;
}

std::string complaint(const char* metric, const Numbers& grades, const Numbers& scores,
                      const Conventions& conventions = {}) {
  try {
    evaluate(parse_metric(metric), grades, scores, conventions);
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "";
}

TEST(Evaluate, QueriesWithoutAValueFollowTheConvention) {
  for (const char* metric : {"ndcg", "ndcg@1", "err", "map", "mrr", "tau_b", "pairwise"}) {
    EXPECT_FALSE(evaluate(parse_metric(metric), kNothingRelevant, kScores)) << metric;
    for (const double empty : {0.0, 0.5, 1.0})
      EXPECT_EQ(evaluate(parse_metric(metric), kNothingRelevant, kScores, {.empty = empty}), empty);
  }
  EXPECT_FALSE(evaluate(parse_metric("dcg"), kNothingRelevant, kScores));
  EXPECT_EQ(evaluate(parse_metric("dcg"), kNothingRelevant, kScores, {.empty = 1}), 0);
  EXPECT_FALSE(evaluate(parse_metric("map"), Numbers{1, 1}, Numbers{1, 2}, {.relevant_above = 1}));
}

TEST(Evaluate, RefusesWhatItCannotUse) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  for (const char* metric : {"ndcg", "err", "map", "mrr", "tau_b", "pairwise"}) {
    EXPECT_NE(complaint(metric, {1, nan}, {1, 2}), "") << metric;
    EXPECT_NE(complaint(metric, {1, infinity}, {1, 2}), "") << metric;
    EXPECT_NE(complaint(metric, {1, 0}, {1, nan}).find("score 2 is nan"), std::string::npos);
    EXPECT_NE(complaint(metric, {1, 0}, {1, -infinity}), "") << metric;
    EXPECT_NE(complaint(metric, {1, 0}, {1}).find("1 scores for 2 grades"), std::string::npos);
  }
  EXPECT_NE(complaint("ndcg", {1, -1}, {1, 2}).find("-1; ndcg wants grades of 0"),
            std::string::npos);
  EXPECT_EQ(complaint("tau_b", {1, -1}, {1, 2}), "");
  EXPECT_NE(complaint("err", {5, 0}, {1, 2}).find("max_grade = 4"), std::string::npos);
  EXPECT_EQ(complaint("err", {5, 0}, {1, 2}, {.max_grade = 5}), "");
  EXPECT_EQ(complaint("ndcg", {5, 0}, {1, 2}), "");
  EXPECT_NE(complaint("ndcg", {2000, 0}, {1, 2}), "");
  EXPECT_EQ(complaint("ndcg", {2000, 0}, {1, 2}, {.gain = Gain::linear}), "");
  for (const Conventions& bad : {Conventions{.empty = 2}, Conventions{.max_grade = 0},
                                 Conventions{.max_grade = nan}, Conventions{.relevant_above = -1}})
    EXPECT_NE(complaint("ndcg", {1, 0}, {1, 2}, bad), "");
}

TEST(Evaluate, MetricsHaveNames) {
  for (const char* text : {"ndcg", "ndcg@10", "dcg@3", "err@5", "map", "mrr@10", "tau_b"})
    EXPECT_EQ(parse_metric(text).name(), text);
  EXPECT_EQ(parse_metrics("ndcg@1,map"), (std::vector<Metric>{ndcg{.cutoff = 1}, fubini::map{}}));
  for (const char* bad : {"", "ndgc", "ndcg@", "ndcg@0", "ndcg@-1", "ndcg@x", "map@5", "tau_b@2"})
    EXPECT_THROW(parse_metrics(bad), ArgumentError) << bad;
  try {
    parse_metric("ndgc@5");
  } catch (const UnknownName& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean ndcg?"), std::string::npos);
  }
}

TEST(Evaluate, DescribesTheConventionsThatMatter) {
  const auto all = describe({}, parse_metrics("ndcg,err,map,pairwise"));
  for (const char* part :
       {"2^grade - 1", "log2", "2^4", "grade > 0", "expectation", "skipped", "1/2"})
    EXPECT_NE(all.find(part), std::string::npos) << part << " is not in " << all;
  const auto pairs = describe({.empty = 0.5}, parse_metrics("tau_b"));
  EXPECT_EQ(pairs.find("gain"), std::string::npos);
  EXPECT_NE(pairs.find("count 0.5"), std::string::npos);
}

TEST(Evaluate, SummaryHasMeanAndStandardErrorOverQueriesThatCount) {
  const Summary plain = summarize("x", with_weights({1, 1, 1, 1}), {1.0, {}, 4.0, 7.0});
  EXPECT_EQ(plain.counted, 3);
  EXPECT_DOUBLE_EQ(plain.mean, 4);
  EXPECT_DOUBLE_EQ(plain.total, 12);
  EXPECT_DOUBLE_EQ(plain.standard_error, std::sqrt((9.0 + 0 + 9) / 2 / 3));
  // a weight of 3 is three queries; a weight of 0 is none
  const Summary heavy = summarize("x", with_weights({3, 1, 0}), {2.0, 5.0, 100.0});
  const Summary many = summarize("x", with_weights({1, 1, 1, 1}), {2.0, 2.0, 2.0, 5.0});
  EXPECT_EQ(heavy.counted, 2);
  EXPECT_DOUBLE_EQ(heavy.mean, many.mean);
  EXPECT_DOUBLE_EQ(heavy.standard_error, many.standard_error);
  const Summary one = summarize("x", with_weights({1}), {2.0}),
                none = summarize("x", with_weights({1}), {{}});
  EXPECT_EQ(one.mean, 2);
  EXPECT_TRUE(std::isnan(one.standard_error));
  EXPECT_TRUE(std::isnan(none.mean));
  EXPECT_EQ(none.counted, 0);
}

TEST(Evaluate, TakesScoresOfADatasetInInputOrder) {
  Dataset data = Dataset::dense(1);
  const Numbers first = {0, 2, 1}, second = {1, 3};
  data.add_query("a", first, std::vector<float>{0, 2, 1});
  data.add_query("b", second, std::vector<float>{1, 3});
  const Numbers scores = {0.5, 0.25, 0.75, 2, 1};
  const auto metrics = parse_metrics("ndcg,err,map,mrr,tau_b,pairwise");
  for (const TiedScores ties : {TiedScores::average, TiedScores::row}) {
    const Conventions conventions{.ties = ties};
    const auto found = evaluate(data, scores, metrics, conventions);
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      EXPECT_EQ(found[m].name, metrics[m].name());
      EXPECT_EQ(found[m].values[0],
                evaluate(metrics[m], first, Numbers{0.5, 0.25, 0.75}, conventions));
      EXPECT_EQ(found[m].values[1], evaluate(metrics[m], second, Numbers{2, 1}, conventions));
    }
  }
  EXPECT_EQ(score_all(data,
                      [](const Query& query) {
                        Numbers result;
                        for (Index i = 0; i < query.items.size(); ++i)
                          result.push_back(query.items.feature(i, 0));
                        return result;
                      }),
            (Numbers{0, 2, 1, 1, 3}));
  EXPECT_THROW(evaluate(data, Numbers{1, 2}, metrics), ArgumentError);
}

// Rows of equal scores keep the order in which they were added, though a dataset sorts by grade.
TEST(Evaluate, RowsAreThoseOfTheInput) {
  Dataset data = Dataset::dense(1);
  data.add_query("a", Numbers{0, 1}, std::vector<float>{0, 0});
  const auto metrics = parse_metrics("mrr");
  const auto found = evaluate(data, Numbers{5, 5}, metrics, {.ties = TiedScores::row});
  EXPECT_EQ(found[0].mean, 0.5);
}

TEST(Evaluate, AnyNumberOfThreadsGivesTheSameBits) {
  const tbb::global_control four(tbb::global_control::max_allowed_parallelism, 4);
  const Dataset data = random_queries(Items::Kind::dense, 60, 2, 5);
  Numbers scores;
  for (Index i = 0; i < data.num_rows(); ++i)
    scores.push_back(std::floor(20 * uniform(9, 0, static_cast<std::uint64_t>(i))));
  const auto metrics = parse_metrics("ndcg@5,err,map,mrr,tau_b,pairwise");
  const auto one = evaluate(data, scores, metrics, {}, 1);
  const Model model = built_in_models().make("pmop_full");
  const Summary likelihood = log_likelihoods(model, data, scores, {}, 1);
  for (const int threads : {2, 4}) {
    const auto many = evaluate(data, scores, metrics, {}, threads);
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      EXPECT_EQ(many[m].mean, one[m].mean);
      EXPECT_EQ(many[m].standard_error, one[m].standard_error);
      EXPECT_EQ(many[m].values, one[m].values);
    }
    EXPECT_EQ(log_likelihoods(model, data, scores, {}, threads).total, likelihood.total);
  }
}

TEST(Evaluate, LogLikelihoodsAreThoseOfTheModelTimesWeights) {
  Dataset data = Dataset::dense(1);
  data.add_query("a", Numbers{0, 2, 2}, std::vector<float>{0, 0, 0}, 2);
  data.add_query("b", Numbers{1, 0}, std::vector<float>{0, 0});
  const Numbers scores = {0.1, 0.2, 0.3, -1, 1}, ties = {0.4};
  const Model model = built_in_models().make("davidson");
  const double a = log_likelihood(model, Ranking({2, 1}), Numbers{0.2, 0.3, 0.1}, ties);
  const double b = log_likelihood(model, Ranking({1, 1}), Numbers{-1, 1}, ties);
  const Summary found = log_likelihoods(model, data, scores, ties);
  EXPECT_DOUBLE_EQ(found.total, 2 * a + b);
  EXPECT_DOUBLE_EQ(found.mean, (2 * a + b) / 3);
  EXPECT_THROW(log_likelihoods(built_in_models().make("ranking_svm"), data, scores, {}),
               ArgumentError);
}

TEST(Evaluate, ImpossibleRankingsHaveLogLikelihoodMinusInfinity) {
  Dataset data = Dataset::dense(1);
  data.add_query("a", Numbers{1, 1, 1}, std::vector<float>{0, 0, 0});
  data.add_query("b", Numbers{1, 0}, std::vector<float>{0, 0});
  const Model pairs_only = built_in_models().make("davidson_luce:max_order=2");
  const Summary found = log_likelihoods(pairs_only, data, Numbers{1, 2, 3, 4, 5}, Numbers{0.0});
  EXPECT_EQ(found.total, -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(found.standard_error));
}

}  // namespace
}  // namespace fubini::evaluate_test
