// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/aligned.hpp"
#include "fubini/core/items.hpp"
#include "fubini/core/ranking.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fubini {

// One query of a Dataset: a view.
struct Query {
  std::string_view id;
  double weight;
  const Ranking& ranking;
  Items items;                     // in bucket order
  std::span<const double> grades;  // in bucket order: not increasing
  Index number = 0;                // of the query in its dataset, from 0
};

// Many queries. Each is sorted once, when it is added: by decreasing grade, stably, equal grades
// tie; ranking(q).order() leads back to the order in which the items came. Rows are float32; dense
// ones start on cache lines and are padded with zeros.
//
//   Dataset data = Dataset::dense(3);
//   data.add_query("q1", grades, features);        // features row by row, 3 a row
class Dataset {
 public:
  static Dataset dense(Index num_features);
  static Dataset sparse(Index num_features);
  static Dataset identity(Index num_items);  // no features: items are known by number, from 0

  // Room for so many more queries, rows and (sparse only) values: nothing moves as it grows.
  void reserve(Index queries, Index rows, Index values = 0);

  // An add_query that throws leaves the dataset as it was. Features, grades and weight must be
  // finite, weight not negative; an item may stand only once in a query. Sparse data take dense rows
  // too, without their zeros.
  void add_query(std::string id, std::span<const double> grades, std::span<const float> features,
                 double weight = 1);
  void add_query(std::string id, std::span<const double> grades, SparseRows rows,
                 double weight = 1);
  void add_query(std::string id, std::span<const double> grades, std::span<const Index> items,
                 double weight = 1);

  Items::Kind kind() const { return kind_; }
  Index num_features() const { return num_features_; }
  Index num_distinct_items() const { return num_distinct_items_; }  // identity only, else 0
  Index num_queries() const { return static_cast<Index>(rankings_.size()); }
  Index num_rows() const { return row_end_.empty() ? 0 : row_end_.back(); }

  Query query(Index q) const;  // throws ArgumentError if there is none
  // All items of queries first to end - 1, one query after the other
  Items items(Index first, Index end) const;
  const Ranking& ranking(Index q) const { return rankings_[q]; }
  double weight(Index q) const { return weights_[q]; }
  Index first_row(Index q) const { return q == 0 ? 0 : row_end_[q - 1]; }

 private:
  Dataset(Items::Kind kind, Index num_features, Index num_distinct_items);
  Ranking checked(Items::Kind kind, const std::string& id, std::span<const double> grades,
                  double weight) const;
  void add_without_zeros(std::string id, std::span<const double> grades,
                         std::span<const float> rows, double weight);
  void prepare(std::size_t rows);
  void finish(std::string id, Ranking ranking, std::span<const double> grades, double weight);

  Items::Kind kind_;
  Index num_features_;
  Index num_distinct_items_;
  Index stride_;
  std::vector<std::string> ids_;
  std::vector<double> weights_;
  std::vector<Ranking> rankings_;
  std::vector<Index> row_end_;
  std::vector<double> grades_;
  AlignedVector<float> dense_;
  std::vector<Index> offsets_;  // where a row begins in columns_ and values_; one more at the end
  std::vector<Column> columns_;
  std::vector<float> values_;
  std::vector<Index> items_;
};

}  // namespace fubini
