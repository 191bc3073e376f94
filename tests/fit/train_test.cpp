// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/train.hpp"

#include "fubini/core/error.hpp"
#include "fubini/io/ranker.hpp"
#include "fubini/io/read.hpp"
#include "fubini/model/catalogue.hpp"
#include "tests/support/random_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fubini {
namespace {

Dataset rows(int num_queries, std::uint64_t seed) {
  return parse_dataset(random_rows(num_queries, 3, seed), "rows").data;
}

std::string adapted(const std::string& name, const Dataset& data) {
  std::vector<Index> sizes;
  for (Index size = 1; size < 20; ++size)
    for (Index q = 0; q < data.num_queries() && (sizes.empty() || sizes.back() != size); ++q)
      for (Index k = 0; k < data.ranking(q).num_buckets(); ++k)
        if (data.ranking(q).bucket_size(k) == size) {
          sizes.push_back(size);
          break;
        }
  return built_in_models().adapted(name, sizes);
}

Trained trained(const std::string& name, const Dataset& data, const TrainOptions& options) {
  const std::string specification = adapted(name, data);
  std::optional<Sampler> sampler;
  if (options.inference != Inference::exact) sampler = built_in_samplers().make(specification);
  return train(data, built_in_models().make(specification), specification, sampler, options);
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
TEST(Train, EveryModelWithEveryScorerImprovesAndFoldsIntoRawFeatures) {
  const Dataset data = rows(25, 3);
  for (const auto& entry : built_in_models())
    for (const char* scorer : {"linear", "mlp:4"}) {
      if (!entry.make("").by_hand()) continue;
      SCOPED_TRACE(entry.info.name + " " + scorer);
      std::vector<double> objectives;
      const Trained found = trained(
          entry.info.name, data,
          {.scorer = scorer, .l2 = 0.1, .iterations = 8, .progress = [&](const TrainProgress& now) {
             objectives.push_back(now.objective.value());
             return true;
           }});
      ASSERT_GE(objectives.size(), 2U);
      EXPECT_GT(found.objective, objectives.front());
      EXPECT_NEAR(found.objective, objectives.back(), kRounding * std::abs(objectives.back()));
      const double wanted = found.model.from.log_likelihood;
      EXPECT_NEAR(log_likelihood_by_ranker(found.model, data), wanted,
                  kRounding * std::abs(wanted));
      EXPECT_LT(found.objective, wanted) << "a penalty is taken off";
      EXPECT_EQ(found.model.scorer, scorer);
    }
}

TEST(Train, FindsTheSameMaximumWithAndWithoutStandardisation) {
  const Dataset data = rows(40, 4);
  TrainOptions options{.iterations = 500, .tolerance = 0, .gradient_tolerance = 1e-9};
  const Trained with = trained("davidson", data, options);
  options.standardise = false;
  const Trained without = trained("davidson", data, options);
  EXPECT_NEAR(with.objective, without.objective, kRounding * std::abs(with.objective));
  for (std::size_t j = 0; j < 3; ++j)
    EXPECT_NEAR(with.model.weights[j], without.model.weights[j], 1e-6);
}

TEST(Train, SecondOrderFoldsToo) {
  const Dataset data = rows(40, 5);
  const Trained first = trained("pmop_full", data, {.iterations = 30, .tolerance = 0});
  const Trained second =
      trained("pmop_full", data, {.second_order = 0.0, .iterations = 30, .tolerance = 0});
  ASSERT_FALSE(second.model.products.empty());
  EXPECT_EQ(second.model.weights.size(), 3 + second.model.products.size());
  EXPECT_GT(second.model.from.log_likelihood, first.model.from.log_likelihood);
  const double wanted = second.model.from.log_likelihood;
  EXPECT_NEAR(log_likelihood_by_ranker(second.model, data), wanted, kRounding * std::abs(wanted));
}

TEST(Train, AnyNumberOfThreadsGivesTheSameBits) {
  const Dataset data = rows(60, 6), valid = rows(20, 7);
  std::vector<TrainOptions> all = {{.l2 = 0.1},
                                   {.second_order = 0.0},
                                   {.l1 = 0.5},
                                   {.scorer = "mlp:4", .optimizer = Optimizer::adam},
                                   {.optimizer = Optimizer::sgd, .inference = Inference::gibbs}};
  for (TrainOptions& options : all) {
    options.iterations = 6;
    options.validation = &valid;
    options.threads = 1;
    const Trained one = trained("pmop_mean", data, options);
    options.threads = 4;
    const Trained four = trained("pmop_mean", data, options);
    EXPECT_EQ(one.model.weights, four.model.weights);
    EXPECT_EQ(one.validation, four.validation);
    EXPECT_EQ(one.model.from.log_likelihood, four.model.from.log_likelihood);
  }
}

// What progress saw of validation
struct Seen {
  std::vector<double> validation;
  std::function<bool(const TrainProgress&)> progress = [this](const TrainProgress& now) {
    validation.push_back(now.validation.value());
    return true;
  };
  int best() const {
    return static_cast<int>(std::ranges::max_element(validation) - validation.begin()) + 1;
  }
};

TEST(Train, KeepsTheBestIterationByValidation) {
  const Dataset data = rows(8, 8), valid = rows(30, 9);
  for (const Optimizer optimizer : {Optimizer::lbfgs, Optimizer::adagrad}) {
    Seen seen;
    TrainOptions options{.scorer = "mlp:4",
                         .optimizer = optimizer,
                         .iterations = 40,
                         .tolerance = 0,
                         .validation = &valid,
                         .progress = seen.progress};
    const Trained found = trained("pmop_full", data, options);
    EXPECT_EQ(found.best_iteration, seen.best());
    EXPECT_EQ(found.validation, seen.validation.at(found.best_iteration - 1));
    EXPECT_LT(found.best_iteration, found.iterations) << "else this shows nothing";
    // The weights are those of that iteration.
    options.iterations = found.best_iteration;
    options.progress = {};
    EXPECT_EQ(trained("pmop_full", data, options).model.weights, found.model.weights);
  }
}

TEST(Train, PatienceStops) {
  const Dataset data = rows(8, 8), valid = rows(30, 9);
  for (const Optimizer optimizer : {Optimizer::lbfgs, Optimizer::adagrad}) {
    Seen seen;
    const Trained found = trained("pmop_full", data,
                                  {.scorer = "mlp:4",
                                   .optimizer = optimizer,
                                   .iterations = 1000,
                                   .tolerance = 0,
                                   .validation = &valid,
                                   .patience = 3,
                                   .progress = seen.progress});
    EXPECT_EQ(found.iterations, seen.best() + 3);
    EXPECT_EQ(found.best_iteration, seen.best());
    EXPECT_FALSE(found.cancelled);
    EXPECT_NE(found.message.find("ndcg@10"), std::string::npos) << found.message;
  }
}

TEST(Train, ProgressCancels) {
  const Dataset data = rows(20, 10);
  for (const Optimizer optimizer : {Optimizer::lbfgs, Optimizer::adam}) {
    const Trained found =
        trained("pmop_full", data,
                {.optimizer = optimizer, .tolerance = 0, .progress = [](const TrainProgress& now) {
                   return now.iteration < 4;
                 }});
    EXPECT_TRUE(found.cancelled);
    EXPECT_EQ(found.iterations, 4);
    EXPECT_LT(log_likelihood_by_ranker(found.model, data), 0);
  }
}

TEST(Train, RefusesWhatDoesNotGoTogether) {
  const Dataset data = rows(5, 11),
                ids = [] { return parse_dataset("weight,a,b\n1,1,2\n1,2,1\n", "ids").data; }();
  const Dataset irrelevant = parse_dataset("0 qid:1 1:1 3:1\n0 qid:1 2:1\n", "zeros").data;
  const auto refused = [&](const TrainOptions& options) {
    EXPECT_THROW(trained("pmop_mean", data, options), ArgumentError);
  };
  const double nan = std::nan("");
  refused({.inference = Inference::gibbs});
  refused({.l1 = 1, .optimizer = Optimizer::sgd});
  refused({.l1 = -1, .optimizer = Optimizer::sgd});
  refused({.patience = 2});
  refused({.scorer = "mlp:4", .second_order = 0.15});
  refused({.scorer = "worths"});
  refused({.scorer = "linaer"});
  refused({.validation = &ids});
  refused({.validation = &irrelevant});  // no NDCG
  refused({.optimizer = Optimizer::adam, .validation = &irrelevant});
  refused({.l2 = -1});
  refused({.l2 = nan});
  refused({.l1 = nan});
  refused({.iterations = 0});
  refused({.tolerance = nan});
  refused({.optimizer = Optimizer::sgd, .rate = -1});
  refused({.optimizer = Optimizer::sgd, .rate = nan});
  refused({.optimizer = Optimizer::sgd, .batch = -1});
  refused({.optimizer = Optimizer::sgd, .inference = Inference::gibbs, .samples = 0});
  refused({.patience = -1});
  refused({.checkpoint = {.interval = 0}});
  EXPECT_THROW(train(data, built_in_models().make("pmop_mean"), "pmop_mean", {},
                     {.optimizer = Optimizer::sgd, .inference = Inference::gibbs}),
               ArgumentError);
  EXPECT_THROW(parse_optimizer("adm"), UnknownName);
  EXPECT_THROW(parse_inference("gibs"), UnknownName);
}

}  // namespace
}  // namespace fubini
