// SPDX-License-Identifier: BSD-3-Clause
// What is said of fits by chains. Seeds are fixed.
#include "fubini/fit/chains.hpp"

#include "fubini/catalogue/entries.hpp"
#include "fubini/core/error.hpp"
#include "fubini/fit/fit.hpp"
#include "fubini/fit/optimizers/sgd.hpp"
#include "fubini/simulate/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fubini {

// Affine in the sum, which it does not say
struct plain_mean {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    T sum = 0;
    for (const T& f : subset.scores) sum += f;
    return sum / constant_t<T>(subset.size());
  }
  void add_slopes(const Subset<double>& subset, std::span<const double>, double weight,
                  std::span<double> scores, std::span<double>) const {
    for (double& slope : scores) slope += weight / static_cast<double>(subset.size());
  }
};

namespace {

Catalogues known_with_mean() {
  Catalogues all = built_in();
  std::vector<ModelEntry> entries(all.models.begin(), all.models.end());
  entries.push_back(model_entry<as_model<plain_mean>>());
  all.models = ModelCatalogue(std::move(entries));
  return all;
}

Dataset simulated(const char* model, Index queries, double mean_size, double scale) {
  return simulate({.queries = queries,
                   .features = 5,
                   .mean_size = mean_size,
                   .model = built_in_models().sampler(model),
                   .scale = scale});
}

bool any_warning(const Fit& found, const std::string& part) {
  for (const std::string& one : found.summary.warnings)
    if (one.find(part) != std::string::npos) return true;
  return false;
}

TEST(Chains, AnOptimizerThatFitsIsChosen) {
  const Dataset data = simulated("pmop_mean", 60, 8, 2);
  const Fit exact = fit(built_in(), data, "pmop_mean", {});
  for (const Inference by :
       {Inference::gibbs, Inference::gibbs_as_printed, Inference::metropolis}) {
    const Fit found = fit(built_in(), data, "pmop_mean", {.inference = by});
    EXPECT_NEAR(found.model.from.log_likelihood, exact.model.from.log_likelihood,
                0.01 * std::abs(exact.model.from.log_likelihood));
    EXPECT_EQ(found.summary.warnings, std::vector<std::string>{});
  }
}

TEST(Chains, SingleItemsAreExchanged) {
  const Dataset data = simulated("plackett_luce", 60, 8, 2);
  const Fit exact = fit(built_in(), data, "plackett_luce", {});
  const Fit found = fit(built_in(), data, "plackett_luce", {.inference = Inference::gibbs});
  EXPECT_NEAR(found.model.from.log_likelihood, exact.model.from.log_likelihood,
              0.01 * std::abs(exact.model.from.log_likelihood));
  EXPECT_FALSE(any_warning(found, "moved"));
  const Fit stuck =
      fit(built_in(), data, "plackett_luce", {.inference = Inference::gibbs_as_printed});
  EXPECT_TRUE(any_warning(stuck, "chains of the last pass moved"));
}

TEST(Chains, AFitBelowEqualScoresSaysSo) {
  const Dataset data = simulated("pmop_mean", 60, 8, 2);
  const Fit found =
      fit(built_in(), data, "pmop_mean",
          {.optimizer = sgd{}, .iterations = 2, .inference = Inference::gibbs, .rate = 300});
  EXPECT_TRUE(any_warning(found, "which equal scores have"));
}

TEST(Chains, AFitThatHasNotEndedSaysSo) {
  const Dataset data = simulated("pmop_mean", 60, 8, 2);
  const Fit found =
      fit(built_in(), data, "pmop_mean",
          {.optimizer = sgd{}, .iterations = 1, .inference = Inference::gibbs, .rate = 1e-3});
  EXPECT_TRUE(any_warning(found, "lead elsewhere"));
}

TEST(Chains, LargeQueriesHaveALikelihoodByDraws) {
  const Dataset data = simulated("pmop_mean", 20, 40, 2);
  const Catalogues known = known_with_mean();
  const Fit found =
      fit(known, data, "plain_mean", {.iterations = 10, .inference = Inference::gibbs});
  ASSERT_TRUE(found.summary.monte_carlo);
  const LikelihoodOfFit truth(data, built_in_models().make("pmop_mean"),
                              built_in_models().sampler("pmop_mean"),
                              known.scorers.with_backward("linear", 5), 0, 1);
  const EstimatedValue exact = truth.at(found.model.weights);
  EXPECT_FALSE(exact.by_draws);
  EXPECT_NEAR(found.model.from.log_likelihood, exact.value,
              4 * found.summary.monte_carlo->log_likelihood_error + 1e-6);
}

}  // namespace
}  // namespace fubini
