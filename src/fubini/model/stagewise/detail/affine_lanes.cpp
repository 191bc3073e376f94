// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/detail/affine_lanes.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/detail/lanes.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/model/stagewise/detail/affine_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace fubini::detail {
namespace {

void make_room(AlignedVector<double>& memory, Index size) {
  if (std::ssize(memory) < size) memory.resize(size);
}

class Normalisers {
 public:
  Normalisers(const AffineStages& stages, double top, std::span<const Index> used,
              const AffineSlopes& slopes)
      : s_(stages),
        top_(top),
        used_(used),
        slopes_(slopes),
        n_(stages.items()),
        with_means_(!slopes.times_mean.empty()) {
    all_groups_.clear();
    for (Index k = std::ssize(s_.ends); k-- > 0;)
      for (Index last = s_.ends[k] - 1, begin = s_.begin(k); last >= begin;) {
        const Index count = std::min(kTogether, last - begin + 1);
        all_groups_.push_back({last, count, n_ - 1 - last, last - count + 1 == begin ? k : -1});
        last -= count;
      }
    groups_ = all_groups_;
  }

  double run() {
    const Index eights = (std::ssize(used_) + kLanes - 1) / kLanes;
    make_room(y_, eights * n_ * kLanes);
    term_memory_.assign(s_.counted * s_.most, 0.0);
    terms_ = term_memory_.data();
    lay_out(eights);
    for (Index e = 0; e < eights; ++e) {
      const Eights eight = eight_at(e);
      fill_y(eight, s_.f, top_, y(e));
      first_pass(eight, e);
    }
    const double total = divide_terms();
    direct_ = eights == 1;
    if (!direct_) shares_.assign(n_ * kLanes, 0.0);
    to_ = direct_ ? slopes_.scores.data() : shares_.data();
    for (Index e = 0; e < eights; ++e) second_pass(eight_at(e), e);
    if (!direct_)
      for (Index i = 0; i < n_; ++i) slopes_.scores[i] -= sum(load(&shares_[i * kLanes]));
    return total;
  }

 private:
  // How many groups have their rows in memory at a time, and where
  struct Place {
    Index rows, mark;  // of the first row; of the row at each block's begin
    Index block;       // groups
  };

  Eights eight_at(Index e) const { return {used_, e * kLanes, s_.times_mean}; }
  Lanes* y(Index e) { return reinterpret_cast<Lanes*>(&y_[e * n_ * kLanes]); }
  Lanes* row(Index at) { return reinterpret_cast<Lanes*>(&rows_[at * kLanes]); }
  Lanes* mark(Index at) { return reinterpret_cast<Lanes*>(&marks_[at * kLanes]); }
  Index groups() const { return std::ssize(groups_); }

  // All rows are kept from the first pass for the second, unless they would not stay in cache.
  void lay_out(Index eights) {
    constexpr Index kMostKept = (768 << 10) / Index{sizeof(Lanes)};
    const auto length = [&](Index e) { return eight_at(e).row_length(); };
    Index all = 0, largest = 0, marks = 0;
    for (Index e = 0; e < eights; ++e) all += (groups() + 1) * length(e);
    keep_ = all <= kMostKept;
    places_.clear();
    for (Index e = 0, at = 0; e < eights; ++e) {
      const Index block = keep_ ? groups() : std::max<Index>(8, kMostKept / length(e));
      places_.push_back({keep_ ? at : 0, marks, block});
      at += (groups() + 1) * length(e);
      largest = std::max(largest, (std::min(groups(), block) + 1) * length(e));
      if (!keep_) marks += (groups() / block + 1) * length(e);
    }
    make_room(rows_, (keep_ ? all : largest) * kLanes);
    make_room(marks_, marks * kLanes);
  }

  void first_pass(const Eights& eight, Index e) {
    const auto [rows, marks, block] = places_[e];
    const Index length = eight.row_length();
    std::fill_n(row(rows), length, Lanes{});
    row(rows)[kTogether] = Lanes{} + 1;
    for (Index begin = 0; begin < groups(); begin += block) {
      const Index end = std::min(begin + block, groups());
      if (!keep_) std::copy_n(row(rows), length, mark(marks + begin / block * length));
      fill(eight, y(e), begin, end, row(rows));
      note_terms(eight, begin, end, row(rows));
      if (end < groups()) std::copy_n(row(rows) + (end - begin) * length, length, row(rows));
    }
  }

  void second_pass(const Eights& eight, Index e) {
    const auto [rows, marks, block] = places_[e];
    const Index length = eight.row_length();
    d_.assign((eight.largest() + 1 + kTogether) * kLanes, 0.0);
    mean_ = Lanes{};
    for (Index begin = (groups() - 1) / block * block; begin >= 0; begin -= block) {
      const Index end = std::min(begin + block, groups());
      if (!keep_) {
        std::copy_n(mark(marks + begin / block * length), length, row(rows));
        fill(eight, y(e), begin, end, row(rows));
      }
      go_back(eight, y(e), begin, end, row(rows));
    }
    if (slopes_.times_mean.empty()) return;
    for (Index l = 0; l < eight.count(); ++l) slopes_.times_mean[eight.size(l) - 1] -= mean_[l];
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

  // A row behind each group from `begin` on; the first is there.
  void fill(const Eights& eight, const Lanes* y, Index begin, Index end, Lanes* memory) const {
    stop_if_asked();
    Lanes* row = memory + kTogether;
    for (Index g = begin; g < end; ++g) {
      const Group& group = groups_[g];
      Lanes* const next = row + eight.row_length();
      with_count(group.count, [&]<Index count>() { add<count>(eight, group, y, row, next); });
      row = next;
    }
  }

  // exp(w_m) e_m of each stage
  void note_terms(const Eights& eight, Index begin, Index end, const Lanes* memory) {
    for (Index g = begin; g < end; ++g) {
      const Index k = groups_[g].stage;
      if (k < 0 || k >= s_.counted) continue;
      const Lanes* const row = memory + (g - begin + 1) * eight.row_length() + kTogether;
      for (Index l = 0; l < eight.count(); ++l) {
        const Index m = eight.size(l), place = k * s_.most + m - 1;
        if (m <= s_.remaining(k)) terms_[place] = gamma(place) * row[m][l];
      }
    }
  }
  // The same weight often comes again.
  double gamma(Index place) {
    const double weight = s_.log_weight[place];
    if (weight != last_weight_) last_gamma_ = std::exp(last_weight_ = weight);
    return last_gamma_;
  }

  // From terms to exp(w_m) / Z; minus the sum of log Z
  double divide_terms() {
    constexpr double kLarge = 1e100;
    double total = 0, product = 1;  // of some z: one logarithm for many
    const Index most = s_.most;
    for (Index k = 0; k < s_.counted; ++k) {
      double z = 0;
      for (Index m = 1; m <= most; ++m) z += terms_[k * most + m - 1];
      if (z > 1 / kLarge && z < kLarge)
        product *= z;
      else
        total -= std::log(z);
      if (product < 1 / kLarge || product > kLarge) total -= std::log(std::exchange(product, 1));
      for (Index m = 1; m <= most; ++m) {
        double& term = terms_[k * most + m - 1];
        if (!slopes_.log_weight.empty()) slopes_.log_weight[k * most + m - 1] -= term / z;
        if (!slopes_.times_mean.empty()) slopes_.times_mean[m - 1] -= top_ * (term / z);
        term = term == 0 ? 0 : gamma(k * most + m - 1) / z;
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
    const Lanes per_m = 1 / eight.as_numbers(), share = eight.factors() * per_m;
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
      const Lanes in = slope * own[t];  // the chance of the item, per size
      const Index i = group.last - t;
      if (with_means_) mean_ += in * per_m * (s_.f[i] - top_);
      double* const to = to_ + i * (direct_ ? 1 : kLanes);
      if (direct_)
        *to -= sum(in * share);
      else
        store(to, load(to) + in * share);
    }
  }

  void go_back(const Eights& eight, const Lanes* y, Index begin, Index end, const Lanes* memory) {
    Lanes* const d = reinterpret_cast<Lanes*>(d_.data());
    for (Index g = end; g-- > begin;) {
      const Group& group = groups_[g];
      const Index k = group.stage;
      if (k >= 0 && k < s_.counted)
        for (Index l = 0; l < eight.count();
             ++l)  // whole lanes: a part of one would have to settle
          d[eight.size(l)] += kUnit[l] * terms_[k * s_.most + eight.size(l) - 1];
      const Lanes* row = memory + (g - begin) * eight.row_length() + kTogether;
      with_count(group.count, [&]<Index count>() { take<count>(eight, group, y, row, d); });
    }
  }

  const AffineStages& s_;
  const double top_;
  std::span<const Index> used_;
  const AffineSlopes& slopes_;
  const Index n_;
  bool keep_ = true, with_means_;
  bool direct_ = true;  // sums of eight sizes are taken item by item
  std::span<const Group> groups_;
  double* terms_ = nullptr;
  double* to_ = nullptr;  // the slopes, or sums of eight for each
  Lanes mean_ = {};
  double last_weight_ = 0, last_gamma_ = 1;
  static thread_local std::vector<Group> all_groups_;
  static thread_local std::vector<Place> places_;
  static thread_local AlignedVector<double> y_, rows_, marks_, d_, shares_, term_memory_;
};

thread_local std::vector<Group> Normalisers::all_groups_;
thread_local std::vector<Normalisers::Place> Normalisers::places_;
thread_local AlignedVector<double> Normalisers::y_, Normalisers::rows_, Normalisers::marks_,
    Normalisers::d_, Normalisers::shares_, Normalisers::term_memory_;

}  // namespace

double subtract_normalisers(const AffineStages& stages, double top, std::span<const Index> used,
                            const AffineSlopes& slopes) {
  return Normalisers(stages, top, used, slopes).run();
}

}  // namespace fubini::detail
