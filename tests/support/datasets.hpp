// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/core/random.hpp"
#include "fubini/model/contract.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fubini {

// Whether a model can be asked for queries of any size, with buckets of any size. (Those that
// cannot are checked in tests/model/gradient_test.cpp, on queries that they take.)
inline bool takes_any_query(const ModelInfo& info) {
  return info.largest_bucket == 0 && info.cost != Cost::exponential;
}

// Random queries with features in +-1 (a third of them 0), grades 0..4 and weights 0.5..1.5; dense
// and sparse have the same numbers.
inline Dataset random_queries(Items::Kind kind, Index num_queries, Index num_features,
                              std::uint64_t seed) {
  std::uint64_t next = 0;
  const auto draw = [&](double scale) { return scale * uniform(seed, 0, next++); };
  Dataset data =
      kind == Items::Kind::dense ? Dataset::dense(num_features) : Dataset::sparse(num_features);
  for (Index q = 0; q < num_queries; ++q) {
    const auto n = static_cast<Index>(1 + draw(30));
    std::vector<double> grades(n);
    std::vector<float> dense, values;
    std::vector<Index> offsets = {0};
    std::vector<Column> columns;
    for (double& grade : grades) {
      grade = static_cast<int>(draw(5));
      for (Index j = 0; j < num_features; ++j) {
        const auto x = draw(1) < 1.0 / 3 ? 0.0F : static_cast<float>(draw(2) - 1);
        dense.push_back(x);
        if (x == 0) continue;
        columns.push_back(static_cast<Column>(j));
        values.push_back(x);
      }
      offsets.push_back(static_cast<Index>(columns.size()));
    }
    const std::string id = "q" + std::to_string(q);
    const double weight = 0.5 + draw(1);
    if (kind == Items::Kind::dense)
      data.add_query(id, grades, dense, weight);
    else
      data.add_query(id, grades, SparseRows{offsets, columns, values}, weight);
  }
  return data;
}

// Random rankings with ties of up to 12 out of num_items items
inline Dataset random_rankings(Index num_queries, Index num_items, std::uint64_t seed) {
  std::uint64_t next = 0;
  const auto draw = [&](double scale) { return scale * uniform(seed, 1, next++); };
  Dataset data = Dataset::identity(num_items);
  for (Index q = 0; q < num_queries; ++q) {
    std::vector<Index> items;
    std::vector<double> grades;
    for (Index item = 0; item < num_items; ++item)
      if (items.empty() || (items.size() < 12 && draw(1) < 0.6)) {
        items.push_back(item);
        grades.push_back(static_cast<int>(draw(4)));
      }
    data.add_query("r" + std::to_string(q), grades, items);
  }
  return data;
}

}  // namespace fubini
