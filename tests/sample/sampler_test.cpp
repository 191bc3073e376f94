// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/sample/sampler.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/partitions.hpp"
#include "fubini/model/log_likelihood.hpp"
#include "fubini/catalogue/models.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

namespace fubini::sampler_test {
namespace {

const std::vector<double> scores = {0.8, -0.5, 1.5, 0};

std::vector<Index> buckets_of(const Ranking& ranking) {
  std::vector<Index> bucket(ranking.num_items());
  for (Index p = 0; p < ranking.num_items(); ++p) bucket[ranking.order()[p]] = ranking.bucket_of(p);
  return bucket;
}

// Frequencies of whole rankings against exp(log_likelihood), for every model that can be sampled
TEST(Sampler, DrawsRankingsWithTheModelsProbabilities) {
  constexpr int kDraws = 40'000;
  int sampled = 0;
  for (const auto& entry : built_in_models()) {
    const Sampler sampler = entry.sampler("");
    if (!sampler.can_sample()) continue;
    ++sampled;
    const Model model = built_in_models().make(entry.info.name);
    const std::vector<double> ties(sampler.tie_parameters().size(), -0.5);
    std::map<std::vector<Index>, int> counts;
    for (std::uint64_t index = 0; index < kDraws; ++index)
      ++counts[buckets_of(sampler.draw(scores, ties, 7, index))];
    for_each_ordered_partition(4, [&](const Ranking& ranking) {
      const auto sorted = ranking.to_bucket_order<double>(scores);
      const bool possible = entry.info.name != "plackett_luce" || ranking.num_buckets() == 4;
      const double p = possible ? std::exp(log_likelihood(model, ranking, sorted, ties)) : 0;
      const double found = counts[buckets_of(ranking)] / double{kDraws};
      // Five standard deviations: 75 rankings of 6 models
      EXPECT_NEAR(found, p, 5 * std::sqrt(p * (1 - p) / kDraws) + 1e-4) << entry.info.name;
    });
  }
  EXPECT_GE(sampled, 6);
}

TEST(Sampler, TheSameSeedAndIndexGiveTheSameRanking) {
  const Sampler sampler = built_in_models().sampler("pmop_mean");
  for (const SampleBy by : {SampleBy::exact, SampleBy::gibbs, SampleBy::metropolis}) {
    const SampleOptions options{.by = by, .steps = 5};
    EXPECT_EQ(buckets_of(sampler.draw(scores, {}, 1, 2, options)),
              buckets_of(sampler.draw(scores, {}, 1, 2, options)));
  }
}

TEST(Sampler, DrawsExactlyFromManyItems) {
  const std::vector<double> many(300, 0.25);
  for (const char* name : {"pmop_full", "pmop_mean", "davidson_luce:max_order=3"}) {
    const Sampler sampler = built_in_models().sampler(name);
    const std::vector<double> ties(sampler.tie_parameters().size(), 0.0);
    EXPECT_EQ(sampler.draw(many, ties, 1, 0).num_items(), 300) << name;
  }
}

TEST(Sampler, RefusesWhatItCannotSample) {
  EXPECT_THROW(built_in_models().sampler("davidson").draw(scores, std::vector<double>{0.0}, 1, 0),
               ArgumentError);
  EXPECT_THROW(built_in_models().sampler("pmop_full").draw({}, {}, 1, 0), ArgumentError);
  EXPECT_THROW(built_in_models().sampler("davidson_luce").draw(scores, {}, 1, 0), ArgumentError);
  const std::vector<double> many(21, 0.0);
  for (const SampleBy by : {SampleBy::exact, SampleBy::gibbs})  // beyond enumeration
    EXPECT_EQ(built_in_models()
                  .sampler("pmop_maximum")
                  .draw(many, {}, 1, 0, {.by = by, .steps = 3})
                  .num_items(),
              21);
}

TEST(Sampler, DiagnosesItsChains) {
  const Sampler sampler = built_in_models().sampler("pmop_full");
  const ChainReport gibbs = sampler.diagnose(scores, {}, 2000, 1, {.by = SampleBy::gibbs});
  EXPECT_NEAR(gibbs.split_r_hat, 1, 0.01);
  EXPECT_GT(gibbs.effective_sample_size, 2000);
  EXPECT_LT(gibbs.total_variation, 2 * gibbs.expected_variation);
  const ChainReport printed = sampler.diagnose(
      scores, {}, 2000, 1, {.by = SampleBy::metropolis, .acceptance = Acceptance::as_printed});
  EXPECT_GT(printed.total_variation, 5 * printed.expected_variation);
  EXPECT_LT(printed.acceptance_rate, 1);
}

// Against the exact normaliser, for sizes that cannot be enumerated
TEST(Sampler, EstimatesALikelihoodWithinItsStandardError) {
  std::vector<double> f;
  Draws draws(5, 0);
  for (int i = 0; i < 40; ++i) f.push_back(draws.between(-2, 2));
  const Ranking ranking({10, 5, 25});
  for (const char* name : {"pmop_mean", "pmop_full", "pmop_mean:uniform_sizes=yes"}) {
    const double exact = log_likelihood(built_in_models().make(name), ranking, f);
    const ImportanceEstimate found =
        built_in_models().sampler(name).estimate_by_importance(ranking, f, {}, {.seed = 3});
    EXPECT_LT(found.standard_error, 0.02) << name;
    EXPECT_NEAR(found.value, exact, 4 * found.standard_error + 1e-10) << name;
  }
}

TEST(Diagnostics, KnowIndependentAndStickyChains) {
  Draws draws(6, 0);
  std::vector<double> independent, sticky;
  double x = 0;
  constexpr double kMemory = 0.9;  // an autoregression: n (1 - a)/(1 + a) effective draws
  for (int t = 0; t < 20'000; ++t) {
    independent.push_back(draws.uniform());
    sticky.push_back(x = kMemory * x + draws.between(-1, 1));
  }
  EXPECT_NEAR(effective_sample_size(independent) / 20'000, 1, 0.1);
  EXPECT_NEAR(effective_sample_size(sticky) / 20'000, (1 - kMemory) / (1 + kMemory), 0.015);
  EXPECT_NEAR(split_r_hat({independent, independent}), 1, 0.01);
  std::vector<double> elsewhere = independent;
  for (double& value : elsewhere) value += 1;
  EXPECT_GT(split_r_hat({independent, elsewhere}), 1.5);
  EXPECT_THROW(effective_sample_size(std::vector<double>{1, 2}), ArgumentError);
  EXPECT_THROW(split_r_hat({}), ArgumentError);
}

// Rounding is no movement, and no unit is too large.
TEST(Diagnostics, TellConstantsFromChainsWhateverTheirSize) {
  constexpr std::size_t kSteps = 1000;
  for (const double value : {0.0, 0.1, 0.3, -7.7, 1e16, -1e308, 1.7e308}) {
    std::vector<double> constant(kSteps, value);
    constant[5] = std::nextafter(value, 1);
    EXPECT_EQ(effective_sample_size(constant), kSteps) << value;
    EXPECT_EQ(split_r_hat({constant, std::vector<double>(kSteps, value)}), 1) << value;
  }
  EXPECT_EQ(split_r_hat({std::vector<double>(kSteps, 0.1), std::vector<double>(kSteps, 0.3)}),
            std::numeric_limits<double>::infinity());
  Draws draws(7, 0);
  std::vector<double> small, large;
  for (std::size_t t = 0; t < kSteps; ++t) {
    small.push_back(draws.between(-1, 1));
    large.push_back(1e308 * small.back());
  }
  EXPECT_NEAR(effective_sample_size(large), effective_sample_size(small), 1e-6);
  EXPECT_NEAR(split_r_hat({large, large}), split_r_hat({small, small}), 1e-12);
}

}  // namespace
}  // namespace fubini::sampler_test
