// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/detail/tie_orders.hpp"

#include "fubini/core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>

namespace fubini::tie_orders_test {
namespace {

constexpr Index kItems = 4;
const std::vector<Index> kSizes = {2, 3};

Dataset some_table(Draws& draws) {
  Dataset data = Dataset::identity(kItems);
  const Index places = 2 + draws.below(3);
  for (Index k = 2 + draws.below(5); k > 0; --k) {
    std::vector<double> grades;
    std::vector<Index> items;
    for (Index i = 0; i < kItems; ++i)
      if (draws.uniform() < 0.8) {
        items.push_back(i);
        const double place = static_cast<double>(draws.below(places));
        const bool full = std::ranges::count(grades, place) == kSizes.back();
        grades.push_back(full ? 9 : place);
      }
    if (!items.empty()) data.add_query("q", grades, items);
  }
  return data;
}

// Is there a t for this d? Each choice of size m bounds t_m - t_s from below, by the best s items'
// mean less the mean of what was chosen; rings of these must not ask for more than 0.
class Weights {
 public:
  explicit Weights(const std::vector<double>& d) : d_(d) {
    for (auto& row : least_) row.fill(-std::numeric_limits<double>::infinity());
  }
  void add(const Query& query) {
    const Ranking& ranking = query.ranking;
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      std::vector<double> rest;
      for (Index p = ranking.begin(k); p < ranking.num_items(); ++p)
        rest.push_back(d_[query.items.id(p)]);
      const Index size = ranking.bucket_size(k);
      const double mean = std::accumulate(rest.begin(), rest.begin() + size, 0.0) / double(size);
      std::ranges::sort(rest, std::greater<>());
      double best = 0;
      for (Index s = 1; s <= std::min<Index>(std::ssize(rest), 3); ++s) {
        best += rest[s - 1];
        double& least = least_[size - 1][s - 1];
        least = std::max(least, best / double(s) - mean);
      }
    }
  }
  bool exist() const {
    auto longest = least_;
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          longest[i][j] = std::max(longest[i][j], longest[i][k] + longest[k][j]);
    return longest[0][0] < kRounding && longest[1][1] < kRounding && longest[2][2] < kRounding;
  }

 private:
  static constexpr double kRounding = 1e-9;  // of means of small numbers; a ring's least is 1/60
  std::vector<double> d_;
  std::array<std::array<double, 3>, 3> least_{};
};

bool recedes(const Dataset& data, const std::vector<double>& d) {
  Weights weights(d);
  for (Index q = 0; q < data.num_queries(); ++q) weights.add(data.query(q));
  return weights.exist();
}

bool all_equal(const std::vector<double>& d) {
  return std::ranges::all_of(d, [&](double x) { return x == d[0]; });
}

// A direction that is found is one; where none is found, none of whole numbers up to 6 is.
TEST(TieOrders, DirectionsAreThoseThatThereAre) {
  Draws draws(11, 0);
  std::vector<Index> alone(kItems);  // nothing known of wins
  std::iota(alone.begin(), alone.end(), Index{0});
  int found = 0, none = 0;
  for (int k = 0; k < 150; ++k) {
    const Dataset data = some_table(draws);
    const TieOrders orders(data, kSizes);
    if (!orders.seen(2) || !orders.seen(3) || orders.reach() < 3) continue;
    const Growth growth = growth_of_tie_orders(data, kSizes, alone);
    ASSERT_TRUE(growth.decided);
    if (growth.worths) {
      EXPECT_TRUE(recedes(data, *growth.worths)) << "table " << k;
      EXPECT_FALSE(all_equal(*growth.worths)) << "table " << k;
      ++found;
      continue;
    }
    ++none;
    std::vector<double> d(kItems, 0);
    for (int code = 0; code < 7 * 7 * 7 * 7; ++code) {
      for (int i = 0, rest = code; i < kItems; ++i, rest /= 7) d[i] = rest % 7;
      if (all_equal(d) || !recedes(data, d)) continue;
      bool parted = false;
      for (Index q = 0; q < data.num_queries(); ++q) {
        const Query query = data.query(q);
        for (Index p = 0; p + 1 < query.ranking.num_items(); ++p)
          parted = parted || (query.ranking.tied(p, p + 1) &&
                              d[query.items.id(p)] != d[query.items.id(p + 1)]);
      }
      // Along the others weights of sizes may stay, which is not asked for here.
      EXPECT_FALSE(parted) << "table " << k << ", direction " << code;
    }
  }
  EXPECT_GT(found, 10);
  EXPECT_GT(none, 10);
}

// Too large to decide, and said so
TEST(TieOrders, LargeProgrammesAreLeft) {
  Dataset data = Dataset::identity(100);
  for (Index i = 0; i + 2 < 100; ++i) {
    data.add_query("tie", std::vector<double>{1, 1, 1}, std::vector<Index>{i, i + 1, i + 2});
    data.add_query("win", std::vector<double>{2, 1, 0}, std::vector<Index>{i, i + 1, i + 2});
  }
  std::vector<Index> alone(100);
  std::iota(alone.begin(), alone.end(), Index{0});
  EXPECT_FALSE(growth_of_tie_orders(data, {3}, alone).decided);
  EXPECT_TRUE(growth_of_tie_orders(data, {3}, std::vector<Index>(100, 0)).decided) << "one part";
}

}  // namespace
}  // namespace fubini::tie_orders_test
