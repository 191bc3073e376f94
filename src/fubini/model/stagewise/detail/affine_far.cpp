// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/detail/affine_far.hpp"

#include "fubini/core/compensated_sum.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/numerics.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/core/text.hpp"
#include "fubini/model/stagewise/detail/losses_of_size.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace fubini::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Sums of products, exactly; small enough in between that none is beyond all numbers
class Products {
 public:
  void add(double a, double b, double c) {  // a b c
    const double high = a * b, low = std::fma(a, b, -high);
    sum_.add_product(high, std::ldexp(c, -kDown));
    if (low != 0) sum_.add_product(low, std::ldexp(c, -kDown));
  }
  double over(double divisor) const { return std::ldexp(sum_.value() / divisor, kDown); }

 private:
  static constexpr int kDown = 64;
  ExactSum sum_;
};

class FarStage {
 public:
  FarStage(const AffineStages& s, const AffineSlopes& slopes, Index k)
      : s_(s),
        slopes_(slopes),
        k_(k),
        begin_(s.begin(k)),
        own_(s.ends[k] - begin_),
        order_(s.remaining(k)) {
    std::iota(order_.begin(), order_.end(), begin_);
    std::ranges::stable_sort(order_, [&](Index i, Index j) { return s_.f[i] > s_.f[j]; });
  }

  double run() {
    const Index n = s_.remaining(k_), most = s_.largest(k_);
    choose_best(most);
    double subsets = 0, highest = -kInfinity, sum = 0;
    for (Index m = 1; m <= most; ++m) {
      subsets += std::log(static_cast<double>(n - m + 1) / static_cast<double>(m));
      const double doubt = m == best_ ? 0 : unsure(m) + unsure(best_), gain = gains_[m - 1];
      if (doubt > 1 && gain + subsets + doubt > -kNothing) throw_undecided();
      if (gain + subsets > -kNothing) take(m);
    }
    for (const Size& size : sizes_) highest = std::max(highest, size.chance);
    for (Size& size : sizes_) sum += size.chance = std::exp(size.chance - highest);
    for (Size& size : sizes_) size.chance /= sum;
    const double value = own_loss() + gains_[own_ - 1] - highest - std::log(sum);
    check_digits(value);
    add_slopes();
    return value;
  }

 private:
  static constexpr double kNothing = 60;  // exp of minus this, of a sum
  struct Size {
    Index m;
    double chance;  // its logarithm at first, relative to the best subset
    LossesOfSize losses;
  };

  // The i-th best item for size m, from 0
  Index item(Index m, Index i) const {
    return s_.mean(m) >= 0 ? order_[i] : order_[std::ssize(order_) - 1 - i];
  }
  double score(Index m, Index i) const { return s_.f[item(m, i)]; }

  // The size whose best subset is the best of all; D_m of all sizes is relative to it. The signs of
  // D_m are exact, so there is one, wherever one begins.
  void choose_best(Index most) {
    gains_.resize(most);
    best_ = own_;
    for (Index before = 0; before != best_;) {
      before = best_;
      for (Index m = 1; m <= most; ++m) gains_[m - 1] = gain(m, before);
      const auto top = std::ranges::max_element(gains_);
      if (*top > 0) best_ = top - gains_.begin() + 1;
    }
  }

  // log Phi(T_m) - log Phi(T_best), as a sum of products over m best
  double gain(Index m, Index best) const {
    if (m == best) return 0;
    if (s_.weight(k_, m) == -kInfinity) return -kInfinity;
    const auto size = static_cast<double>(m), other = static_cast<double>(best);
    Products all;
    all.add(size, other, s_.weight(k_, m));
    all.add(size, other, -s_.weight(k_, best));
    for (Index i = 0; i < m; ++i) all.add(other, s_.mean(m), score(m, i));
    for (Index i = 0; i < best; ++i) all.add(size, -s_.mean(best), score(best, i));
    const double gain = all.over(size * other);
    if (std::isnan(gain)) throw NumericalError("log potentials of subsets are beyond all numbers");
    return gain;
  }

  // What the last digit of a_m can change in log Phi(T_m). Whole ones may have none.
  double unsure(Index m) const {
    const double a = s_.mean(m);
    if (a == 0 || (s_.exact_means && a == std::floor(a))) return 0;
    constexpr double kDigits = std::numeric_limits<double>::epsilon();
    return kDigits * (1 + std::abs(std::log(std::abs(a)))) * std::abs(a * best_mean(m));
  }
  // What that does to the chance of m, in roundings
  double swing(Index m, double chance) const {
    if (m == best_) return 0;
    return chance * (1 - chance) * (unsure(m) + unsure(best_)) /
           std::numeric_limits<double>::epsilon();
  }
  double best_mean(Index m) const {
    double mean = 0;
    for (Index i = 0; i < m; ++i) mean += score(m, i) / static_cast<double>(m);
    return mean;
  }

  void take(Index m) {
    std::vector<double> x(order_.size());
    const double reference = score(m, m - 1), a = s_.mean(m), size = static_cast<double>(m);
    for (Index i = 0; i < std::ssize(order_); ++i)
      x[i] = std::clamp(a * ((score(m, i) - reference) / size), -1e4, 1e4);
    LossesOfSize losses(x, m);
    const double chance = gains_[m - 1] + losses.log_total();
    sizes_.push_back({m, chance, std::move(losses)});
  }

  // log Phi of the bucket less that of the best subset of its size; at most 0
  double own_loss() const { return s_.mean(own_) * (own_lost() / static_cast<double>(own_)); }
  double own_lost() const {
    const double reference = score(own_, own_ - 1);
    double lost = 0;
    for (Index i = 0; i < std::ssize(order_); ++i) {
      const bool mine = item(own_, i) < s_.ends[k_], of_best = i < own_;
      if (mine != of_best) lost += mine ? score(own_, i) - reference : reference - score(own_, i);
    }
    return lost;
  }

  // Where last digits of the potential itself would change the result
  void check_digits(double value) const {
    constexpr double kFew =
        2e-10;  // a few of these are the 1e-9 that is promised of such potentials
    double error = 0, slope = 0;
    for (const Size& size : sizes_) {
      if (size.m == best_) continue;
      const double either = unsure(size.m) + unsure(best_);
      error += size.chance * either;
      slope += size.chance * (1 - size.chance) * either;
    }
    if (own_ != best_) error += unsure(own_) + unsure(best_);
    if (error <= kFew * std::max(1.0, std::abs(value)) && slope <= kFew) return;
    throw_undecided();
  }
  [[noreturn]] void throw_undecided() const {
    throw NumericalError("the last digit of times_mean, " + format_double(s_.mean(own_)) + " for " +
                         std::to_string(own_) +
                         " items, would change the result; wanted smaller scores");
  }

  void add_slopes() {
    double others = 0;  // chance of another size than the own
    for (const Size& size : sizes_)
      if (size.m != own_) others += size.chance;
    bool met = false;
    for (const Size& size : sizes_) {
      const bool own = size.m == own_;
      met = met || own;
      const double a = s_.mean(size.m) / static_cast<double>(size.m);
      double lost = 0;  // T_m less the expected subset of m
      const double reference = score(size.m, size.m - 1);
      for (Index i = 0; i < std::ssize(order_); ++i) {
        const Index at = item(size.m, i);
        const double in = size.losses.in(i), out = size.losses.out(i);
        const bool mine = own && at < s_.ends[k_];
        slopes_.scores[at] += a * (mine ? in * others + out : -size.chance * in);
        lost +=
            i < size.m ? out * (score(size.m, i) - reference) : in * (reference - score(size.m, i));
      }
      note_size(size.m, own ? others : -size.chance, own, size.chance * lost);
    }
    if (met) return;
    for (Index i = begin_; i < s_.ends[k_]; ++i)
      slopes_.scores[i] += s_.mean(own_) / static_cast<double>(own_);
    note_size(own_, 1, true, 0);
  }

  // slope: [the bucket has m items] - the chance of m
  void note_size(Index m, double slope, bool own, double lost) {
    if (!slopes_.log_weight.empty()) slopes_.log_weight[k_ * s_.most + m - 1] += slope;
    if (slopes_.times_mean.empty()) return;
    const double size = static_cast<double>(m), best = best_mean(m);
    const double own_mean = own ? own_lost() / size : 0;  // less that of T_m
    if (!slopes_.mean_sizes.empty())
      slopes_.mean_sizes[m - 1] += std::abs(slope * best) + std::abs(own_mean) + lost / size +
                                   swing(m, own ? 1 - slope : -slope) * std::abs(best);
    if (std::abs(own_mean) < std::abs(best) / 2)
      slopes_.times_mean[m - 1] += slope * best + own_mean + lost / size;
    else
      slopes_.times_mean[m - 1] +=
          own_sum() / size * (own ? 1 : 0) + (slope - own) * best + lost / size;
  }
  double own_sum() const {
    double sum = 0;
    for (Index i = begin_; i < s_.ends[k_]; ++i) sum += s_.f[i];
    return sum;
  }

  const AffineStages& s_;
  const AffineSlopes& slopes_;
  const Index k_, begin_, own_;
  Index best_ = 0;
  std::vector<Index> order_;
  std::vector<double> gains_;
  std::vector<Size> sizes_;
};

}  // namespace

double log_far_choice(const AffineStages& stages, const AffineSlopes& slopes) {
  double total = 0;
  for (Index k = 0; k < stages.counted; ++k) {
    stop_if_asked();
    total += FarStage(stages, slopes, k).run();
  }
  return total;
}

}  // namespace fubini::detail
