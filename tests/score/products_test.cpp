// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/scorers/products.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/random.hpp"
#include "fubini/fit/objective.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/score/scorers/linear.hpp"
#include "fubini/score/scorers/mlp.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fubini::products_test {
namespace {

constexpr Index kFeatures = 4;
constexpr double kRounding = 1e-11;  // sums of some hundred terms of size 10

// Grades that depend on x_0 x_1; every third value is 0, features have means and scales
Dataset make_data(bool sparse) {
  Dataset data = sparse ? Dataset::sparse(kFeatures) : Dataset::dense(kFeatures);
  Draws draws(7, 0);
  for (Index q = 0; q < 30; ++q) {
    const Index n = 1 + draws.below(20);
    std::vector<double> grades;
    std::vector<float> rows;
    SparseRows view;
    std::vector<Index> offsets = {0};
    std::vector<Column> columns;
    std::vector<float> values;
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < kFeatures; ++j) {
        const bool zero = draws.below(3) == 0;
        const double x = zero ? 0 : draws.between(-1, 1) * static_cast<double>(j + 1) + 2;
        rows.push_back(static_cast<float>(x));
        if (x == 0) continue;
        columns.push_back(static_cast<Column>(j));
        values.push_back(rows.back());
      }
      offsets.push_back(std::ssize(columns));
      const float* row = rows.data() + i * kFeatures;
      grades.push_back(std::floor(row[0] * row[1] / 2 + draws.between(0, 1)));
    }
    if (sparse)
      data.add_query(std::to_string(q), grades, SparseRows{offsets, columns, values});
    else
      data.add_query(std::to_string(q), grades, rows);
  }
  return data;
}

// Correlation of z_a z_b with the grade, from the columns themselves
struct Column {
  double correlation, scale;
};
Column brute_force(const Dataset& data, const Standardisation& by, Index a, Index b) {
  std::vector<double> x, y;
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    for (Index i = 0; i < query.items.size(); ++i) {
      const auto z = [&](Index j) {
        return (query.items.feature(i, j) - by.mean[j]) / by.scale[j];
      };
      x.push_back(z(a) * z(b));
      y.push_back(query.grades[i]);
    }
  }
  const auto n = static_cast<double>(x.size());
  double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mx += x[i] / n, my += y[i] / n;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx) / n;
    yy += (y[i] - my) * (y[i] - my) / n;
    xy += (x[i] - mx) * (y[i] - my) / n;
  }
  return {xy / std::sqrt(xx * yy), std::sqrt(xx)};
}

Pairs selected(const Dataset& data, const char* threshold, Standardisation& by) {
  return products::select(threshold, data, by).pairs();
}

TEST(Standardisation, IsTheSameForDenseAndSparseRows) {
  const Standardisation dense = standardisation_of(make_data(false)),
                        sparse = standardisation_of(make_data(true));
  for (Index j = 0; j < kFeatures; ++j) {
    EXPECT_NEAR(dense.mean[j], sparse.mean[j], kRounding);
    EXPECT_NEAR(dense.scale[j], sparse.scale[j], kRounding);
    EXPECT_GT(dense.scale[j], 0.1);
  }
}

TEST(Standardisation, AConstantFeatureKeepsItsScale) {
  Dataset data = Dataset::dense(1);
  data.add_query("q", std::vector<double>{0, 1, 2}, std::vector<float>{0.1F, 0.1F, 0.1F});
  EXPECT_EQ(standardisation_of(data).scale[0], 1);
}

TEST(SelectProducts, AgreesWithCorrelationsOfTheColumns) {
  for (const bool sparse : {false, true}) {
    const Dataset data = make_data(sparse);
    Standardisation by = standardisation_of(data);
    constexpr double kThreshold = 0.15;
    const Pairs pairs = selected(data, "0.15", by);
    std::size_t at = 0;
    for (Index a = 0; a < kFeatures; ++a)
      for (Index b = a; b < kFeatures; ++b) {
        const Column column = brute_force(data, by, a, b);
        if (std::abs(column.correlation) <= kThreshold) continue;
        ASSERT_LT(at, pairs.size());
        EXPECT_EQ(pairs[at], std::pair(a, b));
        EXPECT_NEAR(by.product_scale[at], column.scale, kRounding);
        ++at;
      }
    EXPECT_EQ(at, pairs.size());
    EXPECT_GT(at, 0U);
    EXPECT_LT(at, 10U) << "nothing was left out";
    EXPECT_THROW(selected(data, "0.999", by), ArgumentError);
    EXPECT_THROW(selected(data, "-1", by), ArgumentError);
  }
}

TEST(Products, FoldedScoresAreThoseOfStandardisedColumns) {
  const Dataset data = make_data(true);
  Standardisation by = standardisation_of(data);
  const products scorer(kFeatures, selected(data, "0.05", by));
  Draws draws(3, 0);
  std::vector<double> u(scorer.num_weights()), w(u.size());
  for (double& x : u) x = draws.between(-1, 1);
  scorer.fold(by, u, w);
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Items items = data.query(q).items;
    std::vector<double> f(items.size()), plain(items.size());
    ScorerMemory kept;
    scorer.forward(items, w, f, kept);
    scorer.score<double>(items, w, plain);
    double shift = 0;
    for (Index i = 0; i < items.size(); ++i) {
      const auto z = [&](Index j) { return (items.feature(i, j) - by.mean[j]) / by.scale[j]; };
      double wanted = 0;
      for (Index j = 0; j < kFeatures; ++j) wanted += u[j] * z(j);
      for (std::size_t p = 0; p < scorer.pairs().size(); ++p)
        wanted += u[kFeatures + p] * z(scorer.pairs()[p].first) * z(scorer.pairs()[p].second) /
                  by.product_scale[p];
      if (i == 0) shift = f[0] - wanted;  // the same for all items: no ranking sees it
      EXPECT_NEAR(f[i] - wanted, shift, kRounding);
      EXPECT_NEAR(f[i], plain[i], kRounding);
    }
  }
}

// pull_back is the transpose of fold: (T u) . v = u . (T' v)
template <class S>
void expect_transposed(const S& scorer, const Standardisation& by) {
  Draws draws(5, 0);
  std::vector<double> u(scorer.num_weights()), v(u.size()), folded(u.size()), back(u.size());
  for (std::size_t j = 0; j < u.size(); ++j)
    u[j] = draws.between(-1, 1), v[j] = draws.between(-1, 1);
  scorer.fold(by, u, folded);
  scorer.pull_back(by, v, back);
  double left = 0, right = 0;
  for (std::size_t j = 0; j < u.size(); ++j) left += folded[j] * v[j], right += u[j] * back[j];
  EXPECT_NEAR(left, right, kRounding);
}

TEST(Standardisation, PullsGradientsBackByTheTranspose) {
  const Dataset data = make_data(false);
  Standardisation by = standardisation_of(data);
  const Pairs pairs = selected(data, "0.05", by);
  expect_transposed(linear(kFeatures), by);
  expect_transposed(mlp(kFeatures, {3, 2}), by);
  expect_transposed(products(kFeatures, pairs), by);
}

TEST(Objective, WithFoldingHasTheGradientOfItsValue) {
  const Dataset data = make_data(true);
  Standardisation by = standardisation_of(data);
  const products scorer(kFeatures, selected(data, "0.05", by));
  const Objective objective(data, by_hand(built_in_models().make("pmop_full"), scorer),
                            {.l2 = 0.3, .folding = by});
  Draws draws(9, 0);
  std::vector<double> u = objective.start(), gradient(u.size());
  for (double& x : u) x = draws.between(-0.5, 0.5);
  objective.value_and_gradient(u, gradient);
  constexpr double kStep = 1e-5, kDifferences = 1e-5;
  for (std::size_t j = 0; j < u.size(); ++j) {
    std::vector<double> up = u, down = u;
    up[j] += kStep, down[j] -= kStep;
    EXPECT_NEAR(gradient[j], (objective.value(up) - objective.value(down)) / (2 * kStep),
                kDifferences * std::max(1.0, std::abs(gradient[j])))
        << j;
  }
}

TEST(Objective, OfHalvesAddUpToTheWhole) {
  const Dataset data = make_data(false);
  const Objective objective(data, by_hand(built_in_models().make("davidson"), linear(kFeatures)),
                            {.l2 = 0.3});
  std::vector<double> u = objective.start(), all(u.size()), part(u.size()), sum(u.size(), 0.0);
  for (std::size_t j = 0; j < u.size(); ++j) u[j] = 0.1 * static_cast<double>(j);
  const double value = objective.value_and_gradient(u, all);
  double total = 0;
  std::vector<Index> odd, even;
  for (Index q = 0; q < data.num_queries(); ++q) (q % 2 == 0 ? even : odd).push_back(q);
  for (const auto& half : {even, odd}) {
    total += objective.value_and_gradient(u, part, half);
    for (std::size_t j = 0; j < u.size(); ++j) sum[j] += part[j];
  }
  EXPECT_NEAR(total, value, kRounding * std::abs(value));
  for (std::size_t j = 0; j < u.size(); ++j) EXPECT_NEAR(sum[j], all[j], 1e-9);
}

}  // namespace
}  // namespace fubini::products_test
