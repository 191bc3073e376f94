// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/products.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/lanes.hpp"
#include "fubini/score/checks.hpp"

#include <algorithm>

namespace fubini {
namespace {

// So many items side by side: feature j of a block is two vectors. Fewer would wait for the sums,
// more would not stay in the first cache.
constexpr Index kWide = 2, kItems = kWide * kLanes;

struct Wide {
  Lanes lane[kWide];
};

FUBINI_INLINE Wide of_feature(const double* block, Index j) {
  return {load(block + j * kItems), load(block + j * kItems + kLanes)};
}

Index num_blocks(const Items& items) { return (items.size() + kItems - 1) / kItems; }

}  // namespace

products::products(Index num_features, Pairs pairs)
    : num_features_(num_features), pairs_(std::move(pairs)), begin_(num_features + 1, 0) {
  check_size("products", "num_features", num_features);
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto [a, b] = pairs_[p];
    const bool in_order = p == 0 || pairs_[p - 1] < pairs_[p];
    if (a < 0 || a > b || b >= num_features || !in_order)
      throw ArgumentError("products: pair " + std::to_string(p + 1) + " is (" + std::to_string(a) +
                          ", " + std::to_string(b) + "); wanted increasing pairs a <= b below " +
                          std::to_string(num_features));
    ++begin_[a + 1];
    second_.push_back(b);
  }
  for (Index a = 0; a < num_features; ++a) begin_[a + 1] += begin_[a];
}

std::string products::weight_name(Index j) const {
  if (j < num_features_) return "feature " + std::to_string(j + 1);
  const auto [a, b] = pairs_[j - num_features_];
  return "features " + std::to_string(a + 1) + " and " + std::to_string(b + 1);
}

void products::check(const Dataset& data) const { check_features("products", num_features_, data); }

Index products::rows_at_once() const {
  constexpr Index kBytes = 512 << 10;  // of blocks, kept from forward for backward
  return std::max(kItems, kBytes / (num_features_ * Index{sizeof(double)}));
}

// Blocks of items, feature by feature; zeros behind the last item
void products::fill_blocks(const Items& items, ScorerMemory& blocks) const {
  blocks.assign(num_blocks(items) * num_features_ * kItems, 0.0);
  for (Index i = 0; i < items.size(); ++i) {
    double* const x = &blocks[i / kItems * num_features_ * kItems + i % kItems];
    items.for_each_feature(i, [&](Index j, double value) { x[j * kItems] = value; });
  }
}

void products::forward(const Items& items, std::span<const double> w, std::span<double> f,
                       ScorerMemory& kept) const {
  fill_blocks(items, kept);
  const double* const of_pairs = w.data() + num_features_;
  for (Index block = 0; block < num_blocks(items); ++block) {
    const double* const x = &kept[block * num_features_ * kItems];
    Wide total = {};
    for (Index a = 0; a < num_features_; ++a) {
      Wide slope = {Lanes{} + w[a], Lanes{} + w[a]}, other = {};
      Index p = begin_[a];
      for (; p + 2 <= begin_[a + 1]; p += 2) {
        const Wide b = of_feature(x, second_[p]), c = of_feature(x, second_[p + 1]);
        for (Index l = 0; l < kWide; ++l) {
          slope.lane[l] += of_pairs[p] * b.lane[l];
          other.lane[l] += of_pairs[p + 1] * c.lane[l];
        }
      }
      if (p < begin_[a + 1]) {
        const Wide b = of_feature(x, second_[p]);
        for (Index l = 0; l < kWide; ++l) slope.lane[l] += of_pairs[p] * b.lane[l];
      }
      const Wide first = of_feature(x, a);
      for (Index l = 0; l < kWide; ++l)
        total.lane[l] += (slope.lane[l] + other.lane[l]) * first.lane[l];
    }
    for (Index i = block * kItems; i < std::min((block + 1) * kItems, items.size()); ++i)
      f[i] = total.lane[i % kItems / kLanes][i % kLanes];
  }
}

void products::backward(const Items& items, std::span<const double>, std::span<const double> df,
                        std::span<double> dw, const ScorerMemory& kept) const {
  double* const of_pairs = dw.data() + num_features_;
  for (Index block = 0; block < num_blocks(items); ++block) {
    const double* const x = &kept[block * num_features_ * kItems];
    double slopes[kItems] = {};
    const auto own = df.subspan(block * kItems);
    std::copy_n(own.begin(), std::min(kItems, std::ssize(own)), slopes);
    const Wide slope = of_feature(slopes, 0);
    for (Index a = 0; a < num_features_; ++a) {
      const Wide first = of_feature(x, a);
      const Wide share = {slope.lane[0] * first.lane[0], slope.lane[1] * first.lane[1]};
      dw[a] += sum(share.lane[0] + share.lane[1]);
      const auto with = [&](Index p) {
        const Wide b = of_feature(x, second_[p]);
        return share.lane[0] * b.lane[0] + share.lane[1] * b.lane[1];
      };
      Index p = begin_[a];
      for (; p + kLanes <= begin_[a + 1]; p += kLanes) {
        const Lanes eight[kLanes] = {with(p),     with(p + 1), with(p + 2), with(p + 3),
                                     with(p + 4), with(p + 5), with(p + 6), with(p + 7)};
        store(of_pairs + p, load(of_pairs + p) + eight_sums(eight));
      }
      for (; p < begin_[a + 1]; ++p) of_pairs[p] += sum(with(p));
    }
  }
}

// z_a z_b / t = (x_a - m_a)(x_b - m_b) / (s_a s_b t): a product, two features, and a constant
void products::fold(const Standardisation& by, std::span<const double> u,
                    std::span<double> w) const {
  for (Index j = 0; j < num_features_; ++j) w[j] = u[j] / by.scale[j];
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto [a, b] = pairs_[p];
    const double folded = u[num_features_ + p] / (by.scale[a] * by.scale[b] * by.product_scale[p]);
    w[num_features_ + p] = folded;
    w[a] -= folded * by.mean[b];
    w[b] -= folded * by.mean[a];
  }
}

void products::pull_back(const Standardisation& by, std::span<const double> dw,
                         std::span<double> du) const {
  for (Index j = 0; j < num_features_; ++j) du[j] = dw[j] / by.scale[j];
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto [a, b] = pairs_[p];
    const double slope = dw[num_features_ + p] - by.mean[b] * dw[a] - by.mean[a] * dw[b];
    du[num_features_ + p] = slope / (by.scale[a] * by.scale[b] * by.product_scale[p]);
  }
}

}  // namespace fubini
