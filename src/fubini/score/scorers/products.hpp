// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/score/contract.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fubini {

using Pairs = std::vector<std::pair<Index, Index>>;  // (a, b) with a <= b, counted from 0

// Second order: f(x) = sum over j of w_j x_j + sum over chosen pairs (a, b) of w_ab x_a x_b.
// Products are computed from the features when they are needed, never stored.
// Weights: those of the features, then those of the pairs.
class products {
 public:
  static constexpr auto description = "linear, and products of features that go with the grade";
  static constexpr auto usage = "products[:0.15]";
  static constexpr auto example = "all";
  static constexpr Index kMostFeatures = 8000;  // to select from

  // Pairs (a, b) with a <= b, increasing, each once.
  products(Index num_features, Pairs pairs);

  // "all", or pairs of feature numbers as arguments() has them: "1x3,2x2". A threshold needs data
  // to select by; without any it stands for all.
  static products parse(std::string_view arguments, Index num_features);
  std::string arguments() const;

  // "0.15": the products z_a z_b of standardised features (squares too) whose Pearson correlation
  // with the grade, over all rows, exceeds that in absolute value. Their scales go to
  // by.product_scale. Throws ArgumentError for more than kMostFeatures features, or if none is left.
  static products select(std::string_view arguments, const Dataset& data, Standardisation& by,
                         int threads = 0);

  Index num_weights() const { return num_features_ + std::ssize(pairs_); }
  std::string weight_name(Index j) const;  // "feature 3", "features 3 and 7"
  void check(const Dataset& data) const;
  const Pairs& pairs() const { return pairs_; }

  template <class T>
  void score(const Items& items, std::span<const T> w, std::span<T> f) const {
    std::vector<double> x(num_features_);
    for (Index i = 0; i < items.size(); ++i) {
      std::fill(x.begin(), x.end(), 0.0);
      T total = 0;
      items.for_each_feature(i, [&](Index j, double value) {
        x[j] = value;
        total += w[j] * value;
      });
      for (std::size_t p = 0; p < pairs_.size(); ++p) {
        const auto [a, b] = pairs_[p];
        if (x[a] != 0 && x[b] != 0) total += w[num_features_ + p] * x[a] * x[b];
      }
      f[i] = total;
    }
  }

  Index rows_at_once() const;
  void forward(const Items& items, std::span<const double> w, std::span<double> f,
               ScorerMemory& kept) const;
  void backward(const Items& items, std::span<const double> w, std::span<const double> df,
                std::span<double> dw, const ScorerMemory& kept) const;

  void fold(const Standardisation& by, std::span<const double> u, std::span<double> w) const;
  void pull_back(const Standardisation& by, std::span<const double> dw, std::span<double> du) const;

 private:
  void fill_blocks(const Items& items, ScorerMemory& blocks) const;

  Index num_features_;
  Pairs pairs_;
  std::vector<Index> begin_;   // of the pairs with a first, in pairs_; one more at the end
  std::vector<Index> second_;  // of each pair
};

}  // namespace fubini
