// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/pairwise/pair_ratios.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/detail/lanes.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/core/vector_math.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>

namespace fubini {
namespace {

constexpr double kNear = 30, kModerate = 14;

// For eight pairs: Z - 1, and the numerators of the share and of the slope
struct Terms {
  Lanes more, share, slope;
};

FUBINI_INLINE Terms terms(const WinLaw& law, Lanes r, Lanes, Lanes) {
  const Lanes linear = law.b * r, square = law.c * r * r;
  return {linear + square, linear, linear + 2 * square};
}

FUBINI_INLINE Terms terms(const TieLaw& law, Lanes r, Lanes inverse, Lanes a) {
  const Lanes up = law.b * r, down = law.b * inverse, more = a + (up + down);
  return {more, more, up - down};
}

double largest(const WinLaw& law, double r) { return r * (law.b + law.c * r); }
double largest(const TieLaw& law, double r) { return law.a + law.b * (r + 1); }

template <class Law>
class Pairs {
 public:
  Pairs(std::span<const double> f, const Law& law) : law_(law), n_(std::ssize(f)) {
    if (std::ssize(memory_) < 3 * (n_ + kLanes)) memory_.resize(3 * (n_ + kLanes));
    down_ = memory_.data();
    up_ = down_ + n_ + kLanes;
    slopes_ = up_ + n_ + kLanes;
    const auto [low, high] = std::ranges::minmax(f);
    const double centre = low + (high - low) / 2;
    for (Index i = 0; i < n_; ++i) {
      up_[i] = law.rate * (f[i] - centre);
      down_[i] = -up_[i];
    }
    vector_math::exp({down_, static_cast<std::size_t>(n_)});
    vector_math::exp({up_, static_cast<std::size_t>(n_)});
    std::fill_n(up_ + n_, kLanes, 0.0);  // no pairs: r = 0
    std::fill_n(slopes_, n_ + kLanes, 0.0);
    const double bound = std::log1p(largest(law, std::exp(law.rate * (high - low))));
    most_factors_ = std::max<Index>(1, static_cast<Index>(600 / bound));
    if constexpr (kTies) std::fill_n(a_, kLanes, law.a);
  }

  // Item i with those from `begin` to `end`
  void add(Index i, Index begin, Index end) {
    if (i % 16 == 0) stop_if_asked();
    const Lanes down = Lanes{} + down_[i], up = Lanes{} + up_[i];
    Lanes own = {};
    for (Index j = begin; j < end; j += kLanes) {
      const Index some = end - j;
      const bool whole = some >= kLanes || (!kTies && end == n_);
      const auto take = [&](const double* p) { return whole ? load(p) : load_some(p, some); };
      const Terms t = terms(law_, down * take(up_ + j), kTies ? up * take(down_ + j) : Lanes{},
                            kTies ? take(a_) : Lanes{});
      const Lanes z = 1 + t.more, inverse = 1 / z, slope = t.slope * inverse;
      product_ *= z;
      lost_ += (t.more - (z - 1)) * inverse;  // what rounding took from z, seen by the logarithm
      share_ += t.share * inverse;
      own += slope;
      store(slopes_ + j, load(slopes_ + j) - slope);
      if (++factors_ == most_factors_) flush();
    }
    slopes_[i] += sum(own);
    count_ += static_cast<double>(end - begin);
  }

  PairSums finish(std::span<double> g) {
    flush();
    for (Index i = 0; i < n_; ++i) g[i] += law_.rate * slopes_[i];
    return {-(log_ + sum(lost_)), sum(share_), count_};
  }

 private:
  static constexpr bool kTies = std::same_as<Law, TieLaw>;

  void flush() {
    double logs[kLanes];
    store(logs, product_);
    vector_math::log(logs);
    log_ += sum(load(logs));
    product_ = Lanes{} + 1;
    factors_ = 0;
  }

  Law law_;
  Index n_;
  double *down_, *up_, *slopes_;  // exp(-rate f), exp(rate f), about the middle
  double a_[kLanes] = {};
  Lanes product_ = Lanes{} + 1, lost_ = {}, share_ = {};
  double log_ = 0, count_ = 0;
  Index factors_ = 0, most_factors_ = 1;
  static inline thread_local AlignedVector<double> memory_;
};

}  // namespace

bool pair_ratios_serve(std::span<const double> f, double tie_parameter) {
  const auto [low, high] = std::ranges::minmax(f);
  return high - low < kNear && std::abs(tie_parameter) < kModerate;
}

PairSums sum_wins(const Ranking& ranking, std::span<const double> f, const WinLaw& law,
                  std::span<double> g) {
  Pairs pairs(f, law);
  for (Index k = 0; k + 1 < ranking.num_buckets(); ++k)
    for (Index i = ranking.begin(k); i < ranking.end(k); ++i)
      pairs.add(i, ranking.end(k), ranking.num_items());
  return pairs.finish(g);
}

PairSums sum_ties(const Ranking& ranking, std::span<const double> f, const TieLaw& law,
                  std::span<double> g) {
  Pairs pairs(f, law);
  for (Index k = 0; k < ranking.num_buckets(); ++k)
    for (Index i = ranking.begin(k); i + 1 < ranking.end(k); ++i)
      pairs.add(i, i + 1, ranking.end(k));
  return pairs.finish(g);
}

}  // namespace fubini
