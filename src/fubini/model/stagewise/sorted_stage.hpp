// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

namespace fubini::detail {

// The items of one stage by increasing score. Equal ones are a group; each stands for its mean, so
// that each has an equal share in derivatives.
template <class T>
struct SortedStage {
  struct Group {
    Index begin, end;  // positions
    T score;
  };
  std::vector<Index> order;
  std::vector<Group> groups;

  explicit SortedStage(std::span<const T> f) : order(f.size()) {
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::stable_sort(order,
                             [&](Index i, Index j) { return value_of(f[i]) < value_of(f[j]); });
    for (Index begin = 0, end = 0; begin < std::ssize(order); begin = end) {
      const auto level = value_of(f[order[begin]]);
      T sum = 0;  // of differences: large scores would not come back as they were
      while (end < std::ssize(order) && !(level < value_of(f[order[end]])))
        sum += f[order[end++]] - level;
      groups.push_back({begin, end, level + sum / constant_t<T>(end - begin)});
    }
  }
  Index size() const { return std::ssize(order); }
};

}  // namespace fubini::detail
