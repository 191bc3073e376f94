// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/extremes.hpp"

#include "fubini/core/stopping.hpp"
#include "fubini/model/stagewise/detail/ranked_sums.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace fubini {
namespace {

using detail::RankedSums;
using std::numbers::ln2;

// The extreme item of a bucket, and how many are equal to it
struct Best {
  Index item = 0, count = 1;
};

Best best_of(std::span<const double> f, Index begin, Index end, Extreme side) {
  Best best{begin};
  for (Index i = begin + 1; i < end; ++i) {
    const bool beyond = side == Extreme::largest ? f[best.item] < f[i] : f[i] < f[best.item];
    if (beyond)
      best = {i};
    else if (f[i] == f[best.item])
      ++best.count;
  }
  return best;
}

void give(std::span<const double> f, const Best& best, Index end, double weight,
          std::span<double> g) {
  const double share = weight / static_cast<double>(best.count);
  for (Index i = best.item, left = best.count; i < end && left > 0; ++i) {
    if (f[i] != f[best.item]) continue;
    g[i] += share;
    --left;
  }
}

// Logarithms of many factors, as one of their product while it stays among the numbers
class LogProduct {
 public:
  void add(double x) {
    constexpr double kSmall = 1e-150, kLarge = 1e150;
    product_ *= x;
    if (product_ < kSmall || product_ > kLarge) total_ += std::log(std::exchange(product_, 1));
  }
  double value() const { return total_ + std::log(product_); }

 private:
  double total_ = 0, product_ = 1;
};

}  // namespace

double log_extreme_choice(std::span<const Index> ends, std::span<const double> f, Extreme side,
                          std::span<const double> u, std::span<double> g) {
  thread_local RankedSums sums;
  sums.start(f, side, u);
  double total = 0;
  Index halves = 0;  // each stage's sum is 2^halves times what is added up
  LogProduct product;
  const Index n = std::ssize(f);
  for (Index k = std::ssize(ends), end = n; k-- > 0;) {
    stop_if_asked();
    const Index begin = k == 0 ? 0 : ends[k - 1];
    for (Index i = begin; i < end; ++i) sums.add(i);
    const RankedSums::Sum sum = sums.sum();
    const Best best = best_of(f, begin, end, side);
    total += u[best.item] - sum.top;
    halves += n - begin - 1 - sum.rank;
    product.add(sum.sum);
    give(f, best, end, 1, g);
    sums.take(1 / sum.sum);
    end = begin;
  }
  sums.finish(g);
  return total - product.value() - static_cast<double>(halves) * ln2;
}

double log_extremes_choice(std::span<const Index> ends, std::span<const double> f,
                           std::span<const double> u, std::span<const double> v,
                           std::span<double> u_slopes, std::span<double> v_slopes) {
  thread_local RankedSums upper, lower;
  upper.start(f, Extreme::largest, u);
  lower.start(f, Extreme::smallest, v);
  double total = 0;
  const Index n = std::ssize(f);
  for (Index k = std::ssize(ends), end = n; k-- > 0;) {
    stop_if_asked();
    const Index begin = k == 0 ? 0 : ends[k - 1];
    for (Index i = begin; i < end; ++i) {
      upper.add(i);
      lower.add(i);
    }
    const Best high = best_of(f, begin, end, Extreme::largest);
    const Best low = best_of(f, begin, end, Extreme::smallest);
    const double x = u[high.item], y = v[low.item], top = std::max(x, y);
    const double from_u = std::exp(x - top), from_v = std::exp(y - top);
    give(f, high, end, from_u / (from_u + from_v), u_slopes);
    give(f, low, end, from_v / (from_u + from_v), v_slopes);
    // Both parts of Z relative to exp(top) 2^(n - 1)
    const auto relative = [&](const RankedSums::Sum& sum) {
      return (sum.top - top) - static_cast<double>(sum.rank) * ln2 + std::log(sum.sum);
    };
    const RankedSums::Sum a = upper.sum(), b = lower.sum();
    const double log_a = relative(a), log_b = relative(b), most = std::max(log_a, log_b);
    const double of_a = std::exp(log_a - most), of_b = std::exp(log_b - most);
    total += std::log(from_u + from_v) - most - std::log(of_a + of_b) -
             static_cast<double>(n - begin - 1) * ln2;
    if (of_a > 0) upper.take(of_a / (of_a + of_b) / a.sum);
    if (of_b > 0) lower.take(of_b / (of_a + of_b) / b.sum);
    end = begin;
  }
  upper.finish(u_slopes);
  lower.finish(v_slopes);
  return total;
}

}  // namespace fubini
