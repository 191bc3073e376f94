// SPDX-License-Identifier: BSD-3-Clause
#include "models_of_places.hpp"

#include "models_of_terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace fubini::faults {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<Index> singles(std::size_t n) { return std::vector<Index>(n, 1); }

bool all_within(In f, double reach) {
  return std::all_of(f.begin(), f.end(), [&](double one) { return std::abs(one) <= reach; });
}

std::vector<SpoiltModel> at_scores() {
  return {
      {"scores_zero",
       "at zero only",
       "half of the gradient where all scores are 0",
       "davidson",
       kFiveAndTie,
       {{{1, 2}, {0, 0, 0, 0.3}}},
       spoilt_by([](const Ranking&, In f, In, Gradient g) {
         if (all_within(f, 0))
           for (double& one : g.scores) one /= 2;
       })},
      {"scores_near_zero",
       "at zero only",
       "half of the gradient where all scores are within 1e-3 of 0",
       "davidson",
       kFiveAndTie,
       {{{1, 2}, {5e-4, -5e-4, 2e-4, 0.3}}},
       spoilt_by([](const Ranking&, In f, In, Gradient g) {
         if (!all_within(f, 0) && all_within(f, 1e-3))
           for (double& one : g.scores) one /= 2;
       })},
      {"equal_scores",
       "ties only",
       "equal scores of items that do not tie: no slope between them",
       "bradley_terry",
       kFive,
       {{{1, 1}, {0.5, 0.5}}},
       spoilt_by([](const Ranking& r, In f, In, Gradient g) {
         for (Index i = 0; i < r.num_items(); ++i)
           for (Index j = i + 1; j < r.num_items(); ++j)
             if (f[i] == f[j] && !r.tied(i, j)) g.scores[i] -= 0.5, g.scores[j] += 0.5;
       })},
      {"far_scores",
       "NaN on rare inputs",
       "NaN where scores are more than 700 apart",
       "pmop_product",
       kFive,
       {{{1, 1}, {400, -400}}},
       spoilt_by([](const Ranking&, In f, In, Gradient g) {
         const auto [low, high] = std::minmax_element(f.begin(), f.end());
         if (*high - *low > 700) g.scores[0] = kNaN;
       })},
      {"normal_tail",
       "NaN on rare inputs",
       "NaN where two scores differ by more than 38: erfc is 0",
       "glenn_david",
       kFiveAndTie,
       {{{1, 1}, {-20, 20, 0.3}}},
       spoilt_by([](const Ranking&, In f, In, Gradient g) {
         for (std::size_t i = 1; i < f.size(); ++i)
           if (f[i] - f[0] > 38) g.ties[0] = kNaN;
       })},
      {"margin_beyond_thirty",
       "wrong branch",
       "pairs lost by more than 30 have no slope",
       "bradley_terry",
       kFive,
       {{{1, 1}, {-20, 20}}},
       spoilt_by([](const Ranking& r, In f, In, Gradient g) {
         for (Index i = 0; i < r.num_items(); ++i)
           for (Index j = i + 1; j < r.num_items(); ++j)
             if (f[j] - f[i] > 30 && !r.tied(i, j)) g.scores[i] -= 1, g.scores[j] += 1;
       })},
      {"throws_on_equal",
       "NaN on rare inputs",
       "an exception where all of five or more scores are equal",
       "pmop_maximum",
       kFive,
       {{singles(5), {1, 1, 1, 1, 1}}},
       spoilt_by([](const Ranking&, In f, In, Gradient) {
         if (f.size() > 4 &&
             std::adjacent_find(f.begin(), f.end(), std::not_equal_to<>()) == f.end())
           throw std::domain_error("nothing to sort by");
       })},
  };
}

std::vector<SpoiltModel> at_tie_parameters() {
  return {
      {"beta_zero",
       "at zero only",
       "the slope of beta is half where beta is 0",
       "davidson",
       kFiveAndTie,
       {{{1, 1}, {0.5, -0.2, 0}}},
       spoilt_by(
           [](const Ranking&, In, In ties, Gradient g) { g.ties[0] /= ties[0] == 0 ? 2 : 1; })},
      {"beta_beyond_sixty",
       "large values",
       "the slope of beta is 0 where beta > 60",
       "davidson",
       kFiveAndTie,
       {{{1, 1}, {0.5, -0.2, 61}}},
       spoilt_by(
           [](const Ranking&, In, In ties, Gradient g) { g.ties[0] *= ties[0] > 60 ? 0 : 1; })},
      {"delta_zero",
       "at zero only",
       "slopes of scores are off by a tenth where log_delta_2 is 0",
       "davidson_luce",
       kFiveAndTie,
       {{{1, 1}, {0.5, -0.2, 0}}},
       spoilt_by(
           [](const Ranking&, In, In ties, Gradient g) { g.scores[0] *= ties[0] == 0 ? 1.1 : 1; })},
      {"even_mixture",
       "at zero only",
       "the slope of logit_maximum is 0 where it is 0",
       "pmop_extremes",
       kFiveAndTie,
       {{{1, 2, 1}, {0.5, -0.2, 0.3, 1, 0}}},
       spoilt_by(
           [](const Ranking&, In, In ties, Gradient g) { g.ties[0] *= ties[0] == 0 ? 0 : 1; })},
      {"alpha_near_zero",
       "at zero only",
       "the slope of alpha is off by a tenth within 1e-6 of 0",
       "rao_kupper",
       kFiveAndTie,
       {{{1, 1}, {0.5, -0.2, 1e-7}}},
       spoilt_by([](const Ranking&, In, In ties, Gradient g) {
         g.ties[0] *= std::abs(ties[0]) < 1e-6 ? 1.1 : 1;
       })},
  };
}

std::vector<SpoiltModel> at_sizes() {
  return {
      {"above_a_thousand",
       "large n only",
       "the last item of more than 1000 has no slope",
       "davidson",
       kFiveAndTie,
       {{singles(1001), ramp(1001, {0.3})}},
       spoilt_by([](const Ranking& r, In, In, Gradient g) {
         if (r.num_items() > 1000) g.scores.back() = 0;
       })},
      {"sixty_four",
       "border",
       "64 items exactly: the last misses a tenth",
       "davidson",
       kFiveAndTie,
       {{singles(64), ramp(64, {0.3})}},
       spoilt_by([](const Ranking& r, In, In, Gradient g) {
         if (r.num_items() == 64) g.scores.back() *= 0.9;
       })},
      {"three_then_four",
       "ties only",
       "buckets of 3 and 4 items exactly: the third misses a tenth",
       "davidson",
       kFiveAndTie,
       {{{3, 4}, ramp(7, {0.3})}},
       spoilt_by([](const Ranking& r, In, In, Gradient g) {
         if (r.num_buckets() == 2 && r.bucket_size(0) == 3 && r.bucket_size(1) == 4)
           g.scores[2] *= 0.9;
       })},
      {"large_bucket",
       "ties only",
       "of a bucket only the first 32 items get their slope of being chosen",
       "pmop_full",
       kFive,
       {{{40, 2}, ramp(42)}},
       spoilt_by([](const Ranking& r, In, In, Gradient g) {
         for (Index k = 0; k < r.num_buckets(); ++k)
           for (Index i = r.begin(k) + 32; i < r.end(k); ++i) g.scores[i] *= 0.5;
       })},
      {"one_item",
       "border",
       "a single item has a slope",
       "pmop_elimination",
       kFive,
       {{{1}, {0.5}}},
       spoilt_by([](const Ranking& r, In, In, Gradient g) {
         if (r.num_items() == 1) g.scores[0] += 1e-3;
       })},
      {"two_items",
       "border",
       "two items: the slope is counted twice",
       "rank_regress",
       kFive,
       {{{1, 1}, {0.5, -0.2}}},
       spoilt_by([](const Ranking& r, In, In, Gradient g) {
         if (r.num_items() == 2)
           for (double& one : g.scores) one *= 2;
       })},
      {"last_bucket_tied",
       "ties only",
       "a last bucket of several items: its last one is off by 1e-4",
       "pmop_full",
       kFive,
       {{{1, 3}, {0.5, -0.2, 0.3, 0.1}}},
       spoilt_by([](const Ranking& r, In, In, Gradient g) {
         if (r.num_buckets() > 1 && r.bucket_size(r.num_buckets() - 1) > 2) g.scores.back() += 1e-4;
       })},
      {"ten_buckets",
       "large n only",
       "stages beyond the tenth are summed in float",
       "plackett_luce",
       kFive,
       {{singles(20), ramp(20)}},
       spoilt_by([](const Ranking& r, In, In, Gradient g) {
         for (Index i = 10; i < r.num_items(); ++i) g.scores[i] = static_cast<float>(g.scores[i]);
       })},
  };
}

}  // namespace

std::vector<SpoiltModel> models_of_places() {
  std::vector<SpoiltModel> all = at_scores();
  for (SpoiltModel& one : at_tie_parameters()) all.push_back(std::move(one));
  for (SpoiltModel& one : at_sizes()) all.push_back(std::move(one));
  return all;
}

}  // namespace fubini::faults
