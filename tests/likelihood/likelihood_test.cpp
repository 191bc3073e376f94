// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/likelihood/likelihood.hpp"

#include "tests/support/datasets.hpp"

#include "fubini/core/error.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/score/scorers/linear.hpp"
#include "fubini/score/scorers/mlp.hpp"
#include "fubini/score/scorers/products.hpp"
#include "fubini/score/scorers/worths.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace fubini::likelihood_test {
namespace {

constexpr double kAgreement = 1e-12;  // sums over a few hundred queries in another order
constexpr Index kFeatures = 21, kItems = 15;

struct Setting {
  const char* name;
  Dataset data;
  Scorer scorer;
};

std::vector<Setting> every_scorer() {
  const Dataset dense = random_queries(Items::Kind::dense, 150, kFeatures, 1);
  const Dataset sparse = random_queries(Items::Kind::sparse, 150, kFeatures, 1);
  return {{"linear", dense, linear(kFeatures)},
          {"linear, sparse", sparse, linear(kFeatures)},
          {"mlp", dense, mlp(kFeatures, {9, 3})},
          {"mlp, sparse", sparse, mlp(kFeatures, {9, 3})},
          {"products", dense, products(kFeatures, {{0, 0}, {0, 5}, {3, 20}})},
          {"worths", random_rankings(150, kItems, 2), worths(kItems)}};
}

std::vector<double> some_parameters(const QueryLikelihood& likelihood) {
  std::vector<double> x(likelihood.num_weights() + likelihood.tie_parameters().size());
  for (std::size_t j = 0; j < x.size(); ++j) x[j] = uniform(3, 0, j) - 0.5;
  return x;
}

struct Sum {
  double value = 0;
  std::vector<double> gradient;
};

Sum together(const QueryLikelihood& likelihood, const Dataset& data, std::span<const Index> queries,
             std::span<const double> x) {
  Sum sum{0, std::vector<double>(x.size(), 0.0)};
  sum.value = likelihood.sum(data, queries, x, sum.gradient);
  return sum;
}

Sum one_by_one(const QueryLikelihood& likelihood, const Dataset& data,
               std::span<const Index> queries, std::span<const double> x) {
  Sum sum{0, std::vector<double>(x.size(), 0.0)};
  for (const Index q : queries)
    sum.value += data.weight(q) * likelihood.add_gradient(data.query(q), x, sum.gradient);
  return sum;
}

void expect_near(const Sum& a, const Sum& b, const char* name) {
  EXPECT_NEAR(a.value, b.value, kAgreement * std::abs(b.value)) << name;
  double norm = 1;
  for (const double slope : b.gradient) norm = std::max(norm, std::abs(slope));
  for (std::size_t j = 0; j < b.gradient.size(); ++j)
    EXPECT_NEAR(a.gradient[j], b.gradient[j], kAgreement * norm) << name << ", " << j;
}

TEST(Likelihood, ASumIsThatOfItsQueries) {
  for (const Setting& with : every_scorer()) {
    const Likelihood likelihood = by_hand(built_in_models().make("davidson"), with.scorer);
    const std::vector<double> x = some_parameters(*likelihood);
    std::vector<Index> queries(with.data.num_queries());
    std::iota(queries.begin(), queries.end(), Index{0});
    const Sum all = together(*likelihood, with.data, queries, x);
    expect_near(all, one_by_one(*likelihood, with.data, queries, x), with.name);
    EXPECT_NEAR(likelihood->sum(with.data, queries, x, {}), all.value,
                kAgreement * std::abs(all.value));
  }
}

TEST(Likelihood, ASumTakesQueriesInAnyOrderAndMoreThanOnce) {
  const std::vector<Index> queries = {7, 8, 9, 3, 3, 4, 149, 0, 1, 2, 100, 99};
  for (const Setting& with : every_scorer()) {
    const Likelihood likelihood = by_hand(built_in_models().make("pmop_full"), with.scorer);
    const std::vector<double> x = some_parameters(*likelihood);
    expect_near(together(*likelihood, with.data, queries, x),
                one_by_one(*likelihood, with.data, queries, x), with.name);
  }
}

// Query 1 is impossible for the model; its neighbours are not.
Dataset with_an_impossible_query(double weight) {
  Dataset data = Dataset::dense(1);
  data.add_query("a", std::vector<double>{1, 0}, std::vector<float>{1, 2});
  data.add_query("b", std::vector<double>{1, 1, 1}, std::vector<float>{1, 2, 3}, weight);
  data.add_query("c", std::vector<double>{2, 1}, std::vector<float>{3, 1});
  return data;
}

TEST(Likelihood, AnImpossibleQueryHasNoGradient) {
  const Likelihood likelihood = by_hand(built_in_models().make("davidson_luce"), linear(1));
  const std::vector<double> x = {0.3, 0.1};
  const Dataset data = with_an_impossible_query(1);
  const Sum all = together(*likelihood, data, std::vector<Index>{0, 1, 2}, x);
  EXPECT_EQ(all.value, -std::numeric_limits<double>::infinity());
  const Sum others = one_by_one(*likelihood, data, std::vector<Index>{0, 2}, x);
  for (std::size_t j = 0; j < x.size(); ++j)
    EXPECT_NEAR(all.gradient[j], others.gradient[j], kAgreement);
}

TEST(Likelihood, AQueryOfWeightZeroBetweenOthersCountsForNothing) {
  const Likelihood likelihood = by_hand(built_in_models().make("davidson_luce"), linear(1));
  const std::vector<double> x = {0.3, 0.1};
  const Dataset data = with_an_impossible_query(0);
  expect_near(together(*likelihood, data, std::vector<Index>{0, 1, 2}, x),
              one_by_one(*likelihood, data, std::vector<Index>{0, 2}, x), "weight 0");
  EXPECT_EQ(together(*likelihood, data, std::vector<Index>{1}, x).value, 0);
}

TEST(Likelihood, AnErrorNamesTheQueryAmongItsNeighbours) {
  Dataset data = Dataset::dense(1);
  for (const char* id : {"a", "b", "c"})
    data.add_query(id, std::vector<double>{1, 0, 2},
                   std::vector<float>{1, id[0] == 'b' ? 3e38F : 2, 3});
  const Likelihood likelihood = by_hand(built_in_models().make("pmop_full"), linear(1));
  const std::vector<double> x = {1e300};
  std::vector<double> gradient(1);
  try {
    likelihood->sum(data, std::vector<Index>{0, 1, 2}, x, gradient);
    FAIL() << "an infinite score was accepted";
  } catch (const NumericalError& error) {
    EXPECT_NE(std::string(error.what()).find("query 'b': the score of item 2"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace fubini::likelihood_test
