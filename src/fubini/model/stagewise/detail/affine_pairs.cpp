// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/detail/affine_pairs.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/core/vector_math.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fubini::detail {
namespace {

class Pairs {
 public:
  Pairs(const AffineStages& s, const AffineSlopes& slopes)
      : s_(s), slopes_(slopes), half_(s.mean(1) / 2), stages_(std::ssize(s.ends)) {
    const Index n = s.items();
    if (std::ssize(memory) < n + 5 * stages_) memory.resize(n + 5 * stages_);
    double* next = memory.data();
    for (double** part : {&z_, &one_, &two_, &later_, &reference_, &shrink_})
      *part = std::exchange(next, next + (part == &z_ ? n : stages_));
  }

  double run() {
    constexpr double kNear = 30;  // then one reference serves all stages
    const auto [low, high] = std::ranges::minmax(s_.f);
    if (half_ * (high - low) < kNear) {
      one_reference_ = high;
      for (Index i = 0; i < s_.items(); ++i) z_[i] = half_ * (s_.f[i] - high);
      vector_math::exp({z_, s_.f.size()});
      back<false>();
      forth<false>();
    } else {
      set_references();
      vector_math::exp({z_, s_.f.size()});
      vector_math::exp({shrink_, s_.ends.size()});
      back<true>();
      forth<true>();
    }
    return total_ + std::log(product_);
  }

 private:
  // Scores stand relative to one that rises, in steps, with the largest of the stages, so that the
  // largest are neither 0 nor beyond all numbers; those far below it become 0.
  void set_references() {
    constexpr double kStep = 20;
    double reference = s_.f.back();
    for (Index k = stages_; k-- > 0;) {
      const double before = reference;
      for (Index i = s_.begin(k); i < s_.ends[k]; ++i)
        if (half_ * (s_.f[i] - reference) > kStep) reference = s_.f[i];
      shrink_[k] = half_ * (before - reference);
      reference_[k] = reference;
      for (Index i = s_.begin(k); i < s_.ends[k]; ++i) z_[i] = half_ * (s_.f[i] - reference);
    }
  }

  double pair_weight(Index k) {  // exp(w_2 - w_1); the same often comes again
    if (s_.largest(k) < 2) return 0;
    const double log_weight = s_.weight(k, 2) - s_.weight(k, 1);
    if (log_weight != last_log_) last_ = std::exp(last_log_ = log_weight);
    return last_;
  }

  // The bucket's share of Z: its logarithm is that of a product of many, mostly.
  template <bool rescaled>
  void note_choice(Index k, double own, double normaliser) {
    constexpr double kSmall = 1e-150;  // a product of two such is a normal number
    const double share = own / normaliser;
    if (share > kSmall) {
      product_ *= share;
      if (product_ < kSmall) total_ += std::log(std::exchange(product_, 1));
      return;
    }
    const Index begin = s_.begin(k), size = s_.ends[k] - begin;
    const double reference = rescaled ? reference_[k] : one_reference_;
    double mean = s_.f[begin] - reference;
    if (size == 2) mean = mean / 2 + (s_.f[begin + 1] - reference) / 2;
    total_ += s_.mean(1) * mean + (s_.weight(k, size) - s_.weight(k, 1)) - std::log(normaliser);
  }

  void note_sizes(Index k, double ones, double pairs) {  // their chances
    if (slopes_.log_weight.empty() || s_.most < 2) return;
    const bool pair = s_.ends[k] - s_.begin(k) == 2;
    slopes_.log_weight[k * s_.most] += pair ? -ones : pairs;
    slopes_.log_weight[k * s_.most + 1] += pair ? ones : -pairs;
  }

  template <bool rescaled>
  void back() {
    double pairs = 0, sum = 0, squares = 0;
    for (Index k = stages_; k-- > 0;) {
      if ((k & 0xfff) == 0) stop_if_asked();
      if constexpr (rescaled) {
        const double r = shrink_[k];
        sum *= r;
        pairs *= r * r;
        squares *= r * r;
      }
      later_[k] = sum;
      const Index begin = s_.begin(k);
      const double w = pair_weight(k), z = z_[begin];
      double own = z * z;
      pairs += z * sum;
      sum += z;
      squares += z * z;
      if (s_.ends[k] - begin == 2) {
        const double other = z_[begin + 1];
        own = w * (z * other);
        pairs += other * sum;
        sum += other;
        squares += other * other;
      }
      const double normaliser = squares + w * pairs;
      one_[k] = 1 / normaliser;
      two_[k] = w * one_[k];
      note_choice<rescaled>(k, own, normaliser);
      note_sizes(k, squares * one_[k], two_[k] * pairs);
    }
  }

  // dL/dz of an item of stage k, but for its own bucket, is minus the sum over stages up to it of
  // 2 z/Z + exp(w_2 - w_1)/Z times the sum of the others that remained there.
  template <bool rescaled>
  void forth() {
    double ones = 0, pairs = 0, earlier = 0;  // earlier: pairs with items that left since
    double one_mean = 0, two_mean = 0;        // dL/da
    for (Index k = 0; k < stages_; ++k) {
      if constexpr (rescaled) {
        const double r = k == 0 ? 0 : shrink_[k - 1];
        ones *= r * r;
        pairs *= r * r;
        earlier *= r;
      }
      ones += one_[k];
      pairs += two_[k];
      const Index begin = s_.begin(k);
      const bool pair = s_.ends[k] - begin == 2;
      const double others = earlier + pairs * later_[k], z = z_[begin];
      const double other = pair ? z_[begin + 1] : 0, share = pair ? 0.5 : 1;
      const auto note = [&](Index i, double own, double beside) {
        const double alone = own * ones * own, paired = own * (others + pairs * beside) / 2;
        slopes_.scores[i] += 2 * half_ * (share - (alone + paired));
        one_mean += ((pair ? 0 : 1) - alone) * s_.f[i];
        two_mean += ((pair ? share : 0) - paired) * s_.f[i];
      };
      note(begin, z, other);
      if (pair) note(begin + 1, other, z);
      earlier += pairs * (z + other);
    }
    if (slopes_.times_mean.empty()) return;
    slopes_.times_mean[0] += one_mean;
    if (s_.most == 2) slopes_.times_mean[1] += two_mean;
  }

  const AffineStages& s_;
  const AffineSlopes& slopes_;
  const double half_;
  const Index stages_;
  double one_reference_ = 0, last_log_ = 0, last_ = 1, total_ = 0, product_ = 1;
  double *z_, *one_, *two_, *later_, *reference_, *shrink_;
  static thread_local AlignedVector<double> memory;
};

thread_local AlignedVector<double> Pairs::memory;

}  // namespace

bool pairs_serve(const AffineStages& s) {
  return s.most <= 2 && s.counted == std::ssize(s.ends) && s.mean(1) >= 0 &&
         (s.most < 2 || s.mean(2) == s.mean(1));
}

double log_pairs_choice(const AffineStages& stages, const AffineSlopes& slopes) {
  return Pairs(stages, slopes).run();
}

}  // namespace fubini::detail
