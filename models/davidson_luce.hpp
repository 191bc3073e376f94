// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/stagewise/affine.hpp"
#include "fubini/core/options.hpp"
#include "fubini/model/stagewise/potentials/geometric_mean.hpp"
#include "fubini/model/stagewise/potentials/sized.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace fubini {

// Davidson-Luce (Turner, van Etten, Firth, Kosmidis 2020): Plackett-Luce with ties of up to
// max_order items, each order with a prevalence of its own. Formula, derivative and algorithm stand
// in model/stagewise/affine_stages.hpp, with a = 1, w_1 = 0, w_m = log delta_m up to max_order and
// -infinity beyond.
//
//   P(S first out of R) = delta_m exp(mean of f over S) / Z(R),   m = |S|
//
// Tie parameters: log delta_2, ..., log delta_max_order, or those of `orders`. An order that never
// occurs has its maximum at delta = 0: leave it out. Other buckets have probability 0.
struct davidson_luce {
  static constexpr auto description = "one bucket a stage, ties up to max_order (Davidson-Luce)";
  static constexpr auto cost = Cost::n;

  int max_order = 2;
  std::vector<double> orders = {};

  static constexpr auto options = std::tuple{
      option("max_order", &davidson_luce::max_order, "the most items that may tie, up to 10000"),
      option("orders", &davidson_luce::orders, "2,3,...: only so many may tie")};

  // The orders that occur
  static std::string options_for(std::span<const Index> bucket_sizes) {
    const std::set<Index> sizes(bucket_sizes.begin(), bucket_sizes.end());
    std::vector<double> orders;
    for (const Index size : sizes)
      if (size > 1) orders.push_back(static_cast<double>(size));
    return orders.empty() ? "max_order=1" : "orders=" + format_value(orders);
  }

  // Each order up to max_order has a tie parameter; of many, `orders` takes those that occur.
  static constexpr int kMostOrders = 10'000;
  static constexpr double kLargestOrder = 1'000'000;

  void check() const {
    if (max_order < 1 || max_order > kMostOrders)
      throw ArgumentError("davidson_luce: max_order is " + std::to_string(max_order) +
                          "; wanted 1 to " + std::to_string(kMostOrders) +
                          " (larger ones by orders)");
    double last = 1;
    for (const double order : orders) {
      if (!(order > last) || order != std::floor(order) || order > kLargestOrder)
        throw ArgumentError("davidson_luce: orders has " + format_value(order) +
                            "; wanted increasing whole numbers from 2 to " +
                            format_value(static_cast<int>(kLargestOrder)));
      last = order;
    }
  }
  Index largest_bucket() const { return orders.empty() ? max_order : Index(orders.back()); }

  Laws laws() const {
    Laws laws{.sums_to_one = Over::ordered_partitions,
              .reductions = {{.name = "no ties is Plackett-Luce",
                              .to = "plackett_luce",
                              .on = On::singletons,
                              .ties = -1e3}}};
    if (largest_bucket() == 2)
      laws.reductions.push_back({.name = "a pair is Davidson's", .to = "davidson", .items = 2});
    return laws;
  }

  Recession recession() const { return {Recession::Of::means, sizes().learned}; }

  std::vector<std::string> tie_parameters() const {
    std::vector<std::string> names;
    for (const Index m : sizes().learned) names.push_back("log_delta_" + std::to_string(m));
    return names;
  }

  sized<geometric_mean> stage_potential() const { return {{}, sizes()}; }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T> ties) const {
    return Exact::log_likelihood<T>(stage_potential(), ranking, f, ties);
  }

  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    return Exact::log_likelihood(stage_potential(), ranking, f, ties, g);
  }

 private:
  using Exact = Engine<Family::affine>;

  SizeWeights sizes() const {
    SizeWeights result{.others = false};
    for (const double order : orders) result.learned.push_back(Index(order));
    for (Index m = 2; orders.empty() && m <= max_order; ++m) result.learned.push_back(m);
    return result;
  }
};

}  // namespace fubini
