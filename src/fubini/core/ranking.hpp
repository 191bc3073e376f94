// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

namespace fubini {

using Index = std::ptrdiff_t;

// A ranking with ties: an ordered partition X_1 > X_2 > ... > X_K of n items into buckets, best
// first. Items are counted in bucket order, so bucket k (from 0) is the range [begin(k), end(k))
// and what remains at stage k is [begin(k), n). order() tells which input item stands where.
class Ranking {
 public:
  // Buckets by size, best first; the items already stand in bucket order.
  Ranking(std::initializer_list<Index> bucket_sizes);
  explicit Ranking(std::span<const Index> bucket_sizes);

  // Buckets by grade, the highest first; equal grades tie. Inside a bucket the input order is kept.
  static Ranking from_grades(std::span<const double> grades);

  // Buckets by place: bucket_of_item[i] = k puts input item i into bucket k. Every k from 0 to the
  // largest must occur.
  static Ranking from_buckets(std::span<const Index> bucket_of_item);

  Index num_items() const { return static_cast<Index>(bucket_of_.size()); }
  Index num_buckets() const { return static_cast<Index>(ends_.size()); }

  Index begin(Index k) const { return k == 0 ? 0 : ends_[k - 1]; }
  Index end(Index k) const { return ends_[k]; }
  Index bucket_size(Index k) const { return end(k) - begin(k); }
  std::span<const Index> bucket_ends() const { return ends_; }

  Index bucket_of(Index i) const { return bucket_of_[i]; }
  bool tied(Index i, Index j) const { return bucket_of_[i] == bucket_of_[j]; }

  // order()[p] is the input index of the item at position p.
  std::span<const Index> order() const { return order_; }

  // Values given in input order, returned in bucket order; and the way back.
  template <class T>
  std::vector<T> to_bucket_order(std::span<const T> values) const {
    check_size(values.size());
    std::vector<T> result;
    result.reserve(order_.size());
    for (const Index i : order_) result.push_back(values[i]);
    return result;
  }
  template <class T>
  std::vector<T> to_input_order(std::span<const T> values) const {
    check_size(values.size());
    std::vector<T> result(values.begin(), values.end());
    for (Index p = 0; p < num_items(); ++p) result[order_[p]] = values[p];
    return result;
  }

 private:
  Ranking() = default;
  void close_bucket(Index end);
  void check_size(std::size_t size) const;  // one value an item

  std::vector<Index> ends_;
  std::vector<Index> bucket_of_;
  std::vector<Index> order_;
};

}  // namespace fubini
