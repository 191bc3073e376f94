// SPDX-License-Identifier: BSD-3-Clause
#include "collection.hpp"

#include "evaluation.hpp"

#include "fubini/core/random.hpp"
#include "fubini/io/file.hpp"
#include "fubini/simulate/simulate.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace fubini::bench {

Dataset simulated(Index rows, Index features) {
  constexpr double kMeanSize = 24;
  const auto queries = static_cast<Index>(static_cast<double>(rows) / kMeanSize);
  return simulate(
      {.queries = std::max<Index>(1, queries), .features = features, .mean_size = kMeanSize});
}

namespace {

std::vector<float> rows_of(const Query& query) {
  std::vector<float> rows;
  for (Index i = 0; i < query.items.size(); ++i)
    rows.insert(rows.end(), query.items.row(i), query.items.row(i) + query.items.num_features());
  return rows;
}

}  // namespace

Dataset first_queries(const Dataset& data, Index queries) {
  Dataset result = Dataset::dense(data.num_features());
  for (Index q = 0; q < std::min(queries, data.num_queries()); ++q) {
    const Query query = data.query(q);
    result.add_query(std::string(query.id), query.grades, rows_of(query));
  }
  return result;
}

Dataset with_few_ties(const Dataset& data) {
  Dataset result = Dataset::dense(data.num_features());
  result.reserve(data.num_queries(), data.num_rows());
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    Draws draws(1, static_cast<std::uint64_t>(q));
    std::vector<double> grades;
    double grade = 0;
    for (Index room = 0; std::ssize(grades) < query.items.size(); --room) {
      if (room == 0) {
        grade -= 1;
        room = 1 + draws.below(2);
      }
      grades.push_back(grade);
    }
    result.add_query(std::string(query.id), grades, rows_of(query));
  }
  return result;
}

Dataset as_sparse(const Dataset& data, double share) {
  Dataset result = Dataset::sparse(data.num_features());
  std::vector<Column> columns;
  std::vector<float> values;
  std::vector<Index> offsets;
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    Draws draws(2, static_cast<std::uint64_t>(q));
    columns.clear();
    values.clear();
    offsets.assign(1, 0);
    for (Index i = 0; i < query.items.size(); ++i) {
      query.items.for_each_feature(i, [&](Index j, double x) {
        if (draws.uniform() > share) return;
        columns.push_back(static_cast<Column>(j));
        values.push_back(static_cast<float>(x));
      });
      offsets.push_back(std::ssize(columns));
    }
    result.add_query(std::string(query.id), query.grades, SparseRows{offsets, columns, values});
  }
  return result;
}

namespace {

template <class T>
void write_array(const std::string& path, std::span<const T> values) {
  write_file(path, {reinterpret_cast<const char*>(values.data()), values.size_bytes()});
}

}  // namespace

void write_arrays(const Dataset& data, const std::string& folder) {
  const Items items = data.items(0, data.num_queries());
  write_array<float>(folder + "/rows.f32",
                     {items.row(0), static_cast<std::size_t>(items.size() * items.stride())});
  std::vector<std::int64_t> queries, buckets;
  for (Index q = 0; q < data.num_queries(); ++q) {
    queries.push_back(data.first_row(q));
    for (Index k = 0; k < data.ranking(q).num_buckets(); ++k)
      buckets.push_back(data.first_row(q) + data.ranking(q).begin(k));
  }
  queries.push_back(data.num_rows());
  buckets.push_back(data.num_rows());
  write_array<std::int64_t>(folder + "/queries.i64", queries);
  write_array<std::int64_t>(folder + "/buckets.i64", buckets);
  write_array<double>(folder + "/weights.f64", parameters(scorer("linear", data), 0));
  write_array<double>(folder + "/network.f64", parameters(scorer("mlp:64,32", data), 0));
}

}  // namespace fubini::bench
