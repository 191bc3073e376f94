// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/simulate/simulate_pairs.hpp"

#include "fubini/core/error.hpp"
#include "fubini/catalogue/models.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace fubini::simulate_pairs_test {
namespace {

using Three = std::array<double, 3>;

struct PairModel {
  const char* name;
  std::vector<double> ties;
  Three (*probabilities)(double f_i, double f_j);  // from the books
};

double normal(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

const std::vector<PairModel>& pair_models() {
  static const std::vector<PairModel> all = {
      {"bradley_terry",
       {},
       [](double i, double j) {
         return Three{1 / (1 + std::exp(j - i)), 1 / (1 + std::exp(i - j)), 0};
       }},
      {"davidson",
       {0.3},
       [](double i, double j) {
         const double a = std::exp(i), b = std::exp(j), c = std::exp(0.3) * std::sqrt(a * b);
         return Three{a / (a + b + c), b / (a + b + c), c / (a + b + c)};
       }},
      {"rao_kupper",
       {-0.5},
       [](double i, double j) {
         const double a = std::exp(i), b = std::exp(j), theta = 1 + std::exp(-0.5);
         return Three{a / (a + theta * b), b / (theta * a + b),
                      (theta * theta - 1) * a * b / (a + theta * b) / (theta * a + b)};
       }},
      {"glenn_david",
       {-1},
       [](double i, double j) {
         const double d = i - j, tau = std::exp(-1.0);
         return Three{normal(d - tau), normal(-d - tau), normal(d + tau) - normal(d - tau)};
       }},
      {"pmop_full",
       {},
       [](double i, double j) {
         const double p = 2.0 / 3 / (1 + std::exp(j - i));
         return Three{p, 2.0 / 3 - p, 1.0 / 3};
       }},
  };
  return all;
}

std::map<std::pair<Index, Index>, Three> counts(const Dataset& data) {
  std::map<std::pair<Index, Index>, Three> result;
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    const Index first = query.ranking.order()[0];
    const int outcome = query.ranking.num_buckets() == 1 ? 2 : first == 0 ? 0 : 1;
    result[{query.items.id(first), query.items.id(1 - first)}][outcome] += query.weight;
  }
  return result;
}

double chi_square(double count, double expected) {
  return expected == 0 ? (count == 0 ? 0 : INFINITY) : std::pow(count - expected, 2) / expected;
}

constexpr Index kItems = 4, kPairs = kItems * (kItems - 1) / 2, kComparisons = 20'000;
const std::vector<double> kWorths = {0.5, -0.2, 1.1, -0.9};

TEST(SimulatePairs, CountsAgreeWithTheModelsProbabilities) {
  constexpr double kChiSquare12 = 32.9, kChiSquare5 = 20.5;  // 99.9 in 100 are below
  for (const PairModel& model : pair_models()) {
    SCOPED_TRACE(model.name);
    const SimulatedPairs drawn = simulate_pairs(
        built_in_models().make(model.name),
        {.items = kItems, .comparisons = kComparisons, .log_worths = kWorths, .ties = model.ties});
    EXPECT_EQ(drawn.log_worths, kWorths);
    double outcomes = 0, pairs = 0, total = 0;
    for (const auto& [pair, count] : counts(drawn.data)) {
      const double n = count[0] + count[1] + count[2];
      const Three p = model.probabilities(kWorths[pair.first], kWorths[pair.second]);
      for (int k = 0; k < 3; ++k) outcomes += chi_square(count[k], n * p[k]);
      pairs += chi_square(n, static_cast<double>(kComparisons) / kPairs);
      total += n;
    }
    EXPECT_LT(outcomes, kChiSquare12);
    EXPECT_LT(pairs, kChiSquare5) << "pairs are drawn evenly";
    EXPECT_EQ(total, kComparisons);
  }
}

TEST(SimulatePairs, ProbabilitiesAreThoseOfTheBooks) {
  constexpr double kRounding = 1e-14;
  for (const PairModel& model : pair_models()) {
    const Three wanted = model.probabilities(0.7, -0.4);
    const Three found =
        pair_probabilities(built_in_models().make(model.name), 0.7, -0.4, model.ties);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(found[k], wanted[k], kRounding) << model.name;
  }
}

TEST(SimulatePairs, TheFirstComparisonsStayTheSame) {
  const Model model = built_in_models().make("davidson");
  const auto fewer = counts(simulate_pairs(model, {.comparisons = 500, .ties = {0}}).data);
  auto more = counts(simulate_pairs(model, {.comparisons = 900, .ties = {0}}).data);
  for (const auto& [pair, count] : fewer)
    for (int k = 0; k < 3; ++k) EXPECT_LE(count[k], more[pair][k]);
}

TEST(SimulatePairs, WorthsHaveTheScaleAskedFor) {
  const SimulatedPairs drawn = simulate_pairs(built_in_models().make("bradley_terry"),
                                              {.items = 1000, .comparisons = 1, .scale = 3});
  double squares = 0;
  for (const double f : drawn.log_worths) squares += f * f;
  constexpr double kFourErrors = 4 * 9 * 0.0447;  // of a variance 9 from 1000: 9 sqrt(2 / 1000)
  EXPECT_NEAR(squares / 1000, 9, kFourErrors);
}

std::string refusal(const std::string& model, const SimulatePairsOptions& options) {
  try {
    simulate_pairs(built_in_models().make(model), options);
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SimulatePairs, RefusesWhatIsNoProbabilityOfPairs) {
  const auto has = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(refusal("ranking_svm", {}), "is a loss, not a probability");
  has(refusal("rank_regress", {}), "is a loss, not a probability");
  has(refusal("pmop_full:constant=no", {}), "is not a probability of pairs");
  has(refusal("davidson", {}), "0 tie parameters; wanted 1");
  has(refusal("bradley_terry", {.items = 1}), "items is 1; wanted 2");
  has(refusal("bradley_terry", {.comparisons = 0}), "comparisons is 0");
  has(refusal("bradley_terry", {.log_worths = {1, 2}}), "2 log-worths for 20 items");
  has(refusal("bradley_terry", {.scale = INFINITY}), "scale is inf");
}

}  // namespace
}  // namespace fubini::simulate_pairs_test
