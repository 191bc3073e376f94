// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/ranking.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace fubini {

using Column = std::int32_t;  // of a sparse matrix: with its value in 8 bytes

// Rows of a compressed sparse matrix: row i has columns[k] and values[k] for k in
// [offsets[i], offsets[i + 1]); columns increase inside a row and count from 0. Offsets may begin
// above 0, so that a query can be cut out of a larger matrix.
struct SparseRows {
  std::span<const Index> offsets;
  std::span<const Column> columns;
  std::span<const float> values;
};

// What a scorer sees: the items of a query in bucket order, or those of several queries one after
// the other; by features (dense or sparse rows) or, for data without features, by identity. A view;
// the Dataset owns the numbers.
class Items {
 public:
  enum class Kind { dense, sparse, identity };

  static Items dense(const float* rows, Index stride, Index count, Index num_features) {
    Items items(Kind::dense, count, num_features);
    items.rows_ = rows;
    items.stride_ = stride;
    return items;
  }
  static Items sparse(SparseRows rows, Index count, Index num_features) {
    Items items(Kind::sparse, count, num_features);
    items.sparse_ = rows;
    return items;
  }
  static Items identity(std::span<const Index> ids) {
    Items items(Kind::identity, static_cast<Index>(ids.size()), 0);
    items.ids_ = ids;
    return items;
  }

  Kind kind() const { return kind_; }
  Index size() const { return size_; }
  Index num_features() const { return num_features_; }

  // Which item of the collection stands at i (identity only).
  Index id(Index i) const { return ids_[i]; }

  // Calls visit(j, x) for the features j of item i, in increasing j; sparse rows visit what they
  // store.
  template <class Visit>
  void for_each_feature(Index i, Visit&& visit) const {
    if (kind_ == Kind::dense) {
      const float* x = row(i);
      for (Index j = 0; j < num_features_; ++j) visit(j, static_cast<double>(x[j]));
    } else if (kind_ == Kind::sparse) {
      for (Index k = sparse_.offsets[i]; k < sparse_.offsets[i + 1]; ++k)
        visit(Index{sparse_.columns[k]}, static_cast<double>(sparse_.values[k]));
    }
  }

  // Feature j of item i: at once in dense rows, by binary search in sparse ones.
  double feature(Index i, Index j) const {
    if (kind_ == Kind::identity)
      throw ArgumentError("Items::feature: these items have no features, only numbers");
    if (kind_ == Kind::dense) return row(i)[j];
    const auto columns =
        sparse_.columns.subspan(sparse_.offsets[i], sparse_.offsets[i + 1] - sparse_.offsets[i]);
    const auto found = std::ranges::lower_bound(columns, static_cast<Column>(j));
    if (found == columns.end() || *found != j) return 0;
    return sparse_.values[sparse_.offsets[i] + (found - columns.begin())];
  }

  // Dense only: num_features() floats at row(i), stride() floats from row to row.
  const float* row(Index i) const { return rows_ + i * stride_; }
  Index stride() const { return stride_; }

  // Dense only, a hint: so many rows that follow in memory are wanted next.
  Index rows_to_come() const { return rows_to_come_; }
  void set_rows_to_come(Index rows) { rows_to_come_ = rows; }

  // Sparse only
  const SparseRows& sparse_rows() const { return sparse_; }

 private:
  Items(Kind kind, Index size, Index num_features)
      : kind_(kind), size_(size), num_features_(num_features) {}

  Kind kind_;
  Index size_;
  Index num_features_;
  const float* rows_ = nullptr;
  Index stride_ = 0;
  Index rows_to_come_ = 0;
  SparseRows sparse_;
  std::span<const Index> ids_;
};

}  // namespace fubini
