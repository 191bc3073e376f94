// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/stopping.hpp"
#include "fubini/model/stagewise/affine_stages.hpp"

#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace fubini::detail {

// Sizes that cannot matter are left out. By Maclaurin, e_m(y) <= C(n, m) (mean y)^m, and Z is at
// least its term of size 1, and at least the largest exp(w) C(n, m) exp(a mean f). Weights are
// relative to the top of the stage; top[k] is the largest score of R_k.
class Window {
 public:
  Window(const AffineStages& stages, std::span<const double> top)
      : s_(stages), top_(top), log_factorial_(stages.items() + 1, 0.0) {
    for (Index k = 1; k <= s_.items(); ++k)
      log_factorial_[k] = log_factorial_[k - 1] + std::log(static_cast<double>(k));
    double sum = 0, ones = 0;  // of f - top, and of exp of a_1 times that, over R_k
    least_.resize(s_.ends.size());
    for (Index k = std::ssize(s_.ends); k-- > 0;) {
      if (k + 1 < std::ssize(s_.ends)) {
        sum += (top[k + 1] - top[k]) * static_cast<double>(s_.remaining(k + 1));
        ones *= std::exp(s_.mean(1) * (top[k + 1] - top[k]));
      }
      for (Index i = s_.begin(k); i < s_.ends[k]; ++i) {
        sum += s_.f[i] - top[k];
        ones += std::exp(s_.mean(1) * (s_.f[i] - top[k]));
      }
      if (k < s_.counted) least_[k] = least(k, sum, ones);
    }
  }

  bool matters(Index m) const {
    stop_if_asked();
    double sum = 0;  // of exp(a (f - top of the stage)/m) over R_k
    const double per = s_.mean(m) / static_cast<double>(m);
    for (Index k = std::ssize(s_.ends); k-- > 0;) {
      if (k + 1 < std::ssize(s_.ends)) sum *= std::exp((top_[k + 1] - top_[k]) * per);
      for (Index i = s_.begin(k); i < s_.ends[k]; ++i) sum += std::exp((s_.f[i] - top_[k]) * per);
      const Index n = s_.remaining(k);
      if (k < s_.counted && n >= m &&
          s_.weight(k, m) + log_choose(n, m) +
                  static_cast<double>(m) * std::log(sum / static_cast<double>(n)) >=
              least_[k])
        return true;
    }
    return false;
  }

 private:
  double least(Index k, double sum, double ones) const {
    const Index n = s_.remaining(k);
    double best = s_.weight(k, 1) + std::log(ones);
    for (Index m = 1; m <= s_.largest(k); ++m)
      best = std::max(
          best, s_.weight(k, m) + log_choose(n, m) + s_.mean(m) * (sum / static_cast<double>(n)));
    return best + std::log(std::numeric_limits<double>::epsilon() / static_cast<double>(n));
  }
  double log_choose(Index n, Index m) const {
    return log_factorial_[n] - log_factorial_[m] - log_factorial_[n - m];
  }

  const AffineStages& s_;
  std::span<const double> top_;
  std::vector<double> log_factorial_, least_;
};

}  // namespace fubini::detail
