// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/existence.hpp"

#include "fubini/core/text.hpp"
#include "fubini/fit/detail/comparisons.hpp"
#include "fubini/fit/detail/tie_orders.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace fubini {
namespace {

using Of = Recession::Of;
using Why = std::optional<std::string>;
using Names = std::vector<std::string>;

// Names for a sentence: a few, and how many more there are
class Listed {
 public:
  void add(const std::string& name, std::string_view separator = ", ") {
    constexpr std::size_t kMost = 5, kLength = 100;
    if (++all_ > kMost || text_.size() > kLength) return;
    text_ += (all_ > 1 ? std::string(separator) : "") + name;
    ++listed_;
  }
  std::string text() const {
    return text_ + (all_ > listed_ ? " and " + std::to_string(all_ - listed_) + " more" : "");
  }

 private:
  std::string text_;
  std::size_t all_ = 0, listed_ = 0;
};

std::string a_few(const Names& names) {
  Listed result;
  for (const std::string& name : names) result.add(name);
  return result.text();
}

// Those whose group is (is not) this one
std::string some(const std::vector<Index>& groups, Index group, bool inside, const Names& items) {
  Listed result;
  for (std::size_t i = 0; i < items.size(); ++i)
    if ((groups[i] == group) == inside) result.add(shown(items[i]));
  return result.text();
}

// "'a' > 'b' = 'c'", by decreasing worth
template <class Number>
std::string in_order(const std::vector<Number>& worth, const Names& items) {
  std::vector<std::size_t> order(items.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t i, std::size_t j) { return worth[i] > worth[j]; });
  Listed result;
  for (std::size_t p = 0; p < order.size(); ++p)
    result.add(shown(items[order[p]]),
               p > 0 && worth[order[p - 1]] > worth[order[p]] ? " > " : " = ");
  return result.text();
}

// What compares items: of a model that says nothing of recession, but that a shift changes nothing,
// being in one query.
Recession recession_of(const Model& model) {
  const ModelInfo& info = model.info();
  const bool shifts = info.declares_laws && info.laws.shift_invariant;
  if (info.recession.of == Of::unknown && shifts) return {Of::maxima};
  return info.recession;
}

Why why_apart(const Bounds& bounds, const Names& items) {
  const std::vector<Index> group = joined(bounds);
  for (std::size_t i = 0; i < items.size(); ++i)
    if (group[i] != group[0])
      return "nothing compares " + some(group, group[0], true, items) + " with " +
             some(group, group[0], false, items) +
             ", so worths have no finite maximum that is the only one; wanted such comparisons, or "
             "--l2";
  return {};
}

// Of items that no way leads out of, down to others: their worths may fall.
Why why_beaten(const Comparisons& found, const Recession& recession, const Names& items) {
  const Parts parts = parts_of(found.bounds);
  if (parts.count == 1) return {};
  const std::string none = ", so worths have no finite maximum; wanted such comparisons, or --l2";
  const Index last = parts.count - 1;
  if (recession.of == Of::sums && parts.of[found.zero] == 0)
    return some(parts.of, last, true, items) + " never came below another" + none;
  if (recession.of == Of::sums)
    return some(parts.of, 0, true, items) + " never came above another, or tied with one" + none;
  const bool ties =
      recession.of == Of::thresholds || recession.of == Of::means || recession.of == Of::maxima;
  return some(parts.of, 0, true, items) + " never came above " + (ties ? "or tied with " : "") +
         some(parts.of, 0, false, items) + none;
}

// Of a bucket's largest worth alone: an item that was always in the best bucket may leave the
// others behind, and every choice becomes as likely as it can be.
Why why_always_best(const Dataset& data, const Names& items) {
  std::vector<bool> always(items.size(), false), below(items.size(), false);
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    if (query.weight == 0 || query.ranking.num_items() < 2) continue;
    for (Index p = 0; p < query.ranking.num_items(); ++p)
      (p < query.ranking.end(0) ? always : below)[query.items.id(p)] = true;
  }
  for (std::size_t i = 0; i < items.size(); ++i)
    if (always[i] && !below[i])
      return shown(items[i]) +
             " was in the best bucket always, so worths have no finite maximum; wanted a "
             "comparison "
             "that it loses, or --l2";
  return {};
}

template <class Number>
std::string grow_together(const std::vector<Number>& worth, const Model& model,
                          const Names& items) {
  return "every win leads down the order " + in_order(worth, items) +
         " by more than ties lead up or down, so worths and " + a_few(model.tie_parameters()) +
         " grow together without bound; wanted a comparison against that order, --l2, or a model "
         "without tie parameters";
}

// Of ties that become likelier while worths part.
Why why_parting(const Dataset& data, const Model& model, const Comparisons& found,
                const Names& items) {
  const Recession& recession = model.info().recession;
  const bool of_pairs = recession.of == Of::means && recession.sizes == std::vector<Index>{2};
  if (recession.of == Of::thresholds || of_pairs) {
    if (!found.apart) return {};
    const auto worth = solution_of(found.bounds);
    return worth ? Why(grow_together(*worth, model, items)) : Why();
  }
  if (recession.of != Of::means || recession.sizes.empty()) return {};
  const Parts by_wins = parts_of(found.bounds, 0);
  const Growth growth = growth_of_tie_orders(data, recession.sizes, by_wins.of);
  return growth.worths ? Why(grow_together(*growth.worths, model, items)) : Why();
}

Why why_no_orders(const Dataset& data, const Model& model) {
  const std::vector<Index>& sizes = model.info().recession.sizes;
  const Names& names = model.tie_parameters();
  const TieOrders orders(data, sizes);
  const auto possible = [&](Index size) { return size <= orders.most_items(); };
  const auto wanted = [](Index size) {
    return "; wanted some of " + std::to_string(size - 1) + " or fewer, or a model without it";
  };
  for (std::size_t t = 0; t < sizes.size(); ++t) {
    const std::string size = std::to_string(sizes[t]);
    if (possible(sizes[t]) && !orders.seen(sizes[t]))
      return "the data has no ties of " + size + " items, so " + names[t] +
             " has no finite maximum; wanted such ties, or a model without it";
    if (possible(sizes[t]) && sizes[t] > orders.reach())
      return "wherever " + size + " items or more were left, as many tied, so " + names[t] +
             " has no finite maximum" + wanted(sizes[t]);
  }
  return {};
}

}  // namespace

std::optional<std::string> why_no_maximum(const Dataset& data, const Model& model,
                                          const std::vector<std::string>& items) {
  if (data.kind() != Items::Kind::identity || model.info().kind == Kind::loss) return {};
  const Recession recession = recession_of(model);
  if (recession.of == Of::unknown) return {};
  const Comparisons found = comparisons_of(data, recession);
  Why why = why_apart(found.bounds, items);
  if (why || model.info().recession.of == Of::unknown) return why;
  why = why_beaten(found, recession, items);
  if (!why && recession.of == Of::maxima) why = why_always_best(data, items);
  return why ? why : why_parting(data, model, found, items);
}

std::optional<std::string> why_no_tie_maximum(const Dataset& data, const Model& model) {
  const Of of = model.info().recession.of;
  if (model.tie_parameters().empty() || (of != Of::thresholds && of != Of::means)) return {};
  bool ties = false, wins = false;
  for (Index q = 0; q < data.num_queries(); ++q) {
    if (data.weight(q) == 0) continue;
    const Ranking& ranking = data.ranking(q);
    wins = wins || ranking.num_buckets() > 1;
    ties = ties || ranking.num_buckets() < ranking.num_items();
  }
  const std::string which = a_few(model.tie_parameters());
  if (!ties)
    return "the data has no ties, so " + which +
           " has no finite maximum; wanted ties, or a model without tie parameters";
  if (!wins) return "the data has nothing but ties, so " + which + " has no finite maximum";
  return of == Of::means ? why_no_orders(data, model) : Why();
}

}  // namespace fubini
