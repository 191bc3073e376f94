// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/error.hpp"
#include "fubini/core/random.hpp"
#include "fubini/catalogue/metrics.hpp"
#include "fubini/evaluate/evaluate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fubini::positions_test {
namespace {

constexpr double kRounding = 1e-13;  // sums of at most 5040 orders of values up to 10
using Numbers = std::vector<double>;

double value(const char* metric, const Numbers& grades, const Numbers& scores,
             const Conventions& conventions = {}) {
  return evaluate(parse_metric(metric), grades, scores, conventions).value_or(std::nan(""));
}

// The definitions, of grades in a fixed order
double plain(const Metric& metric, const Numbers& grades, const Conventions& conventions) {
  const auto at = metric.name().find('@');
  const std::string measure = metric.name().substr(0, at);
  const auto last = at == std::string::npos
                        ? grades.size()
                        : static_cast<std::size_t>(std::stoi(metric.name().substr(at + 1)));
  const auto gain = [&](double grade) {
    return conventions.gain == Gain::linear ? grade : std::pow(2, grade) - 1;
  };
  double dcg = 0, best = 0, err = 0, go_on = 1, precisions = 0, relevant = 0, first = 0;
  Numbers ideal = grades;
  std::ranges::sort(ideal, std::greater<>());
  for (std::size_t i = 0; i < grades.size(); ++i) {
    const double position = static_cast<double>(i) + 1;
    const double stop = (std::pow(2, grades[i]) - 1) / std::pow(2, conventions.max_grade);
    if (grades[i] > conventions.relevant_above) precisions += ++relevant / position;
    if (i >= last) continue;
    dcg += gain(grades[i]) / std::log2(1 + position);
    best += gain(ideal[i]) / std::log2(1 + position);
    err += go_on * stop / position;
    go_on *= 1 - stop;
    if (relevant == 1 && first == 0) first = 1 / position;
  }
  if (measure == "dcg") return dcg;
  if (measure == "ndcg") return dcg / best;
  if (measure == "err") return err;
  return measure == "map" ? precisions / relevant : first;
}

struct Spread {
  double mean = 0, least = 1e9, most = -1e9, by_row = 0;
};

// Over all orders of the items in which scores do not increase
Spread over_orders(const Metric& metric, const Numbers& grades, const Numbers& scores,
                   const Conventions& conventions) {
  std::vector<std::size_t> order(grades.size());
  std::iota(order.begin(), order.end(), 0);
  Spread spread;
  double count = 0;
  do {
    if (!std::ranges::is_sorted(order, std::greater<>(), [&](auto i) { return scores[i]; }))
      continue;
    Numbers sorted;
    for (const auto i : order) sorted.push_back(grades[i]);
    const double one = plain(metric, sorted, conventions);
    if (count == 0) spread.by_row = one;  // the first in lexicographic order
    ++count;
    spread.mean += one;
    spread.least = std::min(spread.least, one);
    spread.most = std::max(spread.most, one);
  } while (std::ranges::next_permutation(order).found);
  spread.mean /= count;
  return spread;
}

TEST(Positions, TiedScoresAreTheExpectationTheExtremesOrTheRowsOverAllOrders) {
  for (std::uint64_t c = 0; c < 24; ++c) {
    std::uint64_t next = 0;
    const auto draw = [&](int most) {
      return std::floor(static_cast<double>(most) * uniform(c, 0, next++));
    };
    Numbers grades, scores;
    const std::size_t size = 2 + c % 6;
    const int distinct = 1 + static_cast<int>(c % 3);
    for (std::size_t i = 0; i < size; ++i) {
      grades.push_back(c % 4 == 3 ? 0.25 * draw(16) : draw(5));
      scores.push_back(draw(distinct));
    }
    grades[size / 2] = 2;  // something relevant
    Conventions conventions{.gain = c % 2 == 0 ? Gain::exponential : Gain::linear,
                            .relevant_above = c % 5 == 0 ? 1.0 : 0.0};
    for (const char* text : {"ndcg", "ndcg@1", "ndcg@2", "dcg", "dcg@2", "err", "err@1", "err@2",
                             "map", "mrr", "mrr@2"}) {
      const Metric metric = parse_metric(text);
      if (size < 2 && metric.name().ends_with("@2")) continue;
      const Spread wanted = over_orders(metric, grades, scores, conventions);
      const auto found = [&](TiedScores ties) {
        conventions.ties = ties;
        return value(text, grades, scores, conventions);
      };
      EXPECT_NEAR(found(TiedScores::average), wanted.mean, kRounding) << text << " of case " << c;
      EXPECT_NEAR(found(TiedScores::worst), wanted.least, kRounding) << text << " of case " << c;
      EXPECT_NEAR(found(TiedScores::best), wanted.most, kRounding) << text << " of case " << c;
      EXPECT_NEAR(found(TiedScores::row), wanted.by_row, kRounding) << text << " of case " << c;
    }
  }
}

TEST(Positions, OrderOfRowsDoesNotChangeABitOfAverages) {
  Numbers grades, scores;
  for (std::uint64_t i = 0; i < 60; ++i) {
    grades.push_back(std::floor(5 * uniform(1, 0, i)) + 0.1);
    scores.push_back(std::floor(6 * uniform(1, 1, i)) / 7);
  }
  const Conventions conventions{.max_grade = 5};
  std::vector<std::size_t> order(grades.size());
  std::iota(order.begin(), order.end(), 0);
  for (std::uint64_t round = 0; round < 10; ++round) {
    std::ranges::sort(order, {}, [&](auto i) { return uniform(2, round, i); });
    Numbers moved_grades, moved_scores;
    for (const auto i : order) {
      moved_grades.push_back(grades[i]);
      moved_scores.push_back(scores[i]);
    }
    for (const char* metric : {"ndcg", "ndcg@5", "dcg", "err", "err@7", "map", "mrr", "tau_b"})
      EXPECT_EQ(value(metric, moved_grades, moved_scores, conventions),
                value(metric, grades, scores, conventions))
          << metric;
  }
}

// From an independent program, 15 digits
TEST(Positions, AgreeWithPublishedCases) {
  constexpr double kDigits = 1e-12;
  const Numbers grades = {1, 4, 3, 2, 3}, scores = {1.7, -2.5, -0.5, 0.9, -0.2};
  EXPECT_NEAR(value("ndcg@3", grades, scores), 0.278960004901284, kDigits);
  EXPECT_NEAR(value("ndcg", grades, scores), 0.618421452472935, kDigits);
  EXPECT_NEAR(value("dcg", grades, scores), 15.2103172757462, 1e-12);
  EXPECT_NEAR(value("err", grades, scores), 0.353528022766113, kDigits);
  const Numbers tied_grades = {0, 1, 2, 3, 4, 0, 1}, tied = {0, 0, 0, 1, -1, 2, -2};
  EXPECT_NEAR(value("ndcg@3", tied_grades, tied), 0.243022156223961, kDigits);
  EXPECT_NEAR(value("ndcg@5", tied_grades, tied), 0.284034388712104, kDigits);
  EXPECT_NEAR(value("ndcg", tied_grades, tied), 0.545211866817971, kDigits);
  EXPECT_NEAR(value("ndcg", tied_grades, tied, {.ties = TiedScores::worst}), 0.53759842455878,
              kDigits);
  EXPECT_NEAR(value("ndcg", tied_grades, tied, {.ties = TiedScores::best}), 0.553216395959862,
              kDigits);
}

// k relevant ones of one grade among n tied items: E[prod] over t drawn is a sum over how many of
// them are relevant, and the first relevant one stands at j with a chance of its own.
TEST(Positions, LargeGroupsOfTiedScoresKeepTheirDigits) {
  constexpr double kDigits = 1e-12;
  const std::size_t n = 20000;
  Numbers grades(n, 0.0), scores(n, 0.5);
  grades[n / 3] = 3;
  const double stop = 7.0 / 16;
  double harmonic = 0;
  for (std::size_t i = n; i > 0; --i) harmonic += 1 / static_cast<double>(i);
  const double size = static_cast<double>(n);
  EXPECT_NEAR(value("err", grades, scores), stop * harmonic / size, kDigits);
  EXPECT_NEAR(value("mrr", grades, scores), harmonic / size, kDigits);
  EXPECT_NEAR(value("map", grades, scores), harmonic / size, kDigits);

  const Numbers all(n, 3.0);
  double wanted = 0, go_on = 1;
  for (std::size_t i = 1; i <= n; ++i) {
    wanted += go_on * stop / static_cast<double>(i);
    go_on *= 1 - stop;
  }
  EXPECT_NEAR(value("err", all, scores), wanted, kDigits);
  EXPECT_DOUBLE_EQ(value("ndcg@10", all, scores), 1);
}

TEST(Positions, SmallAndFractionalGradesHaveGains) {
  EXPECT_DOUBLE_EQ(value("ndcg", {0, 1e-20}, {1, 0}), 1 / std::log2(3));
  EXPECT_DOUBLE_EQ(value("dcg@1", {0.61, 0.07}, {1, 0}), std::exp2(0.61) - 1);
  EXPECT_DOUBLE_EQ(value("err@1", {0.61, 0.07}, {1, 0}, {.max_grade = 1}),
                   (std::exp2(0.61) - 1) / 2);
}

TEST(Positions, CutoffsBeyondTheEndAreNone) {
  const Numbers grades = {1, 0, 2}, scores = {1, 2, 2};
  for (const std::string metric : {"ndcg", "dcg", "err", "mrr"})
    EXPECT_EQ(value((metric + "@1000").c_str(), grades, scores),
              value(metric.c_str(), grades, scores));
}

}  // namespace
}  // namespace fubini::positions_test
