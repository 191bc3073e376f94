// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace fubini {

// What differs between two datasets, or "".
inline std::string difference(const Dataset& a, const Dataset& b) {
  if (a.kind() != b.kind() || a.num_queries() != b.num_queries() ||
      a.num_features() != b.num_features())
    return "kind or size";
  for (Index q = 0; q < a.num_queries(); ++q) {
    const Query x = a.query(q), y = b.query(q);
    const std::string where = " of query " + std::to_string(q);
    if (x.id != y.id || x.weight != y.weight) return "id or weight" + where;
    if (!std::ranges::equal(x.grades, y.grades)) return "grades" + where;
    if (!std::ranges::equal(x.ranking.order(), y.ranking.order())) return "order" + where;
    for (Index i = 0; i < x.items.size(); ++i) {
      if (a.kind() == Items::Kind::identity) {
        if (x.items.id(i) != y.items.id(i)) return "items" + where;
        continue;
      }
      for (Index j = 0; j < a.num_features(); ++j)
        if (x.items.feature(i, j) != y.items.feature(i, j)) return "features" + where;
    }
  }
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
