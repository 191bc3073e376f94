// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/detail/mean_lanes.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/detail/lanes.hpp"
#include "fubini/core/vector_math.hpp"
#include "fubini/model/stagewise/detail/mean_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace fubini::detail {
namespace {

void make_room(AlignedVector<double>& memory, Index size) {
  if (std::ssize(memory) < size) memory.resize(size);
}

class Normalisers {
 public:
  Normalisers(std::span<const Index> ends, std::span<const double> f, std::span<const double> top,
              Index most, std::span<const double> weights, std::span<const Index> used)
      : ends_(ends),
        f_(f),
        top_(top),
        most_(most),
        weights_(weights),
        used_(used),
        n_(ends.back()) {
    groups_.clear();
    for (Index k = std::ssize(ends); k-- > 0;)
      for (Index last = ends[k] - 1, begin = this->begin(k); last >= begin;) {
        const Index count = std::min(kTogether, last - begin + 1);
        groups_.push_back({last, count, n_ - 1 - last});
        last -= count;
      }
  }

  double run(std::span<double> g, std::span<double> sizes) {
    const Index eights = (std::ssize(used_) + kLanes - 1) / kLanes, stages = std::ssize(ends_);
    make_room(y_, eights * n_ * kLanes);
    terms_.assign(stages * most_, 0.0);
    Index all_rows = 0, largest = 0;
    for (Index e = 0; e < eights; ++e) {
      const Index rows = (std::ssize(groups_) + 1) * Eights(used_, e * kLanes).row_length();
      all_rows += rows;
      largest = std::max(largest, rows);
    }
    // Kept from the first pass for the second, unless they would not stay in cache
    constexpr Index kMostKept = (768 << 10) / Index{sizeof(Lanes)};
    const bool keep = all_rows <= kMostKept;
    make_room(rows_, (keep ? all_rows : largest) * kLanes);
    Index at = 0;
    for (Index e = 0; e < eights; ++e) {
      const Eights eight(used_, e * kLanes);
      fill_y(eight, y(e));
      fill(eight, y(e), row(at));
      note_terms(eight, row(at));
      if (keep) at += (std::ssize(groups_) + 1) * eight.row_length();
    }
    const double total = divide_terms(sizes);
    shares_.assign(n_ * kLanes, 0.0);
    at = 0;
    for (Index e = 0; e < eights; ++e) {
      const Eights eight(used_, e * kLanes);
      if (!keep) fill(eight, y(e), row(0));
      go_back(eight, y(e), row(at));
      if (keep) at += (std::ssize(groups_) + 1) * eight.row_length();
    }
    for (Index i = 0; i < n_; ++i) g[i] -= sum(load(&shares_[i * kLanes]));
    return total;
  }

 private:
  Index begin(Index k) const { return k == 0 ? 0 : ends_[k - 1]; }
  Lanes* y(Index e) { return reinterpret_cast<Lanes*>(&y_[e * n_ * kLanes]); }
  Lanes* row(Index at) { return reinterpret_cast<Lanes*>(&rows_[at * kLanes]); }

  // In the order in which items are added: from the last to the first
  void fill_y(const Eights& eight, Lanes* y) const {
    const Lanes m = eight.as_numbers(), per_m = 1 / m;
    for (Index t = 0; t < n_; ++t) {
      const Lanes below = Lanes{} + (f_[n_ - 1 - t] - top_[0]), quotient = below * per_m;
      y[t] = quotient + (below - quotient * m) * per_m;  // division takes five times as long
    }
    vector_math::exp({reinterpret_cast<double*>(y), static_cast<std::size_t>(n_ * kLanes)});
  }

  // With `items` items, entries below this can no longer become e_m of a size m at hand.
  Index lowest(const Eights& eight, Index items) const {
    return std::max<Index>(0, eight.smallest() - (n_ - items));
  }

  template <Index count>
  void add(const Eights& eight, const Group& group, const Lanes* y, Lanes* from, Lanes* to) const {
    const Symmetric<count> s = symmetric<count>(y + group.before);
    const Index low = lowest(eight, group.before + count);
    const Index high = std::min(eight.largest(), group.before + count);
    for (Index p = 1; p <= count; ++p) from[-p] = Lanes{};
    for (Index j = std::min(eight.largest(), group.before) + 1; j <= high; ++j) from[j] = Lanes{};
    Trail<count> before(from + low);
    for (Index j = low; j <= high; ++j) {
      const Lanes own = from[j];
      Lanes e = own;
#pragma GCC unroll 4
      for (Index p = 1; p <= count; ++p) e += s[p - 1] * before[p];
      to[j] = e;
      before.shift(own);
    }
  }

  // All rows, the first of no items, one behind each group
  void fill(const Eights& eight, const Lanes* y, Lanes* memory) const {
    Lanes* row = memory + kTogether;
    row[0] = Lanes{} + 1;
    for (const Group& group : groups_) {
      Lanes* const next = row + eight.row_length();
      with_count(group.count, [&]<Index count>() { add<count>(eight, group, y, row, next); });
      row = next;
    }
  }

  // gamma_m e_m of each stage
  void note_terms(const Eights& eight, const Lanes* memory) {
    const Lanes* row = memory + kTogether;
    std::size_t group = 0;
    for (Index k = std::ssize(ends_); k-- > 0;) {
      for (; group < groups_.size() && groups_[group].last >= begin(k); ++group)
        row += eight.row_length();
      for (Index l = 0; l < eight.count(); ++l) {
        const Index m = eight.size(l), place = k * most_ + m - 1;
        if (m <= n_ - begin(k)) terms_[place] = gamma(place) * row[m][l];
      }
    }
  }
  // The same weight often comes again.
  double gamma(Index place) {
    if (weights_[place] != last_weight_) last_gamma_ = std::exp(last_weight_ = weights_[place]);
    return last_gamma_;
  }

  // From terms to gamma_m / Z; minus the sum of log Z
  double divide_terms(std::span<double> sizes) {
    constexpr double kLarge = 1e100;
    double total = 0, product = 1;  // of some z: one logarithm for many
    for (Index k = 0; k < std::ssize(ends_); ++k) {
      double z = 0;
      for (Index m = 1; m <= most_; ++m) z += terms_[k * most_ + m - 1];
      total -= top_[0] - top_[k];
      if (z > 1 / kLarge && z < kLarge)
        product *= z;
      else
        total -= std::log(z);
      if (product < 1 / kLarge || product > kLarge) total -= std::log(std::exchange(product, 1));
      for (Index m = 1; m <= most_; ++m) {
        double& term = terms_[k * most_ + m - 1];
        if (m <= std::ssize(sizes)) sizes[m - 1] -= term / z;
        term = term == 0 ? 0 : gamma(k * most_ + m - 1) / z;
      }
    }
    return total - std::log(product);
  }

  template <Index count>
  void take(const Eights& eight, const Group& group, const Lanes* y, const Lanes* e, Lanes* d) {
    const Lanes* const own = y + group.before;
    const Symmetric<count> s = symmetric<count>(own);
    const Index high = std::min(eight.largest(), group.before + count);
    const Index low = lowest(eight, group.before + count);
    // Below `low` there is no derivative yet, and e is not kept.
    for (Index j = lowest(eight, group.before); j < low; ++j)
      for (Index p = std::max<Index>(1, low - j); p <= count; ++p) d[j] += s[p - 1] * d[j + p];
    Symmetric<count> ds = {};
    Trail<count> before(e + low);
    for (Index j = low; j <= high; ++j) {
      const Lanes own = d[j];
      Lanes sum = own;
#pragma GCC unroll 4
      for (Index p = 1; p <= count; ++p) {
        ds[p - 1] += own * before[p];
        sum += s[p - 1] * d[j + p];
      }
      d[j] = sum;
      before.shift(e[j]);
    }
    // ds_p/dy_i is s_{p-1} of the others.
    const Lanes per_m = 1 / eight.as_numbers();
    for (Index t = 0; t < count; ++t) {
      Lanes others[kTogether] = {};
      Index filled = 0;
      for (Index o = 0; o < count; ++o)
        if (o != t) others[filled++] = own[o];
      Lanes slope = ds[0];
      if constexpr (count > 1) {
        const Symmetric<count - 1> rest = symmetric<count - 1>(others);
#pragma GCC unroll 4
        for (Index p = 2; p <= count; ++p) slope += ds[p - 1] * rest[p - 2];
      }
      double* const share = &shares_[(group.last - t) * kLanes];
      store(share, load(share) + slope * own[t] * per_m);
    }
  }

  void go_back(const Eights& eight, const Lanes* y, Lanes* memory) {
    d_.assign((eight.largest() + 1 + kTogether) * kLanes, 0.0);
    Lanes* const d = reinterpret_cast<Lanes*>(d_.data());
    std::size_t group = groups_.size();
    for (Index k = 0; k < std::ssize(ends_); ++k) {
      for (Index l = 0; l < eight.count(); ++l)  // whole lanes: a part of one would have to settle
        d[eight.size(l)] += kUnit[l] * terms_[k * most_ + eight.size(l) - 1];
      for (; group > 0 && groups_[group - 1].last < ends_[k]; --group) {
        const Group& one = groups_[group - 1];
        const Lanes* row = memory + static_cast<Index>(group - 1) * eight.row_length() + kTogether;
        with_count(one.count, [&]<Index count>() { take<count>(eight, one, y, row, d); });
      }
    }
  }

  template <class Work>
  static void with_count(Index count, const Work& work) {
    switch (count) {
      case 1: return work.template operator()<1>();
      case 2: return work.template operator()<2>();
      case 3: return work.template operator()<3>();
      default: return work.template operator()<4>();
    }
  }

  std::span<const Index> ends_;
  std::span<const double> f_, top_;
  Index most_;
  std::span<const double> weights_;
  std::span<const Index> used_;
  Index n_;
  double last_weight_ = 0, last_gamma_ = 1;
  static thread_local std::vector<Group> groups_;
  static thread_local AlignedVector<double> y_, rows_, d_, shares_, terms_;
};

thread_local std::vector<Group> Normalisers::groups_;
thread_local AlignedVector<double> Normalisers::y_, Normalisers::rows_, Normalisers::d_,
    Normalisers::shares_, Normalisers::terms_;

}  // namespace

bool plain_tables_suffice(std::span<const Index> ends, std::span<const double> f, Index most,
                          std::span<const double> weights) {
  constexpr double kLargest = 600;  // of the logarithm of any number
  const auto [low, high] = std::ranges::minmax(f);
  double weight = 0;
  for (const double w : weights)
    if (std::isfinite(w)) weight = std::max(weight, std::abs(w));
  // e_m is at most C(n, m) and at least exp(low - high); m items out of n, m up to `most`
  const auto n = static_cast<double>(ends.back());
  const double subsets =
      std::min(n * std::numbers::ln2, static_cast<double>(most) * std::log(n + 1));
  return weight + (high - low) + subsets < kLargest;
}

double subtract_normalisers(std::span<const Index> ends, std::span<const double> f,
                            std::span<const double> top, Index most,
                            std::span<const double> weights, std::span<const Index> used,
                            std::span<double> g, std::span<double> sizes) {
  return Normalisers(ends, f, top, most, weights, used).run(g, sizes);
}

}  // namespace fubini::detail
