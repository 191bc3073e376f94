// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <optional>
#include <span>
#include <vector>

namespace fubini {

// d_from - d_to >= gap, gap one of 1, 0, -1
struct Bound {
  Index from, to;
  int gap = 0;
};

// Bounds on differences of numbers d, one a node; sorted by where they begin.
class Bounds {
 public:
  struct Arc {
    Index to;
    int gap;
  };
  Bounds(Index num_nodes, const std::vector<Bound>& unsorted);

  Index num_nodes() const { return static_cast<Index>(begin_.size()) - 1; }
  Index num_arcs() const { return static_cast<Index>(arcs_.size()); }
  std::span<const Arc> from(Index node) const {
    return std::span(arcs_).subspan(first(node), first(node + 1) - first(node));
  }
  // Where the arcs of a node begin, among all of them
  Index first(Index node) const { return begin_[node]; }

 private:
  std::vector<Index> begin_;
  std::vector<Arc> arcs_;
};

// Nodes that lead to each other (strongly connected components), in O(nodes + arcs). Arcs between
// parts lead from higher numbers to lower ones. `order` has the nodes, part by part from 0.
struct Parts {
  std::vector<Index> of;
  Index count = 0;
  std::vector<Index> order;
};
Parts parts_of(const Bounds& bounds, int least_gap = -1);  // along arcs with at least this gap

// Whole numbers d that keep all bounds, or nothing where a ring of them asks for more than it
// allows. In O(arcs sqrt(nodes)) at worst, and O(arcs) where gaps of 1 and 0 alone make such a ring
// (Goldberg, Scaling algorithms for the shortest paths problem, 1995).
std::optional<std::vector<Index>> solution_of(const Bounds& bounds);

}  // namespace fubini
