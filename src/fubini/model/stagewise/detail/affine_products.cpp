// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/aligned.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/core/vector_math.hpp"
#include "fubini/model/stagewise/affine_stages.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

// Products: with s the sum over R_k of log(1 + exp(f)),
//
//   log Phi(X_k) - log Z_k = - sum over X_k of log(1 + exp(-f))
//                            - sum over the rest of log(1 + exp(f)) - log(1 - exp(-s))
//   d log Z_k/df           = logistic(f) / (1 - exp(-s))
//
// where nothing cancels, but where all scores are so low that Z is the sum of exp(f): there
// log Phi(X_k) - log Z_k is taken relative to the largest.
namespace fubini {
namespace {

class Products {
 public:
  Products(std::span<const Index> ends, std::span<const double> f, std::span<double> g)
      : ends_(ends), f_(f), g_(g), first_low_(std::ssize(ends)) {
    const std::size_t n = f.size();
    if (memory.size() < 3 * n + ends.size()) memory.resize(3 * n + ends.size());
    soft_ = {memory.data(), n};
    chance_ = {memory.data() + n, n};
    below_ = {memory.data() + 2 * n, n};
    per_ = {memory.data() + 3 * n, ends.size()};
    // Below, a subset of two items is nothing beside its members, however many there are.
    const double low = -40 - std::log(static_cast<double>(n));
    const auto is_low = [&](Index k) {
      return std::ranges::max(f_.subspan(begin(k), ends_[k] - begin(k))) < low;
    };
    while (first_low_ > 0 && is_low(first_low_ - 1)) --first_low_;
  }

  double run() {
    for (std::size_t i = 0; i < f_.size(); ++i) below_[i] = -std::abs(f_[i]);
    vector_math::softplus(below_, soft_, chance_);
    const double total = choices();
    double later = 0;  // the sum over stages so far of 1 / (1 - exp(-s))
    for (Index k = 0; k < first_low_; ++k) {
      const double own = per_[k] - 1 + later;
      for (Index i = begin(k); i < ends_[k]; ++i) {
        const double in = f_[i] > 0 ? 1 - chance_[i] : chance_[i];
        g_[i] += (f_[i] > 0 ? chance_[i] : 1 - chance_[i]) - own * in;
      }
      later += per_[k];
    }
    for (Index i = begin(first_low_); i < std::ssize(f_); ++i) g_[i] -= later * chance_[i];
    return total + low_choices();
  }

 private:
  Index begin(Index k) const { return k == 0 ? 0 : ends_[k - 1]; }

  double choices() {
    constexpr double kSmall = 1e-200;  // beside the least chance, exp(-40)/n, still a normal number
    double s = 0, total = 0, product = 1;
    for (Index i = begin(first_low_); i < std::ssize(f_); ++i) s += soft_[i];
    for (Index k = first_low_; k-- > 0;) {
      if ((k & 0xfff) == 0) stop_if_asked();
      total -= s;
      for (Index i = begin(k); i < ends_[k]; ++i) {
        total -= soft_[i] + std::max(-f_[i], 0.0);
        s += soft_[i] + std::max(f_[i], 0.0);
      }
      const double some = -std::expm1(-s);  // the chance that the set is not empty
      per_[k] = 1 / some;
      product *= some;
      if (product < kSmall) total -= std::log(std::exchange(product, 1));
    }
    return total - std::log(product);
  }

  // Z = sum of exp(f), kept as exp(top) rest. The mass of R_k per that of R_{k-1} is at most 1.
  double low_choices() {
    double top = 0, rest = 0, total = 0;
    const Index stages = std::ssize(ends_);
    for (Index k = stages; k-- > first_low_;) {
      const auto own = f_.subspan(begin(k), ends_[k] - begin(k));
      const double best = std::ranges::max(own);
      if (k + 1 == stages) top = best;
      rest *= std::exp(std::min(top - best, 0.0));
      top = std::max(top, best);
      bool first = true;
      for (const double x : own) {
        rest += std::exp(x - top);
        if (x == best && std::exchange(first, false)) continue;
        total += x;
      }
      total += (best - top) - std::log(rest);
      below_[k] = top;  // what was there is not wanted any more
      per_[k] = rest;
    }
    double a = 0;
    for (Index k = first_low_; k < stages; ++k) {
      if (k > first_low_) a *= per_[k] * std::exp(below_[k] - below_[k - 1]) / per_[k - 1];
      ++a;
      for (Index i = begin(k); i < ends_[k]; ++i)
        g_[i] += 1 - a * std::exp(f_[i] - below_[k]) / per_[k];
    }
    return total;
  }

  std::span<const Index> ends_;
  std::span<const double> f_;
  std::span<double> g_, soft_, chance_, below_, per_;
  Index first_low_;
  static thread_local AlignedVector<double> memory;
};

thread_local AlignedVector<double> Products::memory;

}  // namespace

double log_product_choice(std::span<const Index> ends, std::span<const double> f,
                          std::span<double> g) {
  return Products(ends, f, g).run();
}

}  // namespace fubini
