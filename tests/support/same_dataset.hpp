// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace fubini {

using Bits = std::vector<std::pair<Index, std::uint64_t>>;

// The features of an item that are not 0, bit by bit
inline Bits bits_of(const Items& items, Index i) {
  Bits bits;
  items.for_each_feature(i, [&](Index j, double x) {
    if (x != 0) bits.emplace_back(j, std::bit_cast<std::uint64_t>(x));
  });
  if (items.kind() == Items::Kind::identity) bits.emplace_back(items.id(i), 0);
  return bits;
}

// What is different between queries with the same number in both; "" if nothing is.
inline std::string difference(const Query& a, const Query& b) {
  const std::string where = "query " + std::string(a.id) + ": ";
  if (a.id != b.id) return where + "id " + std::string(b.id);
  if (a.weight != b.weight) return where + "weight";
  if (a.grades.size() != b.grades.size()) return where + "size";
  for (Index p = 0; p < a.items.size(); ++p) {
    if (std::bit_cast<std::uint64_t>(a.grades[p]) != std::bit_cast<std::uint64_t>(b.grades[p]))
      return where + "grade of item " + std::to_string(p);
    if (a.ranking.order()[p] != b.ranking.order()[p]) return where + "order";
    if (bits_of(a.items, p) != bits_of(b.items, p)) return where + "item " + std::to_string(p);
  }
  return "";
}

inline std::string difference(const Dataset& a, const Dataset& b) {
  if (a.kind() != b.kind()) return "kind";
  if (a.num_features() != b.num_features()) return "number of features";
  if (a.num_distinct_items() != b.num_distinct_items()) return "number of items";
  if (a.num_queries() != b.num_queries()) return "number of queries";
  for (Index q = 0; q < a.num_queries(); ++q)
    if (const std::string found = difference(a.query(q), b.query(q)); !found.empty()) return found;
  return "";
}

// Which promise of a dataset is broken, or "".
inline std::string broken_promise(const Dataset& data) {
  Index rows = 0;
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    const Index n = query.items.size();
    if (n < 1 || query.ranking.num_items() != n || std::ssize(query.grades) != n) return "sizes";
    if (!std::isfinite(query.weight) || query.weight < 0) return "weight";
    if (!std::ranges::is_sorted(query.grades, std::greater{})) return "order of grades";
    for (Index i = 0; i < n; ++i) {
      if (!std::isfinite(query.grades[i])) return "grade";
      if (i > 0 && query.ranking.tied(i - 1, i) != (query.grades[i - 1] == query.grades[i]))
        return "buckets";
      Index last = -1;
      bool fine = true;
      query.items.for_each_feature(i, [&](Index j, double x) {
        fine = fine && j > last && j < data.num_features() && std::isfinite(x);
        last = j;
      });
      if (!fine) return "features";
      if (data.kind() == Items::Kind::identity &&
          (query.items.id(i) < 0 || query.items.id(i) >= data.num_distinct_items()))
        return "item numbers";
    }
    rows += n;
  }
  return rows == data.num_rows() && rows > 0 ? "" : "rows";
}

}  // namespace fubini
