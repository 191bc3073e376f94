// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/detail/comparisons.hpp"

#include <numeric>
#include <span>

namespace fubini {
namespace {

using Of = Recession::Of;

// Collects the bounds of one query after the other.
class Collector {
 public:
  Collector(const Dataset& data, const Recession& recession)
      : recession_(recession), nodes_(data.num_distinct_items()) {
    if (recession.of == Of::sums) zero_ = nodes_++;
    for (Index q = 0; q < data.num_queries(); ++q)
      if (data.weight(q) > 0) add(data.query(q));
  }

  Comparisons result() const { return {Bounds(nodes_, all_), zero_, apart_}; }

 private:
  using Ids = std::span<const Index>;

  void add(const Query& query) {
    const Ranking& ranking = query.ranking;
    ids_.clear();
    for (Index p = 0; p < ranking.num_items(); ++p) ids_.push_back(query.items.id(p));
    if (recession_.of == Of::order) return in_a_row();
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      const Ids bucket = Ids(ids_).subspan(ranking.begin(k), ranking.bucket_size(k));
      const bool last = k + 1 == ranking.num_buckets();
      const Ids next =
          last ? Ids() : Ids(ids_).subspan(ranking.begin(k + 1), ranking.bucket_size(k + 1));
      if (recession_.of == Of::sums) {
        add_sums(bucket, next);
        continue;
      }
      above(bucket, next, gap(bucket));
      if (ties_count() && bucket.size() > 1) together(bucket);
    }
  }

  void in_a_row() {
    for (std::size_t p = 0; p + 1 < ids_.size(); ++p) all_.push_back({ids_[p], ids_[p + 1]});
  }

  bool ties_count() const {
    return recession_.of != Of::wins && recession_.of != Of::totals &&
           recession_.of != Of::totals_backward;
  }
  // Between a bucket and the next
  int gap(Ids bucket) const {
    if (recession_.of == Of::thresholds) return 1;
    return recession_.of == Of::means && bucket.size() == 1 ? 1 : 0;
  }

  // Of the next bucket only: the rest follows.
  void above(Ids upper, Ids lower, int gap) {
    if (lower.empty()) return;
    apart_ = apart_ || gap == 1;
    if (upper.size() == 1 || lower.size() == 1) {
      for (const Index i : upper)
        for (const Index j : lower) all_.push_back({i, j, gap});
      return;
    }
    const Index between = nodes_++;
    for (const Index i : upper) all_.push_back({i, between, gap});
    for (const Index j : lower) all_.push_back({between, j});
  }

  // The largest of them is at most 1 above the smallest.
  void together(Ids bucket) {
    if (bucket.size() == 2) {
      all_.push_back({bucket[0], bucket[1], -1});
      all_.push_back({bucket[1], bucket[0], -1});
      return;
    }
    const Index smallest = nodes_++;
    for (const Index i : bucket) {
      all_.push_back({i, smallest});
      all_.push_back({smallest, i, -1});
    }
  }

  // One item alone: d_j <= d_x and d_j <= 0 for those below; several: d_x >= 0 >= d_j.
  void add_sums(Ids bucket, Ids next) {
    if (bucket.size() == 1) above(bucket, next, 0);
    for (const Index i : bucket)
      if (bucket.size() > 1) all_.push_back({i, zero_});
    for (const Index j : next) all_.push_back({zero_, j});
  }

  Recession recession_;
  Index nodes_;
  Index zero_ = -1;
  bool apart_ = false;
  std::vector<Bound> all_;
  std::vector<Index> ids_;
};

}  // namespace

Comparisons comparisons_of(const Dataset& data, const Recession& recession) {
  return Collector(data, recession).result();
}

std::vector<Index> joined(const Bounds& bounds) {
  std::vector<Index> root(bounds.num_nodes());
  std::iota(root.begin(), root.end(), Index{0});
  const auto find = [&](Index i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  for (Index i = 0; i < bounds.num_nodes(); ++i)
    for (const Bounds::Arc& arc : bounds.from(i)) root[find(i)] = find(arc.to);
  for (Index i = 0; i < bounds.num_nodes(); ++i) root[i] = find(i);
  return root;
}

}  // namespace fubini
