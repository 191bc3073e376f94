// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/ranking.hpp"

#include "fubini/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace fubini {

Ranking::Ranking(std::initializer_list<Index> bucket_sizes)
    : Ranking(std::span(bucket_sizes.begin(), bucket_sizes.size())) {}

Ranking::Ranking(std::span<const Index> bucket_sizes) {
  if (bucket_sizes.empty()) throw ArgumentError("Ranking: no buckets; wanted at least one");
  for (std::size_t k = 0; k < bucket_sizes.size(); ++k) {
    if (bucket_sizes[k] < 1)
      throw ArgumentError("Ranking: bucket " + std::to_string(k + 1) + " has size " +
                          std::to_string(bucket_sizes[k]) + "; wanted at least 1");
    close_bucket(num_items() + bucket_sizes[k]);
  }
  order_.resize(bucket_of_.size());
  std::iota(order_.begin(), order_.end(), Index{0});
}

Ranking Ranking::from_grades(std::span<const double> grades) {
  if (grades.empty()) throw ArgumentError("Ranking::from_grades: no items; wanted at least one");
  for (std::size_t i = 0; i < grades.size(); ++i)
    if (!std::isfinite(grades[i]))
      throw ArgumentError("Ranking::from_grades: grade " + std::to_string(i + 1) + " is " +
                          std::to_string(grades[i]) + "; wanted a finite number");

  Ranking ranking;
  ranking.order_.resize(grades.size());
  std::iota(ranking.order_.begin(), ranking.order_.end(), Index{0});
  std::stable_sort(ranking.order_.begin(), ranking.order_.end(),
                   [&](Index a, Index b) { return grades[a] > grades[b]; });
  const auto n = static_cast<Index>(grades.size());
  for (Index p = 1; p <= n; ++p)
    if (p == n || grades[ranking.order_[p]] != grades[ranking.order_[p - 1]])
      ranking.close_bucket(p);
  return ranking;
}

Ranking Ranking::from_buckets(std::span<const Index> bucket_of_item) {
  std::vector<double> grades(bucket_of_item.begin(), bucket_of_item.end());
  for (double& grade : grades) grade = -grade;
  Ranking ranking = from_grades(grades);
  for (Index p = 0; p < ranking.num_items(); ++p)
    if (const Index k = bucket_of_item[ranking.order_[p]]; k != ranking.bucket_of_[p])
      throw ArgumentError("Ranking::from_buckets: bucket " + std::to_string(k) +
                          " is used where bucket " + std::to_string(ranking.bucket_of_[p]) +
                          " is empty; wanted buckets 0, 1, 2, ... without a gap");
  return ranking;
}

void Ranking::check_size(std::size_t size) const {
  if (size != order_.size())
    throw ArgumentError("Ranking: " + std::to_string(size) +
                        " values; wanted one for each of the " + std::to_string(order_.size()) +
                        " items");
}

void Ranking::close_bucket(Index end) {
  bucket_of_.resize(end, num_buckets());
  ends_.push_back(end);
}

}  // namespace fubini
