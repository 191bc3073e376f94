// SPDX-License-Identifier: BSD-3-Clause
// Faults that hide: wrong at one place only, and right wherever cases are drawn. Level quick must
// meet each of them.
#include "tests/support/faulty_models.hpp"

#include "fubini/check/levels.hpp"
#include "models/davidson.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace fubini::places_test {
namespace {

// davidson, whose slopes are changed where `where` says so
struct hiding : davidson {
  struct Where {
    const Ranking& ranking;
    std::span<const double> f;
    double beta;
  };
  bool (*where)(const Where&) = nullptr;
  bool tiny = false;  // instead: entries below 1e-12 of the norm are doubled

  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    std::vector<double> scores(f.size(), 0.0), slopes(1, 0.0);
    const double value = davidson::log_likelihood(ranking, f, ties, Gradient{scores, slopes});
    if (where != nullptr && where({ranking, f, ties[0]})) scores[0] += 1e-3;
    double norm = 0;
    for (const double slope : scores) norm = std::hypot(norm, slope);
    for (std::size_t i = 0; i < f.size(); ++i)
      g.scores[i] += tiny && std::abs(scores[i]) < 1e-12 * norm ? 2 * scores[i] : scores[i];
    g.ties[0] += slopes[0];
    return value;
  }
  using davidson::log_likelihood;
};

double largest(std::span<const double> f) {
  double most = 0;
  for (const double x : f) most = std::max(most, std::abs(x));
  return most;
}
std::multiset<Index> sizes(const Ranking& ranking) {
  std::multiset<Index> all;
  for (Index k = 0; k < ranking.num_buckets(); ++k) all.insert(ranking.bucket_size(k));
  return all;
}

check::GradientReport quick(const hiding& model, const char* scorer = "worths") {
  return check::gradients(in_every_arithmetic(model), scorer_under_test(scorer),
                          check::level("quick").gradients);
}

void expect_caught(bool (*where)(const hiding::Where&), const std::string& place) {
  hiding model;
  model.where = where;
  for (const char* scorer : {"worths", "linear"}) {
    const check::GradientReport report = quick(model, scorer);
    EXPECT_FALSE(report.passed()) << place << " through " << scorer;
    EXPECT_NE(check::to_text({report}).find(place), std::string::npos) << check::to_text({report});
  }
}

TEST(Places, TheModelItselfPasses) {
  const check::GradientReport report = quick({});
  EXPECT_EQ(report.verdict(), "ok") << check::to_text({report});
  EXPECT_GT(report.cases, 4'000);
}

TEST(Places, AFaultWhereAllScoresAreZeroIsMet) {
  expect_caught([](const hiding::Where& at) { return largest(at.f) == 0; }, "all scores 0");
}
TEST(Places, AFaultAtTinyScoresIsMet) {
  const auto tiny = [](const hiding::Where& at) { return largest(at.f) < 1e-3; };
  expect_caught(tiny, "start: ");
}
TEST(Places, AFaultAtABetaOfZeroIsMet) {
  expect_caught([](const hiding::Where& at) { return at.beta == 0; }, "tie parameters 0");
}
TEST(Places, AFaultBeyondAThousandItemsIsMet) {
  expect_caught([](const hiding::Where& at) { return at.f.size() > 1000; }, "of size 1");
}
TEST(Places, AFaultBeyondABetaOfSixtyIsMet) {
  expect_caught([](const hiding::Where& at) { return at.beta > 60; }, "beta = ");
}
TEST(Places, AFaultOnSixtyFourItemsIsMet) {
  expect_caught([](const hiding::Where& at) { return at.f.size() == 64; }, "FAILED: reverse");
}
TEST(Places, AFaultOnBucketsOfThreeAndFourIsMet) {
  const auto both = [](const hiding::Where& at) {
    return sizes(at.ranking) == std::multiset<Index>{3, 4};
  };
  expect_caught(both, "of buckets ");
}
TEST(Places, TinyEntriesThatAreDoubledAreSeen) {
  hiding model;
  model.tiny = true;
  const check::GradientReport report = quick(model);
  EXPECT_EQ(failed(report), std::vector{Way::entrywise}) << check::to_text({report});
}

TEST(Places, AreListedWhereTheyCostTooMuch) {
  std::vector<check::LeftOut> left_out;
  ModelInfo info;
  info.cost = Cost::n_cubed;
  check::places(info, {}, {}, left_out);
  ASSERT_FALSE(left_out.empty());
  bool sizes = false;
  for (const check::LeftOut& one : left_out) {
    sizes |= one.what == "sizes" && one.names.back() == "size 4096";
    EXPECT_GT(one.count(), 0);
  }
  EXPECT_TRUE(sizes);
}

TEST(Places, HoldEverySizeAroundThePowersOfTwo) {
  std::vector<check::LeftOut> left_out;
  std::set<std::string> all;
  ModelInfo info;
  info.cost = Cost::n;
  for (const check::Place& place : check::places(info, {"a", "b"}, {}, left_out))
    all.insert(place.what);
  EXPECT_TRUE(left_out.empty());
  for (Index power = 1; power <= 4096; power *= 2)
    for (const Index n : {power - 1, power, power + 1})
      EXPECT_TRUE(n == 0 || n > 4096 || all.contains("size " + std::to_string(n))) << n;
  for (const char* place : {"a = 0.5", "b = -1000", "buckets 70, 70", "buckets 3, 4", "buckets 70",
                            "start: all scores 0, tie parameters 0", "scores to +-10000"})
    EXPECT_TRUE(all.contains(place)) << place;
}

}  // namespace
}  // namespace fubini::places_test
