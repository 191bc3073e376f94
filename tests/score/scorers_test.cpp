// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/scorer.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/random.hpp"
#include "fubini/score/scorers/linear.hpp"
#include "fubini/score/scorers/mlp.hpp"
#include "fubini/score/scorers/worths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace fubini::scorers_test {
namespace {

using Numbers = std::vector<double>;

// Sums of at most some hundred terms of order 1, in another order.
constexpr double summation_order = 1e-13;

// Central differences in long double: h^2 = 1e-12 times a third derivative of order 1 and some
// items, and rounding of 1e-19 / h.
constexpr long double step = 0x1p-20L;
constexpr double difference_error = 1e-9;

double sample(std::uint64_t stream, Index i) { return 2 * uniform(11, stream, i) - 1; }

Numbers samples(std::uint64_t stream, Index count) {
  Numbers result;
  for (Index i = 0; i < count; ++i) result.push_back(sample(stream, i));
  return result;
}

// The same queries, of 9, 1 and 37 items, in both storages; about a third of the features are 0,
// and so is a whole row of the larger ones.
struct TwoStorages {
  explicit TwoStorages(Index num_features)
      : dense(Dataset::dense(num_features)), sparse(Dataset::sparse(num_features)) {
    for (const Index count : {9, 1, 37}) {
      std::vector<float> features, values;
      std::vector<Index> offsets = {0};
      std::vector<Column> columns;
      Numbers grades;
      for (Index i = 0; i < count; ++i) {
        grades.push_back(std::round(2 * sample(200 + count, i)));
        for (Index j = 0; j < num_features; ++j) {
          const double x = sample(100 + count, i * num_features + j);
          features.push_back(i == 1 || x < -0.3 ? 0.0F : static_cast<float>(x));
          if (features.back() == 0) continue;
          columns.push_back(static_cast<Column>(j));
          values.push_back(features.back());
        }
        offsets.push_back(static_cast<Index>(values.size()));
      }
      dense.add_query("q", grades, features);
      sparse.add_query("q", grades, SparseRows{offsets, columns, values});
    }
  }
  Dataset dense, sparse;
};

template <class S>
Numbers generic_score(const S& scorer, const Items& items, const Numbers& w) {
  Numbers f(items.size());
  scorer.template score<double>(items, w, f);
  return f;
}

// d/dw_k of the sum over i of df_i f_i, from the generic call alone
template <class S>
double difference(const S& scorer, const Items& items, const Numbers& w, const Numbers& df,
                  Index k) {
  const auto total = [&](long double shift) {
    std::vector<long double> moved(w.begin(), w.end()), f(items.size());
    moved[k] += shift;
    scorer.template score<long double>(items, moved, f);
    long double sum = 0;
    for (Index i = 0; i < items.size(); ++i) sum += df[i] * f[i];
    return sum;
  };
  return static_cast<double>((total(step) - total(-step)) / (2 * step));
}

void expect_close(const Numbers& found, const Numbers& wanted, double tolerance) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], wanted[i], tolerance * std::max(1.0, std::abs(wanted[i]))) << "at " << i;
}

// forward against the generic call, backward against differences, on every query, with one memory
// for all; returns all that was computed, to compare storages.
template <HandScorer S>
Numbers expect_right_by_hand(const S& scorer, const Dataset& data, const Numbers& w) {
  constexpr double before = 0.5;  // backward adds to what is there
  Numbers all;
  ScorerMemory kept;
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Items items = data.query(q).items;
    Numbers f(items.size(), std::nan("")), dw(w.size(), before);  // forward writes, not adds
    const Numbers df = samples(7 + q, items.size());
    scorer.forward(items, w, f, kept);
    scorer.backward(items, w, df, dw, kept);
    expect_close(f, generic_score(scorer, items, w), summation_order);
    Numbers wanted;
    for (Index k = 0; k < scorer.num_weights(); ++k)
      wanted.push_back(before + difference(scorer, items, w, df, k));
    expect_close(dw, wanted, difference_error);
    all.insert(all.end(), f.begin(), f.end());
    all.insert(all.end(), dw.begin(), dw.end());
  }
  return all;
}

TEST(Linear, HandCodeAgreesWithTheDefinitionInBothStorages) {
  for (const Index num_features : {1, 5, 16, 19}) {
    SCOPED_TRACE(num_features);
    const TwoStorages data(num_features);
    const linear scorer(num_features);
    const Numbers w = samples(1, scorer.num_weights());
    expect_close(expect_right_by_hand(scorer, data.sparse, w),
                 expect_right_by_hand(scorer, data.dense, w), summation_order);
  }
}

TEST(Linear, IsTheInnerProduct) {
  Dataset data = Dataset::dense(3);
  data.add_query("q", Numbers{0, 1}, std::vector<float>{1, 2, 3, -4, 0.5, 0});
  EXPECT_EQ(linear(3).num_weights(), 3);
  // bucket order: the second item is the better one
  EXPECT_EQ(generic_score(linear(3), data.query(0).items, {10, 100, 1000}),
            (Numbers{-4 * 10 + 0.5 * 100, 1 * 10 + 2 * 100 + 3 * 1000}));
}

TEST(Worths, AreLookedUpAndTheirSlopesAdded) {
  Dataset data = Dataset::identity(4);
  data.add_query("q", Numbers{0, 2, 1}, std::vector<Index>{3, 0, 2});
  const Numbers w = {0.5, -1, 2, 7};
  const Items items = data.query(0).items;
  EXPECT_EQ(worths(4).num_weights(), 4);
  EXPECT_EQ(generic_score(worths(4), items, w), (Numbers{w[0], w[2], w[3]}));
  expect_right_by_hand(worths(4), data, w);
}

const std::vector<Activation> activations = {Activation::tanh, Activation::relu,
                                             Activation::softplus};
const std::vector<std::vector<Index>> shapes = {{1}, {6}, {5, 3}, {4, 17, 2}};

TEST(Mlp, HandCodeAgreesWithTheDefinitionInBothStorages) {
  const TwoStorages data(5);
  for (const Activation activation : activations)
    for (const auto& hidden : shapes) {
      SCOPED_TRACE(std::to_string(static_cast<int>(activation)) + " layers " +
                   std::to_string(hidden.size()));
      const mlp scorer(5, hidden, activation);
      const Numbers w = samples(2, scorer.num_weights());  // biases too are not zero
      expect_close(expect_right_by_hand(scorer, data.sparse, w),
                   expect_right_by_hand(scorer, data.dense, w), summation_order);
    }
}

TEST(Mlp, ReadsItsWeightsColumnByColumn) {
  Dataset data = Dataset::dense(2);
  data.add_query("q", Numbers{0}, std::vector<float>{3, 5});
  const Numbers w = {0.1, 0.2, 0.03, -0.04, 0.5, -0.25, 2, -3};  // two columns, b, v
  const double z0 = w[0] * 3 + w[2] * 5 + w[4], z1 = w[1] * 3 + w[3] * 5 + w[5];
  const auto expect = [&](Activation activation, auto s) {
    EXPECT_NEAR(generic_score(mlp(2, {2}, activation), data.query(0).items, w)[0],
                w[6] * s(z0) + w[7] * s(z1), summation_order);
  };
  expect(Activation::tanh, [](double z) { return std::tanh(z); });
  expect(Activation::relu, [](double z) { return std::max(z, 0.0); });
  expect(Activation::softplus, [](double z) { return std::log1p(std::exp(z)); });
}

TEST(Mlp, CountsItsWeights) {
  EXPECT_EQ(mlp(7, {4}).num_weights(), 7 * 4 + 4 + 4);
  EXPECT_EQ(mlp(7, {4, 3}).num_weights(), 7 * 4 + 4 + 4 * 3 + 3 + 3);
  EXPECT_EQ(mlp(1, {5, 1, 2}).num_weights(), 1 * 5 + 5 + 5 * 1 + 1 + 1 * 2 + 2 + 2);
}

TEST(Mlp, TheSeedDecidesTheFirstWeights) {
  for (const Activation activation : activations) {
    const mlp scorer(6, {4, 3}, activation);
    const Numbers w = scorer.initial_weights(1), other = scorer.initial_weights(2);
    EXPECT_EQ(static_cast<Index>(w.size()), scorer.num_weights());
    EXPECT_EQ(w, scorer.initial_weights(1));
    Index same = 0;
    for (std::size_t k = 0; k < w.size(); ++k) same += w[k] == other[k];
    EXPECT_EQ(same, 4 + 3);  // only the biases
  }
}

TEST(Mlp, FirstWeightsFillTheirRangeAndBiasesAreZero) {
  const std::vector<Index> sizes = {40, 30, 20, 1};  // inputs, hidden, hidden, output
  for (const Activation activation : activations) {
    const Numbers w = mlp(sizes[0], {sizes[1], sizes[2]}, activation).initial_weights(5);
    auto next = w.begin();
    for (std::size_t l = 0; l + 1 < sizes.size(); ++l) {
      const double in = static_cast<double>(sizes[l]), out = static_cast<double>(sizes[l + 1]);
      const double bound = std::sqrt(6 / (activation == Activation::relu ? in : in + out));
      const Numbers layer(next, next + sizes[l] * sizes[l + 1]);
      next += sizes[l] * sizes[l + 1];
      const auto [low, high] = std::ranges::minmax(layer);
      EXPECT_GE(low, -bound);
      EXPECT_LE(high, bound);
      // of n uniform numbers none lies in the outer 15/n of the range once in exp(15/2) seeds
      const double outer = 15.0 / static_cast<double>(layer.size()) * bound;
      EXPECT_LE(low, -bound + outer) << "layer " << l;
      EXPECT_GE(high, bound - outer) << "layer " << l;
      if (l + 2 == sizes.size()) break;  // no output bias
      for (Index h = 0; h < sizes[l + 1]; ++h) EXPECT_EQ(*next++, 0) << "layer " << l;
    }
    EXPECT_EQ(next, w.end());
  }
}

TEST(Mlp, RefusesLayersThatCannotBe) {
  EXPECT_THROW(mlp(3, {}), ArgumentError);
  EXPECT_THROW(mlp(3, {4, 0}), ArgumentError);
  EXPECT_THROW(mlp(3, {-1}), ArgumentError);
}

TEST(Scorers, RefuseDataThatDoNotFit) {
  const Dataset identity = Dataset::identity(4);
  for (const Dataset& data : {Dataset::dense(4), Dataset::sparse(4)}) {
    EXPECT_NO_THROW(linear(4).check(data));
    EXPECT_NO_THROW(mlp(4, {2}).check(data));
    EXPECT_THROW(linear(3).check(data), ArgumentError);
    EXPECT_THROW(linear(5).check(data), ArgumentError);
    EXPECT_THROW(mlp(3, {2}).check(data), ArgumentError);
    EXPECT_THROW(worths(4).check(data), ArgumentError);
  }
  EXPECT_NO_THROW(worths(4).check(identity));
  EXPECT_THROW(worths(3).check(identity), ArgumentError);
  EXPECT_THROW(linear(4).check(identity), ArgumentError);
  EXPECT_THROW(mlp(4, {2}).check(identity), ArgumentError);
}

TEST(Scorer, GivesTheNumbersOfWhatItHolds) {
  const TwoStorages data(5);
  const mlp held(5, {4, 3});
  const Scorer scorer = held, copy = scorer;
  EXPECT_EQ(copy.name(), "mlp");
  EXPECT_TRUE(copy.has_backward());
  EXPECT_EQ(copy.num_weights(), held.num_weights());
  EXPECT_EQ(copy.initial_weights(3), held.initial_weights(3));
  EXPECT_THROW(copy.check(Dataset::dense(6)), ArgumentError);
  const Numbers w = samples(4, held.num_weights());
  const Items items = data.dense.query(0).items;
  const Numbers df = samples(5, items.size());
  Numbers generic(items.size());
  copy.score(items, w, generic);
  EXPECT_EQ(generic, generic_score(held, items, w));
  const auto forward_and_backward = [&](const auto& s) {
    AlignedVector<double> f(items.size()), dw(w.size());  // bits may depend on the alignment
    ScorerMemory kept;
    s.forward(items, w, f, kept);
    s.backward(items, w, df, dw, kept);
    return std::pair(f, dw);
  };
  EXPECT_EQ(forward_and_backward(copy), forward_and_backward(held));
}

// A user's scorer: only the definition.
struct first_feature_squared {
  Index num_weights() const { return 2; }
  template <class T>
  void score(const Items& items, std::span<const T> w, std::span<T> f) const {
    for (Index i = 0; i < items.size(); ++i)
      f[i] = (w[0] + w[1] * items.feature(i, 0)) * items.feature(i, 0);
  }
};

TEST(Scorer, TakesAScorerThatHasOnlyTheDefinition) {
  static_assert(GenericScorer<first_feature_squared> && !HandScorer<first_feature_squared>);
  const TwoStorages data(3);
  const Scorer scorer = first_feature_squared{};
  EXPECT_EQ(scorer.name(), "first_feature_squared");
  EXPECT_FALSE(scorer.has_backward());
  EXPECT_EQ(scorer.initial_weights(9), Numbers(2, 0.0));
  EXPECT_NO_THROW(scorer.check(data.dense));
  const Items items = data.dense.query(2).items;
  const Numbers w = {2, -0.5}, df(items.size(), 1.0);
  Numbers f(items.size()), dw(2);
  ScorerMemory kept;
  scorer.forward(items, w, f, kept);
  EXPECT_EQ(f, generic_score(first_feature_squared{}, items, w));
  EXPECT_THROW(scorer.backward(items, w, df, dw, kept), ArgumentError);
}

}  // namespace
}  // namespace fubini::scorers_test
