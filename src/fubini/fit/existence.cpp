// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/existence.hpp"

#include "fubini/core/names.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fubini {
namespace {

using Edges = std::vector<std::vector<Index>>;  // i -> j: i was seen not to be far below j

// Does a tie of two items hold the first (second) up, where it is far below the other?
std::pair<bool, bool> ties_hold_up(const Model& model) {
  constexpr double kFar = 20;
  const Ranking tie({2});
  const std::vector<double> none(model.tie_parameters().size(), 0.0);
  const auto slope = [&](std::vector<double> f, std::size_t of) {
    std::vector<double> g(2, 0.0), ties(none.size(), 0.0);
    const double value = model.log_likelihood(tie, f, none, Gradient{g, ties});
    return std::isfinite(value) ? g[of] : 0;
  };
  return {slope({-kFar, 0}, 0) > 1e-6, slope({0, -kFar}, 1) > 1e-6};
}

Edges edges_of(const Dataset& data, const Model& model) {
  const auto [first_up, second_up] = ties_hold_up(model);
  Edges edges(data.num_distinct_items());
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    if (query.weight == 0) continue;
    const Ranking& ranking = query.ranking;
    const auto id = [&](Index p) { return query.items.id(p); };
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      for (Index p = ranking.begin(k); p + 1 < ranking.end(k); ++p) {
        if (first_up) edges[id(p)].push_back(id(p + 1));
        if (second_up) edges[id(p + 1)].push_back(id(p));
      }
      // Of the next bucket only: the rest follows.
      for (Index p = ranking.begin(k); k + 1 < ranking.num_buckets() && p < ranking.end(k); ++p)
        for (Index j = ranking.begin(k + 1); j < ranking.end(k + 1); ++j)
          edges[id(p)].push_back(id(j));
    }
  }
  return edges;
}

std::vector<bool> reached_from(Index start, const Edges& edges) {
  std::vector<bool> reached(edges.size(), false);
  std::vector<Index> waiting = {start};
  reached[start] = true;
  while (!waiting.empty()) {
    const Index i = waiting.back();
    waiting.pop_back();
    for (const Index j : edges[i])
      if (!reached[j]) {
        reached[j] = true;
        waiting.push_back(j);
      }
  }
  return reached;
}

Edges reversed(const Edges& edges) {
  Edges result(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i)
    for (const Index j : edges[i]) result[j].push_back(static_cast<Index>(i));
  return result;
}

std::string some(const std::vector<bool>& which, bool value,
                 const std::vector<std::string>& items) {
  constexpr std::size_t kMost = 5;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < which.size(); ++i)
    if (which[i] == value) names.push_back(items[i]);
  const std::size_t more = names.size() > kMost ? names.size() - kMost : 0;
  names.resize(names.size() - more);
  return join(names, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

}  // namespace

std::optional<std::string> why_no_maximum(const Dataset& data, const Model& model,
                                          const std::vector<std::string>& items) {
  if (data.kind() != Items::Kind::identity || model.info().kind == Kind::loss) return {};
  const Edges down = edges_of(data, model), up = reversed(down);
  Edges both = down;
  for (std::size_t i = 0; i < up.size(); ++i)
    both[i].insert(both[i].end(), up[i].begin(), up[i].end());
  const std::vector<bool> joined = reached_from(0, both);
  const auto all = [](const std::vector<bool>& which) {
    return std::ranges::all_of(which, [](bool one) { return one; });
  };
  const std::string none = ", so worths have no finite maximum; wanted such comparisons, or --l2";
  if (!all(joined))
    return "nothing compares " + some(joined, true, items) + " with " + some(joined, false, items) +
           none;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::vector<bool> below = reached_from(static_cast<Index>(i), down);
    if (!all(below))
      return some(below, true, items) + " never came above" +
             (ties_hold_up(model).first ? " or tied with " : " ") + some(below, false, items) +
             none;
  }
  return {};
}

std::optional<std::string> why_no_tie_maximum(const Dataset& data, const Model& model) {
  if (model.tie_parameters().empty()) return {};
  bool ties = false, wins = false;
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    if (query.weight == 0) continue;
    wins = wins || query.ranking.num_buckets() > 1;
    ties = ties || query.ranking.num_buckets() < query.ranking.num_items();
  }
  const std::string which = join(model.tie_parameters(), ", ");
  if (!ties)
    return "the data has no ties, so " + which +
           " has no finite maximum; wanted ties, or a model without tie parameters";
  if (!wins) return "the data has nothing but ties, so " + which + " has no finite maximum";
  return {};
}

}  // namespace fubini
