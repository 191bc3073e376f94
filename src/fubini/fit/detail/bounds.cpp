// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/detail/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fubini {
namespace {

constexpr Index kNone = -1;

// Tarjan 1972, with a path of its own in place of recursion. keep(node, arc): which arcs count.
template <class Keep>
class PartSearch {
 public:
  PartSearch(const Bounds& bounds, Keep keep)
      : bounds_(bounds),
        keep_(std::move(keep)),
        number_(bounds.num_nodes(), kNone),
        oldest_(bounds.num_nodes()),
        next_(bounds.num_nodes(), 0) {
    parts_.of.assign(bounds.num_nodes(), kNone);
    parts_.order.reserve(bounds.num_nodes());
  }

  Parts run() {
    for (Index root = 0; root < bounds_.num_nodes(); ++root) {
      if (number_[root] != kNone) continue;
      enter(root);
      while (!path_.empty()) step(path_.back());
    }
    return std::move(parts_);
  }

 private:
  void enter(Index i) {
    number_[i] = oldest_[i] = entered_++;
    path_.push_back(i);
    open_.push_back(i);
  }

  void step(Index i) {
    for (const auto arcs = bounds_.from(i); next_[i] < std::ssize(arcs);) {
      const Bounds::Arc& arc = arcs[next_[i]++];
      if (!keep_(i, arc)) continue;
      if (number_[arc.to] == kNone) return enter(arc.to);
      if (parts_.of[arc.to] == kNone) oldest_[i] = std::min(oldest_[i], number_[arc.to]);
    }
    path_.pop_back();
    if (!path_.empty()) oldest_[path_.back()] = std::min(oldest_[path_.back()], oldest_[i]);
    if (oldest_[i] == number_[i]) close(i);
  }

  void close(Index i) {
    for (Index last = kNone; last != i;) {
      last = open_.back();
      open_.pop_back();
      parts_.of[last] = parts_.count;
      parts_.order.push_back(last);
    }
    ++parts_.count;
  }

  const Bounds& bounds_;
  Keep keep_;
  Parts parts_;
  Index entered_ = 0;
  std::vector<Index> number_, oldest_, next_, path_, open_;
};

// Goldberg's way to d: gaps fall short by 1 at most, and fewer do after every round. `Slack` of an
// arc is d_from - d_to - gap; it is never below -1, and never falls below 0 where it is not.
class Solution {
 public:
  explicit Solution(const Bounds& bounds) : bounds_(bounds), d_(bounds.num_nodes(), 0) {}

  std::optional<std::vector<Index>> find();

 private:
  using Steps = std::vector<std::vector<Index>>;  // nodes to be lowered from this step on

  Index slack(Index i, const Bounds::Arc& arc) const { return d_[i] - d_[arc.to] - arc.gap; }

  // Of the parts along arcs without slack: how many short arcs a way to each may have
  struct Depths {
    std::vector<Index> of;       // a part
    std::vector<Index> before;   // the part that leads there, by a short arc or by another
    std::vector<bool> short_of;  // a short arc leads there: what must be lowered
    Index most = 0, num_short = 0;
    bool ring = false;  // a short arc inside a part: no d keeps the bounds
  };
  Depths depths(const Parts& parts) const;

  void lower(const Steps& steps);
  Steps by_layers(const Parts& parts, const Depths& depths) const;
  Steps largest_layer(const Parts& parts, const Depths& depths) const;
  Steps longest_chain(const Parts& parts, const Depths& depths) const;
  bool falls_short(const Steps& steps) const;

  const Bounds& bounds_;
  std::vector<Index> d_;
};

Solution::Depths Solution::depths(const Parts& parts) const {
  Depths result{std::vector<Index>(parts.count, 0), std::vector<Index>(parts.count, kNone),
                std::vector<bool>(parts.count, false)};
  for (auto i = parts.order.rbegin(); i != parts.order.rend(); ++i)
    for (const Bounds::Arc& arc : bounds_.from(*i)) {
      const Index room = slack(*i, arc), from = parts.of[*i], to = parts.of[arc.to];
      if (room > 0) continue;
      if (from == to) {
        result.ring = result.ring || room < 0;
        continue;
      }
      if (room < 0 && !result.short_of[to]) {
        result.short_of[to] = true;
        ++result.num_short;
      }
      const Index depth = result.of[from] + (room < 0 ? 1 : 0);
      if (depth > result.of[to] || (depth == result.of[to] && result.before[to] == kNone)) {
        result.of[to] = depth;
        result.before[to] = from;
        result.most = std::max(result.most, depth);
      }
    }
  return result;
}

// At every step the nodes that were given, and all that they lead to without slack, are lowered by
// one; what is lowered once is so at all later steps. Thus a node joins `slack` steps after another
// that leads there, and one pass over the arcs does all steps (Dial 1969).
void Solution::lower(const Steps& steps) {
  const Index last = std::ssize(steps);
  Steps joining = steps;
  std::vector<bool> joined(d_.size(), false);
  std::vector<std::pair<Index, Index>> lowered;  // node, by how much
  for (Index step = 0; step < last; ++step)
    for (std::size_t k = 0; k < joining[step].size(); ++k) {
      const Index i = joining[step][k];
      if (joined[i]) continue;
      joined[i] = true;
      lowered.emplace_back(i, last - step);
      for (const Bounds::Arc& arc : bounds_.from(i)) {
        const Index then = step + std::max<Index>(slack(i, arc), 0);
        if (!joined[arc.to] && then < last) joining[then].push_back(arc.to);
      }
    }
  for (const auto& [i, by] : lowered) d_[i] -= by;
}

// All layers, the deepest first: usually enough
Solution::Steps Solution::by_layers(const Parts& parts, const Depths& depths) const {
  Steps steps(depths.most);
  for (const Index i : parts.order)
    if (const Index part = parts.of[i]; depths.short_of[part])
      steps[depths.most - depths.of[part]].push_back(i);
  return steps;
}

// One layer: all of it is helped, since its parts do not lead to each other.
Solution::Steps Solution::largest_layer(const Parts& parts, const Depths& depths) const {
  std::vector<Index> size(depths.most + 1, 0);
  for (Index part = 0; part < parts.count; ++part)
    if (depths.short_of[part]) ++size[depths.of[part]];
  const Index largest = std::ranges::max_element(size) - size.begin();
  Steps steps(1);
  for (const Index i : parts.order)
    if (depths.short_of[parts.of[i]] && depths.of[parts.of[i]] == largest) steps[0].push_back(i);
  return steps;
}

// A chain of short arcs, its end first: all of it is helped, or it is part of a ring.
Solution::Steps Solution::longest_chain(const Parts& parts, const Depths& depths) const {
  std::vector<Index> first(parts.count, kNone);
  for (const Index i : parts.order) first[parts.of[i]] = i;
  Steps steps;
  for (Index part = std::ranges::find(depths.of, depths.most) - depths.of.begin(); part != kNone;) {
    const Index before = depths.before[part];
    if (before != kNone && depths.of[before] < depths.of[part]) steps.push_back({first[part]});
    part = before;
  }
  return steps;
}

bool Solution::falls_short(const Steps& steps) const {
  std::vector<bool> helped(d_.size(), false);
  for (const auto& step : steps)
    for (const Index i : step) helped[i] = true;
  for (Index i = 0; i < bounds_.num_nodes(); ++i)
    for (const Bounds::Arc& arc : bounds_.from(i))
      if (helped[arc.to] && slack(i, arc) < 0) return true;
  return false;
}

std::optional<std::vector<Index>> Solution::find() {
  Index before = 0;  // parts that were short in the last round, if that took all layers
  for (;;) {
    const auto no_slack = [&](Index i, const Bounds::Arc& arc) { return slack(i, arc) <= 0; };
    const Parts parts = PartSearch(bounds_, no_slack).run();
    const Depths now = depths(parts);
    if (now.ring) return {};
    if (now.num_short == 0) return d_;
    const auto few = static_cast<Index>(std::sqrt(static_cast<double>(now.num_short)));
    if (before == 0 || before - now.num_short >= few) {
      lower(by_layers(parts, now));
      before = now.num_short;
    } else if (now.most > few) {
      const Steps chain = longest_chain(parts, now);
      lower(chain);
      if (falls_short(chain)) return {};
      before = 0;
    } else {
      lower(largest_layer(parts, now));
      before = 0;
    }
  }
}

}  // namespace

Bounds::Bounds(Index num_nodes, const std::vector<Bound>& unsorted)
    : begin_(num_nodes + 1, 0), arcs_(unsorted.size()) {
  for (const Bound& bound : unsorted) ++begin_[bound.from + 1];
  for (Index i = 0; i < num_nodes; ++i) begin_[i + 1] += begin_[i];
  std::vector<Index> next(begin_.begin(), begin_.end() - 1);
  for (const Bound& bound : unsorted) arcs_[next[bound.from]++] = {bound.to, bound.gap};
}

Parts parts_of(const Bounds& bounds, int least_gap) {
  return PartSearch(bounds, [=](Index, const Bounds::Arc& arc) { return arc.gap >= least_gap; })
      .run();
}

std::optional<std::vector<Index>> solution_of(const Bounds& bounds) {
  return Solution(bounds).find();
}

}  // namespace fubini
