// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/letor.hpp"

#include "fubini/core/memory.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace fubini {
namespace {

// The rows of all pieces, one after the other; a piece is freed when its last row is left behind.
class Cursor {
 public:
  explicit Cursor(std::vector<LetorPiece> pieces) : pieces_(std::move(pieces)) {}

  struct Row {
    double grade;
    std::span<const std::uint32_t> columns;
    std::span<const float> values;
  };
  Row next() {
    while (row_ == pieces_[piece_].grades.size()) {
      pieces_[piece_++] = {};
      row_ = entry_ = 0;
    }
    const LetorPiece& piece = pieces_[piece_];
    const std::size_t begin = entry_, count = piece.counts[row_];
    entry_ += count;
    return {piece.grades[row_++], std::span(piece.columns).subspan(begin, count),
            std::span(piece.values).subspan(begin, count)};
  }

 private:
  std::vector<LetorPiece> pieces_;
  std::size_t piece_ = 0, row_ = 0, entry_ = 0;
};

class Builder {
 public:
  Builder(bool dense, Index num_features)
      : dense_(dense),
        num_features_(num_features),
        data_(dense ? Dataset::dense(num_features) : Dataset::sparse(num_features)) {}

  void reserve(Index queries, Index rows, Index entries) { data_.reserve(queries, rows, entries); }
  void add_query(std::string id, Index rows, Cursor& cursor) {
    grades_.clear();
    if (dense_)
      add_dense(std::move(id), rows, cursor);
    else
      add_sparse(std::move(id), rows, cursor);
  }
  Dataset take() { return std::move(data_); }

 private:
  void add_dense(std::string id, Index rows, Cursor& cursor) {
    values_.assign(rows * num_features_, 0.0F);
    for (Index i = 0; i < rows; ++i) {
      const Cursor::Row row = cursor.next();
      grades_.push_back(row.grade);
      float* const x = values_.data() + i * num_features_;
      for (std::size_t k = 0; k < row.columns.size(); ++k) x[row.columns[k]] = row.values[k];
    }
    data_.add_query(std::move(id), grades_, values_);
  }
  void add_sparse(std::string id, Index rows, Cursor& cursor) {
    offsets_.assign(1, 0);
    columns_.clear();
    values_.clear();
    for (Index i = 0; i < rows; ++i) {
      const Cursor::Row row = cursor.next();
      grades_.push_back(row.grade);
      columns_.insert(columns_.end(), row.columns.begin(), row.columns.end());
      values_.insert(values_.end(), row.values.begin(), row.values.end());
      offsets_.push_back(static_cast<Index>(columns_.size()));
    }
    data_.add_query(std::move(id), grades_, SparseRows{offsets_, columns_, values_});
  }

  bool dense_;
  Index num_features_;
  Dataset data_;
  std::vector<double> grades_;
  std::vector<Index> offsets_;
  std::vector<Column> columns_;
  std::vector<float> values_;
};

}  // namespace

Dataset to_dataset(LetorRows all, Index num_features) {
  if (num_features == 0) num_features = all.largest_feature;
  Index rows = 0, entries = 0;
  for (const LetorPiece& piece : all.pieces) {
    rows += static_cast<Index>(piece.grades.size());
    entries += static_cast<Index>(piece.values.size());
  }
  const bool dense = 3 * entries > rows * num_features;
  check_memory("data",
               std::to_string(rows) + " rows of " + std::to_string(num_features) + " features",
               dense ? 4.0 * static_cast<double>(rows) * static_cast<double>(num_features)
                     : 8.0 * static_cast<double>(entries),
               "fewer rows, or a machine with more memory");
  Builder builder(dense, num_features);
  builder.reserve(static_cast<Index>(all.queries.size()), rows, entries);
  Cursor cursor(std::move(all.pieces));
  for (LetorRows::Query& query : all.queries)
    builder.add_query(std::move(query.id), query.rows, cursor);
  return builder.take();
}

}  // namespace fubini
