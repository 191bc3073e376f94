// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/fit.hpp"

#include "fubini/core/error.hpp"
#include "fubini/io/ranker.hpp"
#include "fubini/io/read.hpp"
#include "fubini/fit/optimizers/adagrad.hpp"
#include "fubini/fit/optimizers/adam.hpp"
#include "fubini/fit/optimizers/sgd.hpp"
#include "tests/support/known.hpp"
#include "tests/support/random_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fubini::fit_test {
namespace {

Dataset rows(int num_queries, std::uint64_t seed) {
  return parse_dataset(random_rows(num_queries, 3, seed), "rows").data;
}

Fit trained(const std::string& name, const Dataset& data, const FitOptions& options) {
  return fit(known(), data, name, options);
}

// Of the data, by the model as a file has it
double log_likelihood_by_ranker(const FittedModel& fitted, const Dataset& data) {
  const Ranker ranker(fitted);
  const Model model = built_in_models().make(fitted.model);
  double total = 0;
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    total +=
        query.weight * model.log_likelihood(query.ranking, ranker.score(query.items), fitted.ties);
  }
  return total;
}

// Two orders of adding and of folding; each term has its own rounding
constexpr double kRounding = 1e-9;

// Queries of a few rows, so that models that enumerate subsets can be fitted too
TEST(Fit, EveryModelWithEveryScorerImprovesAndFoldsIntoRawFeatures) {
  const Dataset data = rows(25, 3);
  for (const auto& entry : built_in_models())
    for (const char* scorer : {"linear", "mlp:4"}) {
      if (!entry.make("").has_gradient()) continue;
      SCOPED_TRACE(entry.info.name + " " + scorer);
      std::vector<double> objectives;
      const Fit found = trained(
          entry.info.name, data,
          {.scorer = scorer, .l2 = 0.1, .iterations = 8, .progress = [&](const FitProgress& now) {
             objectives.push_back(now.objective.value());
             return true;
           }});
      ASSERT_GE(objectives.size(), 2U);
      EXPECT_GT(found.summary.objective, objectives.front());
      EXPECT_NEAR(found.summary.objective, objectives.back(),
                  kRounding * std::abs(objectives.back()));
      const double wanted = found.model.from.log_likelihood;
      EXPECT_NEAR(log_likelihood_by_ranker(found.model, data), wanted,
                  kRounding * std::abs(wanted));
      EXPECT_LT(found.summary.objective, wanted) << "a penalty is taken off";
      EXPECT_EQ(found.model.scorer, scorer);
    }
}

TEST(Fit, FindsTheSameMaximumWithAndWithoutStandardisation) {
  const Dataset data = rows(40, 4);
  FitOptions options{.iterations = 500, .tolerance = 0, .gradient_tolerance = 1e-9};
  const Fit with = trained("davidson", data, options);
  options.standardise = false;
  const Fit without = trained("davidson", data, options);
  EXPECT_NEAR(with.summary.objective, without.summary.objective,
              kRounding * std::abs(with.summary.objective));
  for (std::size_t j = 0; j < 3; ++j)
    EXPECT_NEAR(with.model.weights[j], without.model.weights[j], 1e-6);
}

TEST(Fit, SecondOrderFoldsToo) {
  const Dataset data = rows(40, 5);
  const Fit first = trained("pmop_full", data, {.iterations = 30, .tolerance = 0});
  const Fit second =
      trained("pmop_full", data, {.scorer = "products:0", .iterations = 30, .tolerance = 0});
  ASSERT_TRUE(second.model.scorer.starts_with("products:")) << second.model.scorer;
  const auto pairs = std::ranges::count(second.model.scorer, 'x');
  ASSERT_GT(pairs, 0);
  EXPECT_EQ(std::ssize(second.model.weights), 3 + pairs);
  EXPECT_GT(second.model.from.log_likelihood, first.model.from.log_likelihood);
  const double wanted = second.model.from.log_likelihood;
  EXPECT_NEAR(log_likelihood_by_ranker(second.model, data), wanted, kRounding * std::abs(wanted));
}

TEST(Fit, AnyNumberOfThreadsGivesTheSameBits) {
  const Dataset data = rows(60, 6), valid = rows(20, 7);
  std::vector<FitOptions> all = {{.l2 = 0.1},
                                 {.scorer = "products:0"},
                                 {.l1 = 0.5},
                                 {.scorer = "mlp:4", .optimizer = adam{}},
                                 {.optimizer = sgd{}, .inference = Inference::gibbs}};
  for (FitOptions& options : all) {
    options.iterations = 6;
    options.validation = &valid;
    options.threads = 1;
    const Fit one = trained("pmop_mean", data, options);
    options.threads = 4;
    const Fit four = trained("pmop_mean", data, options);
    EXPECT_EQ(one.model.weights, four.model.weights);
    EXPECT_EQ(one.summary.validation, four.summary.validation);
    EXPECT_EQ(one.model.from.log_likelihood, four.model.from.log_likelihood);
  }
}

// What progress saw of validation
struct Seen {
  std::vector<double> validation;
  std::function<bool(const FitProgress&)> progress = [this](const FitProgress& now) {
    validation.push_back(now.validation.value());
    return true;
  };
  int best() const {
    return static_cast<int>(std::ranges::max_element(validation) - validation.begin()) + 1;
  }
};

TEST(Fit, KeepsTheBestIterationByValidation) {
  const Dataset data = rows(8, 8), valid = rows(30, 9);
  for (const Optimizer& optimizer : {Optimizer(lbfgs{}), Optimizer(adagrad{})}) {
    Seen seen;
    FitOptions options{.scorer = "mlp:4",
                       .optimizer = optimizer,
                       .iterations = 40,
                       .tolerance = 0,
                       .validation = &valid,
                       .progress = seen.progress};
    const Fit found = trained("pmop_full", data, options);
    EXPECT_EQ(found.summary.best_iteration, seen.best());
    EXPECT_EQ(found.summary.validation, seen.validation.at(found.summary.best_iteration - 1));
    EXPECT_LT(found.summary.best_iteration, found.summary.iterations) << "else this shows nothing";
    // The weights are those of that iteration.
    options.iterations = found.summary.best_iteration;
    options.progress = {};
    EXPECT_EQ(trained("pmop_full", data, options).model.weights, found.model.weights);
  }
}

TEST(Fit, PatienceStops) {
  const Dataset data = rows(8, 8), valid = rows(30, 9);
  for (const Optimizer& optimizer : {Optimizer(lbfgs{}), Optimizer(adagrad{})}) {
    Seen seen;
    const Fit found = trained("pmop_full", data,
                              {.scorer = "mlp:4",
                               .optimizer = optimizer,
                               .iterations = 1000,
                               .tolerance = 0,
                               .validation = &valid,
                               .patience = 3,
                               .progress = seen.progress});
    EXPECT_EQ(found.summary.iterations, seen.best() + 3);
    EXPECT_EQ(found.summary.best_iteration, seen.best());
    EXPECT_FALSE(found.summary.cancelled());
    EXPECT_NE(found.summary.message.find("ndcg@10"), std::string::npos) << found.summary.message;
  }
}

TEST(Fit, ProgressCancels) {
  const Dataset data = rows(20, 10);
  for (const Optimizer& optimizer : {Optimizer(lbfgs{}), Optimizer(adam{})}) {
    const Fit found =
        trained("pmop_full", data,
                {.optimizer = optimizer, .tolerance = 0, .progress = [](const FitProgress& now) {
                   return now.iteration < 4;
                 }});
    EXPECT_TRUE(found.summary.cancelled());
    EXPECT_EQ(found.summary.iterations, 4);
    EXPECT_LT(log_likelihood_by_ranker(found.model, data), 0);
  }
}

TEST(Fit, RefusesWhatDoesNotGoTogether) {
  const Dataset data = rows(5, 11),
                ids = [] { return parse_dataset("weight,a,b\n1,1,2\n1,2,1\n", "ids").data; }();
  const Dataset irrelevant = parse_dataset("0 qid:1 1:1 3:1\n0 qid:1 2:1\n", "zeros").data;
  const auto refused = [&](const FitOptions& options) {
    EXPECT_THROW(trained("pmop_mean", data, options), ArgumentError);
  };
  const double nan = std::nan("");
  refused({.optimizer = lbfgs{}, .inference = Inference::gibbs});
  refused({.l1 = 1, .optimizer = sgd{}});
  refused({.l1 = -1, .optimizer = sgd{}});
  refused({.patience = 2});
  refused({.scorer = "mlp"});
  refused({.scorer = "products:1.5"});
  refused({.scorer = "products:0.999"});  // no product
  refused({.scorer = "linear:2"});
  refused({.scorer = "worths"});
  refused({.scorer = "linaer"});
  refused({.validation = &ids});
  refused({.validation = &irrelevant});  // no NDCG
  refused({.optimizer = adam{}, .validation = &irrelevant});
  refused({.l2 = -1});
  refused({.l2 = nan});
  refused({.l1 = nan});
  refused({.iterations = 0});
  refused({.tolerance = nan});
  refused({.optimizer = sgd{}, .rate = -1});
  refused({.optimizer = sgd{}, .rate = nan});
  refused({.optimizer = sgd{}, .batch = -1});
  refused({.optimizer = sgd{}, .inference = Inference::gibbs, .samples = 0});
  refused({.patience = -1});
  refused({.checkpoint = {.interval = 0}});
  EXPECT_THROW(fit(known(), data, "davidson", {.optimizer = sgd{}, .inference = Inference::gibbs}),
               ArgumentError)
      << "it does not choose bucket after bucket";
  EXPECT_THROW(known().optimizers.make("adm"), UnknownName);
  for (const char* memory : {"x", "", "0", "1001"})
    EXPECT_THROW(known().optimizers.make("lbfgs:memory=" + std::string(memory)), ArgumentError);
  EXPECT_THROW(parse_inference("gibs"), UnknownName);
}

TEST(Fit, ChecksOptionsWithoutDataToo) {
  EXPECT_NO_THROW(check_options({}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  // Those that play no part with lbfgs as well: what was meant is not known.
  for (const FitOptions& wrong :
       {FitOptions{.l2 = nan}, FitOptions{.l1 = -1}, FitOptions{.l1 = 1, .optimizer = sgd{}},
        FitOptions{.iterations = 0}, FitOptions{.tolerance = -1},
        FitOptions{.gradient_tolerance = nan},
        FitOptions{.optimizer = lbfgs{}, .inference = Inference::gibbs}, FitOptions{.samples = 0},
        FitOptions{.rate = nan}, FitOptions{.batch = -1}, FitOptions{.patience = -1},
        FitOptions{.threads = -1}, FitOptions{.checkpoint = {.interval = 0}}})
    EXPECT_THROW(check_options(wrong), ArgumentError);
}

}  // namespace
}  // namespace fubini::fit_test
