// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/recession.hpp"

#include "fubini/catalogue/models.hpp"
#include "fubini/core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace fubini::recession_test {
namespace {

using Of = Recession::Of;

// Whole numbers as a direction: of scores in bucket order, and of tie parameters
struct Direction {
  std::vector<double> d, t;
};

double most(std::span<const double> d) { return *std::ranges::max_element(d); }
double mean(std::span<const double> d) {
  return std::accumulate(d.begin(), d.end(), 0.0) / static_cast<double>(d.size());
}

void for_each_choice(std::span<const double> rest,
                     const std::function<void(const std::vector<double>&)>& see) {
  for (unsigned mask = 1; mask < (1U << rest.size()); ++mask) {
    std::vector<double> chosen;
    for (std::size_t i = 0; i < rest.size(); ++i)
      if ((mask >> i & 1U) != 0) chosen.push_back(rest[i]);
    see(chosen);
  }
}

// Word by word what recession.hpp says of a stage
bool stage_recedes(const Recession& recession, const Direction& v, std::span<const double> bucket,
                   std::span<const double> rest) {
  const auto weight = [&](std::size_t size) {
    const auto at = std::ranges::find(recession.sizes, static_cast<Index>(size));
    return at == recession.sizes.end() ? 0 : v.t[at - recession.sizes.begin()];
  };
  const auto possible = [&](std::size_t size) {
    return size == 1 || recession.sizes.empty() ||
           std::ranges::count(recession.sizes, static_cast<Index>(size)) > 0;
  };
  bool all = true;
  for_each_choice(rest, [&](const std::vector<double>& other) {
    if (recession.of == Of::sums)
      all &= mean(bucket) * static_cast<double>(bucket.size()) >=
             mean(other) * static_cast<double>(other.size()) - 1e-9;
    if (recession.of == Of::means && possible(other.size()))
      all &= weight(bucket.size()) + mean(bucket) >= weight(other.size()) + mean(other) - 1e-9;
  });
  if (recession.of == Of::totals || recession.of == Of::maxima) all = most(bucket) >= most(rest);
  return all;
}

bool recedes(const Recession& recession, const Direction& v, const Ranking& ranking) {
  bool all = true;
  for (Index i = 0; i < ranking.num_items(); ++i)
    for (Index j = i + 1; j < ranking.num_items(); ++j) {
      const double apart = v.d[i] - v.d[j];
      const bool tied = ranking.tied(i, j);
      if (recession.of == Of::wins) all &= tied || apart >= 0;
      if (recession.of == Of::order) all &= apart >= 0;
      if (recession.of == Of::thresholds) all &= tied ? std::abs(apart) <= v.t[0] : apart >= v.t[0];
    }
  const std::span<const double> d(v.d);
  for (Index k = 0; k < ranking.num_buckets(); ++k) {
    const auto bucket = d.subspan(ranking.begin(k), ranking.bucket_size(k));
    if (recession.of == Of::totals_backward) {
      std::vector<double> rest;
      for (const double x : d.first(ranking.end(k))) rest.push_back(-x);
      all &= most(std::span(rest).subspan(ranking.begin(k))) >= most(rest);
    } else {
      all &= stage_recedes(recession, v, bucket, d.subspan(ranking.begin(k)));
    }
  }
  return all;
}

// Tie parameters so far along: what recession.hpp says they stand for is a whole number.
double tie_parameter(const std::string& model, double t, double scale) {
  if (model == "davidson") return t * scale / 2;
  if (model == "rao_kupper") return t * scale + std::log(-std::expm1(-t * scale));
  if (model == "glenn_david") return std::log(t * scale);
  return t * scale;
}

double value_at(const Model& model, const Direction& v, const Ranking& ranking, double scale) {
  std::vector<double> f, ties;
  for (const double x : v.d) f.push_back(x * scale);
  for (const double x : v.t) ties.push_back(tie_parameter(model.info().name, x, scale));
  return model.log_likelihood(ranking, f, ties);
}

// Of buckets that the model can choose
Ranking some_ranking(Draws& draws, const Recession& recession) {
  std::vector<Index> sizes;
  for (Index left = 1 + draws.below(5); left > 0;) {
    const Index size = 1 + draws.below(left);
    if (size > 1 && !recession.sizes.empty() && std::ranges::count(recession.sizes, size) == 0)
      continue;
    sizes.push_back(size);
    left -= size;
  }
  return Ranking(sizes);
}

// Along a direction of recession the likelihood has a limit; along another it falls in proportion.
TEST(Recession, IsWhatTheModelDeclares) {
  constexpr double kFar = 100;
  constexpr double kLeast = 1.0 / 60;  // of slopes: differences of means of up to 5 whole numbers
  for (const std::string name :
       {"bradley_terry", "davidson", "rao_kupper", "glenn_david", "plackett_luce", "davidson_luce",
        "davidson_luce:max_order=4", "davidson_luce:orders=3", "pmop_mean", "pmop_product",
        "pmop_full", "pmop_full:stage_weights=2,0.5", "pmop_elimination", "pmop_maximum"}) {
    const Model model = built_in_models().make(name);
    const Recession recession = model.info().recession;
    ASSERT_NE(recession.of, Of::unknown) << name;
    int receding = 0, others = 0;
    Draws draws(1, 0);
    for (int k = 0; k < 2000; ++k) {
      const Ranking ranking = some_ranking(draws, recession);
      Direction v;
      for (Index i = 0; i < ranking.num_items(); ++i)
        v.d.push_back(static_cast<double>(draws.below(5)) - 2);
      if (k % 2 == 0) std::ranges::sort(v.d, std::greater<>());
      for (std::size_t t = 0; t < model.tie_parameters().size(); ++t)
        v.t.push_back(recession.of == Of::thresholds ? 1 + static_cast<double>(draws.below(2))
                                                     : static_cast<double>(draws.below(5)) - 2);
      const double fall = value_at(model, v, ranking, kFar) - value_at(model, v, ranking, 2 * kFar);
      const bool is = recedes(recession, v, ranking);
      (is ? receding : others) += 1;
      if (is)
        EXPECT_LT(fall, kLeast * kFar / 2) << name << ", case " << k;
      else
        EXPECT_GT(fall, kLeast * kFar) << name << ", case " << k;
    }
    EXPECT_GT(receding, 50) << name;
    EXPECT_GT(others, 50) << name;
  }
}

TEST(Recession, IsNotClaimedWhereStagesRunTheOtherWay) {
  const auto of = [](const char* name) { return built_in_models().make(name).info().recession.of; };
  EXPECT_EQ(of("pmop_full:stage_weights=1,-1"), Of::unknown);
  EXPECT_EQ(of("pmop_full:stage_weights=1,0"), Of::unknown);
}

}  // namespace
}  // namespace fubini::recession_test
