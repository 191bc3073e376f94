// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/detail/tie_orders.hpp"

#include "fubini/fit/detail/cone.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

namespace fubini {
namespace {

// A bucket and what it was chosen from, as parts: the bucket's first
struct Choice {
  std::vector<Index> parts;
  std::size_t size = 0;
  auto operator<=>(const Choice&) const = default;
};

// v is a number a part, then one a learned size.
class Cone {
 public:
  Cone(const Dataset& data, const std::vector<Index>& learned, const std::vector<Index>& parts);

  bool small() const { return size_ <= kMostVariables && total_ <= kMostItems; }
  Fractions goal() const;
  std::optional<Fractions> violated(const Fractions& v) const;
  double worth(const Fractions& v, Index part) const {
    return v[number(part)].convert_to<double>();
  }

 private:
  static constexpr std::size_t kMostVariables = 60, kMostItems = 4000;  // some seconds at most

  std::size_t number(Index part) const {
    return std::ranges::lower_bound(known_, part) - known_.begin();
  }
  void add(const Query& query, const std::vector<Index>& parts);
  bool add_weight(Index size, const Fraction& by, Fractions& row) const;
  std::optional<Fractions> violated(const Choice& choice, const Fractions& v) const;

  std::vector<Index> learned_, known_;  // sizes; parts
  std::set<Choice> choices_;
  std::size_t size_ = 0, total_ = 0;
};

Cone::Cone(const Dataset& data, const std::vector<Index>& learned, const std::vector<Index>& parts)
    : learned_(learned), known_(parts.begin(), parts.begin() + data.num_distinct_items()) {
  std::ranges::sort(known_);
  known_.erase(std::unique(known_.begin(), known_.end()), known_.end());
  size_ = known_.size() + learned_.size();
  for (Index q = 0; q < data.num_queries() && small(); ++q)
    if (data.weight(q) > 0) add(data.query(q), parts);
}

// Of what remains, as many buckets as the largest choice could reach into: the rest follows, since
// later choices keep later buckets below.
void Cone::add(const Query& query, const std::vector<Index>& parts) {
  const Ranking& ranking = query.ranking;
  for (Index k = 0; k < ranking.num_buckets(); ++k) {
    const Index begin = ranking.begin(k), size = ranking.bucket_size(k);
    const Index reach = std::max(size + 1, learned_.back());
    Index end = ranking.end(k);
    for (Index next = k + 1; next < ranking.num_buckets() && end - begin < reach; ++next)
      end = ranking.end(next);
    if (end - begin < 2) continue;
    Choice choice{{}, static_cast<std::size_t>(size)};
    for (Index p = begin; p < end; ++p)
      choice.parts.push_back(static_cast<Index>(number(parts[query.items.id(p)])));
    std::sort(choice.parts.begin(), choice.parts.begin() + size);
    std::sort(choice.parts.begin() + size, choice.parts.end());
    if (choices_.insert(std::move(choice)).second) total_ += end - begin;
    if (!small()) return;
  }
}

Fractions Cone::goal() const {
  Fractions result(size_, 0);
  std::fill(result.begin() + static_cast<Index>(known_.size()), result.end(), 1);
  return result;
}

// False if no bucket of this size can be chosen.
bool Cone::add_weight(Index size, const Fraction& by, Fractions& row) const {
  const auto at = std::ranges::lower_bound(learned_, size);
  if (at != learned_.end() && *at == size)
    row[known_.size() + (at - learned_.begin())] += by;
  else if (size != 1)
    return false;
  return true;
}

std::optional<Fractions> Cone::violated(const Choice& choice, const Fractions& v) const {
  std::vector<Index> best = choice.parts;  // first
  std::ranges::stable_sort(best, [&](Index i, Index j) { return v[i] > v[j]; });
  Fractions chosen(size_, 0);
  const Fraction share(1, static_cast<long>(choice.size));
  for (std::size_t p = 0; p < choice.size; ++p) chosen[choice.parts[p]] += share;
  if (!add_weight(static_cast<Index>(choice.size), 1, chosen)) return {};
  for (std::size_t size = 1; size <= best.size(); ++size) {
    Fractions row = chosen;
    if (!add_weight(static_cast<Index>(size), -1, row)) continue;
    for (std::size_t p = 0; p < size; ++p) row[best[p]] -= Fraction(1, static_cast<long>(size));
    Fraction value = 0;
    for (std::size_t j = 0; j < size_; ++j) value += row[j] * v[j];
    if (value < 0) return row;
  }
  return {};
}

std::optional<Fractions> Cone::violated(const Fractions& v) const {
  for (const Choice& choice : choices_)
    if (auto row = violated(choice, v)) return row;
  return {};
}

}  // namespace

TieOrders::TieOrders(const Dataset& data, const std::vector<Index>& learned) {
  for (Index q = 0; q < data.num_queries(); ++q) {
    if (data.weight(q) == 0) continue;
    const Ranking& ranking = data.ranking(q);
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      const Index size = ranking.bucket_size(k), items = ranking.num_items() - ranking.begin(k);
      if (items < 2) continue;
      if (size >= std::ssize(longest_)) longest_.resize(size + 1, 0);
      longest_[size] = std::max(longest_[size], items);
      most_items_ = std::max(most_items_, items);
    }
  }
  if (seen(1)) reach_ = longest_[1];
  for (const Index size : learned)
    if (size <= reach_ && seen(size)) reach_ = std::max(reach_, longest_[size]);
}

Growth growth_of_tie_orders(const Dataset& data, const std::vector<Index>& learned,
                            const std::vector<Index>& parts) {
  const TieOrders orders(data, learned);
  std::vector<Index> possible;
  std::ranges::copy_if(learned, std::back_inserter(possible),
                       [&](Index size) { return size <= orders.most_items(); });
  if (possible.empty()) return {};
  const Cone cone(data, possible, parts);
  if (!cone.small()) return {false};
  const auto v = find_in_cone(cone.goal(), [&](const Fractions& at) { return cone.violated(at); });
  if (!v) return {};
  std::vector<double> worths;
  for (Index i = 0; i < data.num_distinct_items(); ++i) worths.push_back(cone.worth(*v, parts[i]));
  return {true, std::move(worths)};
}

}  // namespace fubini
