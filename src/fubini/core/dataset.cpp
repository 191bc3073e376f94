// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/dataset.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/detail/lanes.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fubini {
namespace {

constexpr Index kRowPadding = 16;  // floats: a row is a whole number of 64-byte lines

Index at_least_one(Index value, const char* where, const char* what) {
  if (value < 1)
    throw ArgumentError(std::string(where) + ": " + what + " is " + std::to_string(value) +
                        "; wanted at least 1");
  return value;
}

[[noreturn]] void fail(const std::string& id, const std::string& sentence) {
  throw ArgumentError("Dataset::add_query: query " + shown(id) + ": " + sentence);
}

const char* name(Items::Kind kind) {
  switch (kind) {
    case Items::Kind::dense: return "dense rows";
    case Items::Kind::sparse: return "sparse rows";
    case Items::Kind::identity: return "item numbers";
  }
  return "";
}

void check_feature(const std::string& id, Index row, Index column, float x) {
  if (!std::isfinite(x))
    fail(id, "feature " + std::to_string(column + 1) + " of item " + std::to_string(row + 1) +
                 " is " + std::to_string(x) + "; wanted a finite number");
}

void check_sparse(const std::string& id, SparseRows rows, Index count, Index num_features) {
  if (static_cast<Index>(rows.offsets.size()) != count + 1)
    fail(id, std::to_string(rows.offsets.size()) + " row offsets for " + std::to_string(count) +
                 " grades; wanted " + std::to_string(count + 1));
  if (rows.columns.size() != rows.values.size())
    fail(id, std::to_string(rows.columns.size()) + " columns and " +
                 std::to_string(rows.values.size()) + " values; wanted as many of both");
  const auto entries = static_cast<Index>(rows.columns.size());
  for (Index i = 0; i <= count; ++i) {
    const Index previous = i == 0 ? 0 : rows.offsets[i - 1];
    if (rows.offsets[i] < previous || rows.offsets[i] > entries)
      fail(id, "row offset " + std::to_string(rows.offsets[i]) + " is out of order; wanted from " +
                   std::to_string(previous) + " to " + std::to_string(entries));
  }
  for (Index i = 0; i < count; ++i)
    for (Index k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
      const Index column = rows.columns[k];
      const Index least = k == rows.offsets[i] ? 0 : Index{rows.columns[k - 1]} + 1;
      if (column < least || column >= num_features)
        fail(id, "column " + std::to_string(column) + " of item " + std::to_string(i + 1) +
                     " is out of place; wanted increasing columns from 0 to " +
                     std::to_string(num_features - 1));
      check_feature(id, i, column, rows.values[k]);
    }
}

void check_items(const std::string& id, std::span<const Index> items, Index num_items) {
  for (const Index item : items)
    if (item < 0 || item >= num_items)
      fail(id, "item number " + std::to_string(item) + "; wanted 0 to " +
                   std::to_string(num_items - 1));
  std::vector<Index> sorted(items.begin(), items.end());
  std::ranges::sort(sorted);
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
    fail(id, "item number " + std::to_string(*twice) + " stands twice; wanted every item once");
}

// Room for `more` elements, made before anything is changed, without giving up doubling.
template <class Vector>
void make_room(Vector& vector, std::size_t more) {
  const std::size_t needed = vector.size() + more;
  if (needed > vector.capacity()) vector.reserve(std::max(needed, 2 * vector.capacity()));
}

}  // namespace

Dataset::Dataset(Items::Kind kind, Index num_features, Index num_distinct_items)
    : kind_(kind),
      num_features_(num_features),
      num_distinct_items_(num_distinct_items),
      stride_((num_features + kRowPadding - 1) / kRowPadding * kRowPadding) {}

Dataset Dataset::dense(Index num_features) {
  return {Items::Kind::dense, at_least_one(num_features, "Dataset::dense", "num_features"), 0};
}

Dataset Dataset::sparse(Index num_features) {
  constexpr Index kMost = std::numeric_limits<Column>::max();
  if (num_features > kMost)
    throw ArgumentError("Dataset::sparse: num_features is " + std::to_string(num_features) +
                        "; wanted at most " + std::to_string(kMost));
  return {Items::Kind::sparse, at_least_one(num_features, "Dataset::sparse", "num_features"), 0};
}

Dataset Dataset::identity(Index num_items) {
  return {Items::Kind::identity, 0, at_least_one(num_items, "Dataset::identity", "num_items")};
}

Ranking Dataset::checked(Items::Kind kind, const std::string& id, std::span<const double> grades,
                         double weight) const {
  if (kind != kind_)
    fail(id, std::string("given ") + name(kind) + "; this dataset holds " + name(kind_));
  if (!std::isfinite(weight) || weight < 0)
    fail(id, "weight is " + std::to_string(weight) + "; wanted a finite number, 0 or more");
  try {
    return Ranking::from_grades(grades);
  } catch (const ArgumentError& error) {
    fail(id, error.what());
  }
}

void Dataset::reserve(Index queries, Index rows, Index values) {
  for (const Index count : {queries, rows, values})
    if (count < 0)
      throw ArgumentError("Dataset::reserve: given " + std::to_string(count) +
                          "; wanted 0 or more");
  ids_.reserve(ids_.size() + queries);
  weights_.reserve(weights_.size() + queries);
  rankings_.reserve(rankings_.size() + queries);
  row_end_.reserve(row_end_.size() + queries);
  grades_.reserve(grades_.size() + rows);
  if (kind_ == Items::Kind::identity) items_.reserve(items_.size() + rows);
  if (kind_ == Items::Kind::dense) dense_.reserve(dense_.size() + rows * stride_);
  if (kind_ == Items::Kind::sparse) {
    offsets_.reserve(offsets_.size() + rows + 1);
    columns_.reserve(columns_.size() + values);
    values_.reserve(values_.size() + values);
  }
}

// After this, finish() cannot throw.
void Dataset::prepare(std::size_t rows) {
  make_room(grades_, rows);
  make_room(ids_, 1);
  make_room(weights_, 1);
  make_room(rankings_, 1);
  make_room(row_end_, 1);
}

void Dataset::finish(std::string id, Ranking ranking, std::span<const double> grades,
                     double weight) {
  for (const Index i : ranking.order()) grades_.push_back(grades[i]);
  const Index rows = num_rows() + ranking.num_items();
  ids_.push_back(std::move(id));
  weights_.push_back(weight);
  rankings_.push_back(std::move(ranking));
  row_end_.push_back(rows);
}

void Dataset::add_query(std::string id, std::span<const double> grades,
                        std::span<const float> features, double weight) {
  if (kind_ == Items::Kind::sparse)
    return add_without_zeros(std::move(id), grades, features, weight);
  Ranking ranking = checked(Items::Kind::dense, id, grades, weight);
  const Index count = ranking.num_items();
  if (static_cast<Index>(features.size()) != count * num_features_)
    fail(id, std::to_string(features.size()) + " features for " + std::to_string(count) +
                 " grades; wanted " + std::to_string(count) + " x " +
                 std::to_string(num_features_));
  if (!all_finite(features))
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < num_features_; ++j)
        check_feature(id, i, j, features[i * num_features_ + j]);

  const Index begin = num_rows() * stride_;
  prepare(grades.size());
  make_room(dense_, count * stride_);
  dense_.resize(begin + count * stride_, 0.0F);
  for (Index p = 0; p < count; ++p)
    std::copy_n(features.data() + ranking.order()[p] * num_features_, num_features_,
                dense_.data() + begin + p * stride_);
  finish(std::move(id), std::move(ranking), grades, weight);
}

void Dataset::add_without_zeros(std::string id, std::span<const double> grades,
                                std::span<const float> rows, double weight) {
  if (rows.size() != grades.size() * static_cast<std::size_t>(num_features_))
    fail(id, std::to_string(rows.size()) + " features for " + std::to_string(grades.size()) +
                 " grades; wanted " + std::to_string(grades.size()) + " x " +
                 std::to_string(num_features_));
  std::vector<Index> offsets = {0};
  std::vector<Column> columns;
  std::vector<float> values;
  for (Index k = 0; k < std::ssize(rows); ++k) {
    if (rows[k] != 0) {
      columns.push_back(static_cast<Column>(k % num_features_));
      values.push_back(rows[k]);
    }
    if ((k + 1) % num_features_ == 0) offsets.push_back(std::ssize(columns));
  }
  add_query(std::move(id), grades, SparseRows{offsets, columns, values}, weight);
}

void Dataset::add_query(std::string id, std::span<const double> grades, SparseRows rows,
                        double weight) {
  Ranking ranking = checked(Items::Kind::sparse, id, grades, weight);
  check_sparse(id, rows, ranking.num_items(), num_features_);

  prepare(grades.size());
  make_room(columns_, rows.columns.size());
  make_room(values_, rows.values.size());
  make_room(offsets_, ranking.num_items() + 1);
  if (offsets_.empty()) offsets_.push_back(0);
  for (const Index i : ranking.order()) {
    for (Index k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
      columns_.push_back(rows.columns[k]);
      values_.push_back(rows.values[k]);
    }
    offsets_.push_back(static_cast<Index>(columns_.size()));
  }
  finish(std::move(id), std::move(ranking), grades, weight);
}

void Dataset::add_query(std::string id, std::span<const double> grades,
                        std::span<const Index> items, double weight) {
  Ranking ranking = checked(Items::Kind::identity, id, grades, weight);
  if (items.size() != grades.size())
    fail(id, std::to_string(items.size()) + " items for " + std::to_string(grades.size()) +
                 " grades; wanted as many of both");
  check_items(id, items, num_distinct_items_);

  prepare(grades.size());
  make_room(items_, items.size());
  for (const Index i : ranking.order()) items_.push_back(items[i]);
  finish(std::move(id), std::move(ranking), grades, weight);
}

Query Dataset::query(Index q) const {
  if (q < 0 || q >= num_queries())
    throw ArgumentError("Dataset::query: there is no query " + std::to_string(q) +
                        "; wanted 0 to " + std::to_string(num_queries() - 1));
  return {ids_[q],
          weights_[q],
          rankings_[q],
          items(q, q + 1),
          std::span(grades_).subspan(first_row(q), rankings_[q].num_items()),
          q};
}

Items Dataset::items(Index first, Index end) const {
  const Index row = first_row(first), count = first_row(end) - row;
  switch (kind_) {
    case Items::Kind::dense:
      return Items::dense(dense_.data() + row * stride_, stride_, count, num_features_);
    case Items::Kind::sparse:
      return Items::sparse({std::span(offsets_).subspan(row, count + 1), columns_, values_}, count,
                           num_features_);
    case Items::Kind::identity: break;
  }
  return Items::identity(std::span(items_).subspan(row, count));
}

}  // namespace fubini
