// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/pairwise/margin_pairs.hpp"

#include "fubini/core/detail/lanes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace fubini {
namespace {

// 1 where inside_margin(a, b), else 0
FUBINI_INLINE Lanes inside(Lanes a, Lanes b) {
  const Lanes d = a - b, b_part = a - d, a_part = d + b_part;
  const Lanes lost = (a - a_part) - (b - b_part);
  const Lanes zero = {}, one = zero + 1;
  const Lanes at_edge = d == one ? (lost < zero ? one : zero) : zero;
  return d < one ? one : at_edge;
}

constexpr Index kMostCompared = 256;

Index count_by_comparing(const Ranking& ranking, std::span<const double> f,
                         std::span<double> counts) {
  const Index n = ranking.num_items();
  double scores[kMostCompared + kLanes], total[kMostCompared + kLanes];
  std::ranges::copy(f, scores);
  // Nothing behind the last item is inside a margin.
  std::fill_n(scores + n, kLanes, -std::numeric_limits<double>::infinity());
  std::fill_n(total, n + kLanes, 0.0);
  double pairs = 0;
  for (Index k = 0; k + 1 < ranking.num_buckets(); ++k)
    for (Index i = ranking.begin(k); i < ranking.end(k); ++i) {
      const Lanes own = Lanes{} + scores[i];
      Lanes wins = {};
      for (Index j = ranking.end(k); j < n; j += kLanes) {
        const Lanes counted = inside(own, load(scores + j));
        wins += counted;
        store(total + j, load(total + j) - counted);
      }
      const double count = sum(wins);
      total[i] += count;
      pairs += count;
    }
  std::copy_n(total, n, counts.begin());
  return static_cast<Index>(pairs);
}

// A score with its item
struct Placed {
  std::uint64_t key;
  Index item;
};

// In the order of the numbers
std::uint64_t key_of(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x + 0.0);  // no negative zero
  return bits >> 63 != 0 ? ~bits : bits | std::uint64_t{1} << 63;
}
double number_of(std::uint64_t key) {
  return std::bit_cast<double>(key >> 63 != 0 ? key & ~(std::uint64_t{1} << 63) : ~key);
}

// From the last digit to the first, stably; a digit that all share is passed over.
void sort_by_digits(std::vector<Placed>& items, std::vector<Placed>& other) {
  constexpr int kBits = 11, kDigits = 6;  // 66 bits
  constexpr std::size_t kValues = std::size_t{1} << kBits;
  std::vector<Index> places(kDigits * kValues, 0);
  const auto digit = [](std::uint64_t key, int d) { return key >> (d * kBits) & (kValues - 1); };
  for (const Placed& one : items)
    for (int d = 0; d < kDigits; ++d) ++places[d * kValues + digit(one.key, d)];
  other.resize(items.size());
  for (int d = 0; d < kDigits; ++d) {
    const auto place = std::span(places).subspan(d * kValues, kValues);
    if (place[digit(items[0].key, d)] == std::ssize(items)) continue;
    Index before = 0;
    for (Index& count : place) before += std::exchange(count, before);
    for (const Placed& one : items) other[place[digit(one.key, d)]++] = one;
    items.swap(other);
  }
}

class Fenwick {
 public:
  explicit Fenwick(Index size) : tree_(size + 1, 0) {}
  void add(Index k) {
    for (++k; k < static_cast<Index>(tree_.size()); k += k & -k) ++tree_[k];
  }
  Index sum_to(Index k) const {  // over 0..k
    Index sum = 0;
    for (++k; k > 0; k -= k & -k) sum += tree_[k];
    return sum;
  }

 private:
  std::vector<Index> tree_;
};

Index count_by_sorting(const Ranking& ranking, std::span<const double> f,
                       std::span<double> counts) {
  struct Sorted {
    double score;
    Index bucket;
  };
  thread_local std::vector<Placed> placed, other;
  thread_local std::vector<Sorted> sorted;
  const Index n = ranking.num_items();
  placed.resize(n);
  for (Index i = 0; i < n; ++i) placed[i] = {key_of(f[i]), i};
  sort_by_digits(placed, other);
  sorted.resize(n);
  for (Index p = 0; p < n; ++p)
    sorted[p] = {number_of(placed[p].key), ranking.bucket_of(placed[p].item)};

  Index active = 0;
  Fenwick worse(ranking.num_buckets()), better(ranking.num_buckets());
  // i as the better item, from the highest score down: the j within its margin only grow.
  for (Index p = n, q = n; p-- > 0;) {
    while (q > 0 && inside_margin(sorted[p].score, sorted[q - 1].score))
      worse.add(sorted[--q].bucket);
    const Index pairs = (n - q) - worse.sum_to(sorted[p].bucket);
    counts[placed[p].item] = static_cast<double>(pairs);
    active += pairs;
  }
  // j as the worse item, from the lowest score up.
  for (Index p = 0, q = 0; p < n; ++p) {
    while (q < n && inside_margin(sorted[q].score, sorted[p].score)) better.add(sorted[q++].bucket);
    counts[placed[p].item] -= static_cast<double>(better.sum_to(sorted[p].bucket - 1));
  }
  return active;
}

}  // namespace

Index count_margin_pairs(const Ranking& ranking, std::span<const double> f,
                         std::span<double> counts) {
  return ranking.num_items() <= kMostCompared ? count_by_comparing(ranking, f, counts)
                                              : count_by_sorting(ranking, f, counts);
}

}  // namespace fubini
