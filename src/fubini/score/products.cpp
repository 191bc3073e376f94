// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/products.hpp"

#include "fubini/core/error.hpp"
#include "fubini/score/checks.hpp"

#include <Eigen/Core>

#include <algorithm>

namespace fubini {
namespace {

// So many items side by side: feature j of a block is one vector.
constexpr Index kLanes = 8;
using Lanes = Eigen::Array<double, kLanes, 1>;
using LanesView = Eigen::Map<const Lanes, Eigen::AlignedMax>;

LanesView lanes(const double* block, Index j) { return LanesView(block + j * kLanes); }

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
  }
  for (Index a = 0; a < num_features; ++a) begin_[a + 1] += begin_[a];
}

std::string products::weight_name(Index j) const {
  if (j < num_features_) return "feature " + std::to_string(j + 1);
  const auto [a, b] = pairs_[j - num_features_];
  return "features " + std::to_string(a + 1) + " and " + std::to_string(b + 1);
}

void products::check(const Dataset& data) const { check_features("products", num_features_, data); }

void products::fill_block(const Items& items, Index first, ScorerMemory& x) const {
  x.assign(num_features_ * kLanes, 0.0);
  for (Index lane = 0; lane < std::min(kLanes, items.size() - first); ++lane)
    items.for_each_feature(first + lane,
                           [&](Index j, double value) { x[j * kLanes + lane] = value; });
}

void products::forward(const Items& items, std::span<const double> w, std::span<double> f,
                       ScorerMemory&) const {
  ScorerMemory x;
  const double* of_pairs = w.data() + num_features_;
  for (Index first = 0; first < items.size(); first += kLanes) {
    fill_block(items, first, x);
    Lanes total = Lanes::Zero();
    for (Index a = 0; a < num_features_; ++a) {
      Lanes slope = Lanes::Constant(w[a]);
      for (Index p = begin_[a]; p < begin_[a + 1]; ++p)
        slope += of_pairs[p] * lanes(x.data(), pairs_[p].second);
      total += slope * lanes(x.data(), a);
    }
    for (Index lane = 0; lane < std::min(kLanes, items.size() - first); ++lane)
      f[first + lane] = total[lane];
  }
}

void products::backward(const Items& items, std::span<const double>, std::span<const double> df,
                        std::span<double> dw, const ScorerMemory&) const {
  ScorerMemory x;
  double* of_pairs = dw.data() + num_features_;
  for (Index first = 0; first < items.size(); first += kLanes) {
    fill_block(items, first, x);
    Lanes slope = Lanes::Zero();
    for (Index lane = 0; lane < std::min(kLanes, items.size() - first); ++lane)
      slope[lane] = df[first + lane];
    for (Index a = 0; a < num_features_; ++a) {
      const Lanes share = slope * lanes(x.data(), a);
      dw[a] += share.sum();
      for (Index p = begin_[a]; p < begin_[a + 1]; ++p)
        of_pairs[p] += (share * lanes(x.data(), pairs_[p].second)).sum();
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
