// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/extremes.hpp"

#include "fubini/core/stopping.hpp"
#include "fubini/model/stagewise/detail/few_sums.hpp"
#include "fubini/model/stagewise/detail/ranked_sums.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace fubini {
namespace {

using detail::FewSums;
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

// exp(score + constant): added up last, so that neither is lost where the other cancels
struct Power {
  double score = 0, constant = 0;
};

// The shares of two in their sum, and its logarithm relative to the larger
struct Parts {
  bool first_is_larger = true;
  double of_first = 0, of_second = 0, log_sum = 0;
};

Parts parts(const Power& first, const Power& second) {
  const double above = (first.score - second.score) + (first.constant - second.constant);
  const double smaller = std::exp(-std::abs(above)), sum = 1 + smaller;
  const double more = 1 / sum, less = smaller / sum;
  const bool larger = above >= 0;
  return {larger, larger ? more : less, larger ? less : more, std::log1p(smaller)};
}

template <class Sums>
double one_side(std::span<const Index> ends, std::span<const double> f, Extreme side,
                std::span<const double> u, std::span<double> g, Sums& sums) {
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

template <class Sums>
double both_sides(std::span<const Index> ends, std::span<const double> f, std::span<const double> u,
                  std::span<const double> v, double a, double b, std::span<double> u_slopes,
                  std::span<double> v_slopes, Sums& upper, Sums& lower) {
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
    const Parts phi = parts({u[high.item], a}, {v[low.item], b});
    give(f, high, end, phi.of_first, u_slopes);
    give(f, low, end, phi.of_second, v_slopes);
    // Both parts of Z relative to 2^(n - 1), and their constants to that of the larger part of Phi: its
    // score may be so far from theirs that the difference of these were lost beside it.
    const Power top = phi.first_is_larger ? Power{u[high.item], a} : Power{v[low.item], b};
    const auto relative = [&](const RankedSums::Sum& sum, double constant) {
      const double rest = std::log(sum.sum) - static_cast<double>(sum.rank) * ln2;
      return Power{sum.top, (constant - top.constant) + rest};
    };
    const RankedSums::Sum of_u = upper.sum(), of_v = lower.sum();
    const Power log_u = relative(of_u, a), log_v = relative(of_v, b);
    const Parts z = parts(log_u, log_v);
    const Power larger = z.first_is_larger ? log_u : log_v;
    total += phi.log_sum - z.log_sum - larger.constant - static_cast<double>(n - begin - 1) * ln2 -
             (larger.score - top.score);
    if (z.of_first > 0) upper.take(z.of_first / of_u.sum);
    if (z.of_second > 0) lower.take(z.of_second / of_v.sum);
    end = begin;
  }
  upper.finish(u_slopes);
  lower.finish(v_slopes);
  return total;
}

// A pass over all places at every stage costs less than lists.
bool are_few(std::span<const Index> ends) {
  constexpr Index kPlaces = 2048;
  return ends.back() * std::ssize(ends) <= kPlaces;
}

}  // namespace

double log_extreme_choice(std::span<const Index> ends, std::span<const double> f, Extreme side,
                          std::span<const double> u, std::span<double> g) {
  thread_local FewSums few;
  thread_local RankedSums many;
  if (are_few(ends) && few.start(f, side, u)) return one_side(ends, f, side, u, g, few);
  many.start(f, side, u);
  return one_side(ends, f, side, u, g, many);
}

double log_extremes_choice(std::span<const Index> ends, std::span<const double> f,
                           std::span<const double> u, std::span<const double> v, double a, double b,
                           std::span<double> u_slopes, std::span<double> v_slopes) {
  thread_local FewSums few_upper, few_lower;
  thread_local RankedSums upper, lower;
  if (are_few(ends) && few_upper.start(f, Extreme::largest, u) &&
      few_lower.start(f, Extreme::smallest, v))
    return both_sides(ends, f, u, v, a, b, u_slopes, v_slopes, few_upper, few_lower);
  upper.start(f, Extreme::largest, u);
  lower.start(f, Extreme::smallest, v);
  return both_sides(ends, f, u, v, a, b, u_slopes, v_slopes, upper, lower);
}

}  // namespace fubini
