// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/scorers/products.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"
#include "fubini/core/detail/lanes.hpp"
#include "fubini/score/detail/product_moments.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

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

constexpr double kThreshold = 0.15;  // the paper's

// "1x3" -> (0, 2)
std::pair<Index, Index> parse_pair(std::string_view text) {
  const auto cross = text.find('x');
  if (cross != std::string_view::npos) {
    const auto a = parse_integer(text.substr(0, cross)), b = parse_integer(text.substr(cross + 1));
    if (a && b) return {*a - 1, *b - 1};
  }
  throw ArgumentError("scorer products: " + shown(text) +
                      " is no pair of features; wanted a threshold as in products:0.15, all, or "
                      "pairs as in products:1x3,2x2");
}

// Nothing where it is pairs
std::optional<double> parse_threshold(std::string_view arguments) {
  if (arguments.empty()) return kThreshold;
  const auto number = parse_double(arguments);
  if (!number) return {};
  if (!(*number >= 0 && *number < 1))
    refuse("scorer products", "the threshold", format_double(*number),
           "a correlation from 0 to below 1");
  return number;
}

Index num_blocks(const Items& items) { return (items.size() + kItems - 1) / kItems; }

}  // namespace

products::products(Index num_features, Pairs pairs)
    : num_features_(num_features), pairs_(std::move(pairs)), begin_(num_features + 1, 0) {
  check_at_least("products", "num_features", num_features, 1);
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

products products::parse(std::string_view arguments, Index num_features) {
  Pairs pairs;
  if (arguments == "all" || parse_threshold(arguments)) {
    constexpr Index kMostAll = 1000;  // half a million products
    if (num_features > kMostAll)
      refuse("scorer products", "the number of features", std::to_string(num_features),
             "at most " + std::to_string(kMostAll) + " for all products");
    for (Index a = 0; a < num_features; ++a)
      for (Index b = a; b < num_features; ++b) pairs.emplace_back(a, b);
  } else {
    for (const std::string_view one : split(arguments, ',')) pairs.push_back(parse_pair(one));
  }
  return products(num_features, std::move(pairs));
}

std::string products::arguments() const {
  std::vector<std::string> pairs;
  for (const auto& [a, b] : pairs_)
    pairs.push_back(std::to_string(a + 1) + "x" + std::to_string(b + 1));
  return join(pairs, ",");
}

products products::select(std::string_view arguments, const Dataset& data, Standardisation& by,
                          int threads) {
  const Index size = data.num_features();
  if (size > kMostFeatures)
    throw ArgumentError("scorer products: the data has " + std::to_string(size) +
                        " features; wanted at most " + std::to_string(kMostFeatures));
  const bool all = arguments == "all";
  const auto threshold = all ? std::nullopt : parse_threshold(arguments);
  const Pairs asked = all || threshold ? Pairs{} : parse(arguments, size).pairs_;
  Pairs pairs;
  by.product_scale.clear();
  detail::for_each_product(data, by, threads, [&](Index a, Index b, const auto& of) {
    // A product that hardly varies beside its own size is rounding.
    const bool varies = of.variance > 1e-12 * (of.mean * of.mean + 1e-12);
    if (threshold) {
      if (!varies || !(of.grade_variance > 0)) return;
      if (std::abs(of.covariance) <= *threshold * std::sqrt(of.variance * of.grade_variance))
        return;
    } else if (!all && !std::ranges::binary_search(asked, std::pair(a, b))) {
      return;
    }
    pairs.emplace_back(a, b);
    by.product_scale.push_back(varies ? std::sqrt(of.variance) : 1);
  });
  if (pairs.empty())
    throw ArgumentError("scorer products: no product has a correlation with the grade above " +
                        format_double(threshold.value_or(0)) + "; wanted a lower threshold");
  return products(size, std::move(pairs));
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
