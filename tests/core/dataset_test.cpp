// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/dataset.hpp"

#include "fubini/core/error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace fubini::dataset_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr float float_infinity = std::numeric_limits<float>::infinity();

std::vector<Index> vector(std::span<const Index> x) { return {x.begin(), x.end()}; }

// Owns what a SparseRows views.
struct Csr {
  std::vector<Index> offsets;
  std::vector<Column> columns;
  std::vector<float> values;
  operator SparseRows() const { return {offsets, columns, values}; }
};

Csr compressed(const std::vector<float>& features, Index num_features) {
  Csr rows{{0}, {}, {}};
  for (std::size_t k = 0; k < features.size(); ++k) {
    if (features[k] != 0) {
      rows.columns.push_back(static_cast<Column>(static_cast<Index>(k) % num_features));
      rows.values.push_back(features[k]);
    }
    if (static_cast<Index>(k + 1) % num_features == 0)
      rows.offsets.push_back(static_cast<Index>(rows.values.size()));
  }
  return rows;
}

// Everything that a dataset shows, as text: two datasets show the same if their texts are equal.
std::string contents(const Dataset& data) {
  std::ostringstream out;
  out.precision(std::numeric_limits<double>::max_digits10);
  out << data.num_queries() << " queries, " << data.num_rows() << " rows\n";
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    out << query.id << " weight " << query.weight << " first " << data.first_row(q) << '\n';
    for (Index i = 0; i < query.items.size(); ++i) {
      out << "  item " << query.ranking.order()[i] << " bucket " << query.ranking.bucket_of(i);
      if (data.kind() == Items::Kind::identity) out << " id " << query.items.id(i);
      query.items.for_each_feature(i, [&](Index j, double x) { out << ' ' << j << ':' << x; });
      out << '\n';
    }
  }
  return out.str();
}

template <class Rows>
void expect_refused(Dataset& data, const char* why, const std::vector<double>& grades,
                    const Rows& rows, double weight = 1) {
  const std::string before = contents(data);
  try {
    data.add_query("query-17", grades, rows, weight);
    ADD_FAILURE() << "accepted: " << why;
  } catch (const ArgumentError& error) {
    EXPECT_NE(std::string(error.what()).find("query-17"), std::string::npos)
        << why << ": " << error.what();
  }
  EXPECT_EQ(contents(data), before) << why;
}

// Five items of three features; the input order is not the bucket order, and one row is all zero.
const std::vector<double> some_grades = {0, 2, 1, 2, 0};
const std::vector<Index> some_order = {1, 3, 2, 0, 4};
const std::vector<float> some_features = {1, 0, 2, 0, 3, 0, 0, 0, 0, 4.5F, 5, -6, 0, 0, 7};

TEST(Dataset, KeepsTheInputOrderOfTiedItems) {
  Dataset data = Dataset::dense(3);
  data.add_query("a", some_grades, some_features);
  EXPECT_EQ(vector(data.ranking(0).order()), some_order);
  EXPECT_EQ(vector(data.ranking(0).bucket_ends()), (std::vector<Index>{2, 3, 5}));

  // a sort that is not stable shows it only on longer queries
  std::vector<double> grades;
  std::vector<Index> even, odd;
  for (Index i = 0; i < 100; ++i) {
    grades.push_back(static_cast<double>(i % 2));
    (i % 2 == 0 ? even : odd).push_back(i);
  }
  data.add_query("b", grades, std::vector<float>(3 * grades.size()));
  odd.insert(odd.end(), even.begin(), even.end());
  EXPECT_EQ(vector(data.ranking(1).order()), odd);
}

TEST(Dataset, HoldsDenseAndSparseRowsInBucketOrder) {
  Dataset dense = Dataset::dense(3), sparse = Dataset::sparse(3);
  dense.add_query("a", some_grades, some_features);
  sparse.add_query("a", some_grades, compressed(some_features, 3));
  for (const Dataset* data : {&dense, &sparse}) {
    const Items items = data->query(0).items;
    ASSERT_EQ(items.kind(), data->kind());
    ASSERT_EQ(items.size(), 5);
    ASSERT_EQ(items.num_features(), 3);
    for (Index i = 0; i < 5; ++i) {
      std::vector<double> visited(3, 0.0);
      Index last = -1;
      items.for_each_feature(i, [&](Index j, double x) {
        EXPECT_LT(last, j);
        last = j;
        visited[j] = x;
      });
      for (Index j = 0; j < 3; ++j) {
        EXPECT_EQ(items.feature(i, j), some_features[some_order[i] * 3 + j]);
        EXPECT_EQ(visited[j], items.feature(i, j));
      }
    }
  }
}

TEST(Dataset, SparseRowsVisitOnlyWhatIsStored) {
  Dataset data = Dataset::sparse(1000);
  const Csr rows = {{0, 2, 2}, {3, 999}, {1.5F, -2}};
  data.add_query("a", std::vector<double>{1, 0}, rows);
  const Items items = data.query(0).items;
  std::vector<std::pair<Index, double>> visited;
  for (Index i = 0; i < items.size(); ++i)
    items.for_each_feature(i, [&](Index j, double x) { visited.emplace_back(j, x); });
  EXPECT_EQ(visited, (std::vector<std::pair<Index, double>>{{3, 1.5}, {999, -2}}));
}

TEST(Dataset, OffsetsSayWhichEntriesBelongToTheQuery) {
  Dataset data = Dataset::sparse(3);
  const Csr rows = {{1, 2, 3}, {0, 2, 1, 0}, {9, 5, 6, 9}};  // a window into a larger matrix
  data.add_query("a", std::vector<double>{1, 0}, rows);
  data.add_query("b", std::vector<double>{0}, Csr{{0, 1}, {0}, {7}});
  const Items items = data.query(0).items;
  for (Index j = 0; j < 3; ++j) {
    EXPECT_EQ(items.feature(0, j), j == 2 ? 5 : 0);
    EXPECT_EQ(items.feature(1, j), j == 1 ? 6 : 0);
  }
  EXPECT_EQ(data.query(1).items.feature(0, 0), 7);
}

TEST(Dataset, HoldsIdentitiesInBucketOrder) {
  Dataset data = Dataset::identity(9);
  const std::vector<Index> items = {8, 0, 4, 2, 6};
  data.add_query("a", some_grades, items);
  EXPECT_EQ(data.kind(), Items::Kind::identity);
  EXPECT_EQ(data.num_distinct_items(), 9);
  EXPECT_EQ(data.num_features(), 0);
  for (Index i = 0; i < 5; ++i) EXPECT_EQ(data.query(0).items.id(i), items[some_order[i]]);
}

TEST(Dataset, AnItemMayStandInManyQueries) {
  Dataset data = Dataset::identity(3);
  const std::vector<Index> items = {2, 0};
  data.add_query("a", std::vector<double>{1, 0}, items);
  data.add_query("b", std::vector<double>{0, 1}, items);
  EXPECT_EQ(data.query(0).items.id(0), 2);
  EXPECT_EQ(data.query(1).items.id(0), 0);
}

TEST(Dataset, CountsQueriesAndRows) {
  Dataset data = Dataset::sparse(3);
  EXPECT_EQ(data.num_queries(), 0);
  EXPECT_EQ(data.num_rows(), 0);
  const std::vector<float> two(some_features.begin(), some_features.begin() + 6);
  data.add_query("two", std::vector<double>{0, 1}, compressed(two, 3));
  data.add_query("five", some_grades, compressed(some_features, 3));
  EXPECT_EQ(data.num_queries(), 2);
  EXPECT_EQ(data.num_rows(), 2 + 5);
  EXPECT_EQ(data.first_row(0), 0);
  EXPECT_EQ(data.first_row(1), 2);
  EXPECT_EQ(data.num_features(), 3);
  EXPECT_EQ(data.num_distinct_items(), 0);
  EXPECT_EQ(data.query(1).id, "five");
  EXPECT_EQ(data.query(1).ranking.num_items(), data.query(1).items.size());
  EXPECT_EQ(data.query(1).items.feature(0, 1), 3);  // sparse rows of a later query
}

TEST(Dataset, WeightsAreOneUnlessGivenAndMayBeZero) {
  Dataset data = Dataset::dense(3);
  data.add_query("a", some_grades, some_features);
  data.add_query("b", some_grades, some_features, 0.25);
  data.add_query("c", some_grades, some_features, 0);
  EXPECT_EQ(data.query(0).weight, 1);
  EXPECT_EQ(data.query(1).weight, 0.25);
  EXPECT_EQ(data.query(2).weight, 0);
}

TEST(Dataset, DenseRowsStartOnCacheLinesAndArePaddedWithZeros) {
  constexpr Index line = 64;
  for (const Index num_features : {1, 3, 15, 16, 17, 100}) {
    Dataset data = Dataset::dense(num_features);
    const std::vector<float> ones(2 * num_features, 1.0F);
    for (const char* id : {"a", "b", "c"}) data.add_query(id, std::vector<double>{0, 1}, ones);
    const Dataset copy = data;  // a copy must move to aligned memory too
    for (const Dataset* each : {&std::as_const(data), &copy})
      for (Index q = 0; q < 3; ++q) {
        const Items items = each->query(q).items;
        ASSERT_GE(items.stride(), num_features);
        for (Index i = 0; i < items.size(); ++i) {
          EXPECT_EQ(reinterpret_cast<std::uintptr_t>(items.row(i)) % line, 0U) << num_features;
          for (Index j = 0; j < items.stride(); ++j)
            EXPECT_EQ(items.row(i)[j], j < num_features ? 1 : 0) << num_features << ' ' << j;
        }
      }
  }
}

TEST(Dataset, RefusesWhatNoKindCanUse) {
  Dataset data = Dataset::dense(1);
  const std::vector<float> one = {1}, two = {1, 2};
  data.add_query("first", std::vector<double>{0, 1}, two);
  expect_refused(data, "no items", {}, std::vector<float>{});
  expect_refused(data, "a grade that is not a number", {0, std::nan("")}, two);
  expect_refused(data, "an infinite grade", {-infinity, 0}, two);
  expect_refused(data, "a negative weight", {0, 1}, two, -1);
  expect_refused(data, "a weight that is not a number", {0, 1}, two, std::nan(""));
  expect_refused(data, "an infinite weight", {0, 1}, two, infinity);
  data.add_query("last", std::vector<double>{3}, one);
  EXPECT_EQ(data.first_row(1), 2);
  EXPECT_EQ(data.query(1).items.feature(0, 0), 1);
}

TEST(Dataset, RefusesBadDenseRows) {
  Dataset data = Dataset::dense(2);
  data.add_query("first", std::vector<double>{0, 1}, std::vector<float>{1, 2, 3, 4});
  expect_refused(data, "a number too few", {0, 1}, std::vector<float>{1, 2, 3});
  expect_refused(data, "a row too many", {0, 1}, std::vector<float>{1, 2, 3, 4, 5, 6});
  expect_refused(data, "not a number", {0, 1}, std::vector<float>{1, 2, 3, std::nanf("")});
  expect_refused(data, "infinite", {0, 1}, std::vector<float>{1, -float_infinity, 3, 4});
  data.add_query("last", std::vector<double>{3}, std::vector<float>{5, 6});
  EXPECT_EQ(data.query(1).items.feature(0, 1), 6);
}

TEST(Dataset, RefusesBadSparseRows) {
  Dataset data = Dataset::sparse(3);
  const std::vector<double> grades = {0, 1};
  data.add_query("first", grades, Csr{{0, 1, 2}, {0, 2}, {1, 2}});
  expect_refused(data, "no offsets", grades, Csr{{}, {}, {}});
  expect_refused(data, "a row too few", grades, Csr{{0, 2}, {0, 2}, {1, 2}});
  expect_refused(data, "a row too many", grades, Csr{{0, 1, 1, 2}, {0, 2}, {1, 2}});
  expect_refused(data, "offsets that decrease", grades, Csr{{0, 2, 1}, {0, 2}, {1, 2}});
  expect_refused(data, "a negative offset", grades, Csr{{-1, 1, 2}, {0, 2}, {1, 2}});
  const Csr longer = {{0, 1, 3}, {0, 1, 2}, {1, 2, 3}};  // what lies past the end looks usable
  expect_refused(data, "offsets past the end", grades,
                 SparseRows{longer.offsets, std::span(longer.columns).first(2),
                            std::span(longer.values).first(2)});
  expect_refused(data, "more columns than values", grades, Csr{{0, 1, 2}, {0, 2}, {1}});
  expect_refused(data, "more values than columns", grades, Csr{{0, 1, 1}, {0}, {1, 2}});
  expect_refused(data, "a column past the end", grades, Csr{{0, 1, 2}, {0, 3}, {1, 2}});
  expect_refused(data, "a negative column", grades, Csr{{0, 1, 2}, {0, -1}, {1, 2}});
  expect_refused(data, "columns that decrease", grades, Csr{{0, 0, 2}, {2, 1}, {1, 2}});
  expect_refused(data, "a column twice", grades, Csr{{0, 0, 2}, {1, 1}, {1, 2}});
  expect_refused(data, "not a number", grades, Csr{{0, 1, 2}, {0, 2}, {1, std::nanf("")}});
  expect_refused(data, "infinite", grades, Csr{{0, 1, 2}, {0, 2}, {1, float_infinity}});
  data.add_query("last", std::vector<double>{3}, Csr{{0, 1}, {1}, {7}});
  EXPECT_EQ(data.query(1).items.feature(0, 1), 7);
}

TEST(Dataset, RefusesBadIdentities) {
  Dataset data = Dataset::identity(3);
  data.add_query("first", std::vector<double>{0, 1}, std::vector<Index>{2, 0});
  expect_refused(data, "an item too few", {0, 1}, std::vector<Index>{0});
  expect_refused(data, "an item too many", {0, 1}, std::vector<Index>{0, 1, 2});
  expect_refused(data, "an item past the end", {0, 1}, std::vector<Index>{0, 3});
  expect_refused(data, "a negative item", {0, 1}, std::vector<Index>{0, -1});
  expect_refused(data, "an item twice", {0, 1, 2}, std::vector<Index>{1, 0, 1});
  data.add_query("last", std::vector<double>{3, 4}, std::vector<Index>{0, 1});
  EXPECT_EQ(data.query(1).items.id(0), 1);
}

TEST(Dataset, RefusesRowsOfAnotherKind) {
  const std::vector<float> features = {1};
  const std::vector<Index> items = {0};
  const Csr rows = {{0, 1}, {0}, {1}};
  Dataset dense = Dataset::dense(1), sparse = Dataset::sparse(1), identity = Dataset::identity(1);
  expect_refused(dense, "sparse in dense", {1}, rows);
  expect_refused(dense, "identity in dense", {1}, items);
  expect_refused(sparse, "identity in sparse", {1}, items);
  expect_refused(identity, "dense in identity", {1}, features);
  expect_refused(identity, "sparse in identity", {1}, rows);
}

TEST(Dataset, RefusesNegativeSizes) {
  EXPECT_THROW(Dataset::dense(-1), ArgumentError);
  EXPECT_THROW(Dataset::sparse(-1), ArgumentError);
  EXPECT_THROW(Dataset::identity(-1), ArgumentError);
}

}  // namespace
}  // namespace fubini::dataset_test
