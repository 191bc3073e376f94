// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/objective.hpp"

#include "tests/support/datasets.hpp"

#include "fubini/check/detail/errors.hpp"
#include "fubini/core/error.hpp"
#include "fubini/arithmetic/every.hpp"
#include "fubini/likelihood/derivatives.hpp"
#include "tests/support/known.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/score/scorers/linear.hpp"
#include "fubini/score/scorers/mlp.hpp"
#include "fubini/score/scorers/worths.hpp"

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <cmath>
#include <limits>
#include <thread>
#include <type_traits>

namespace fubini::objective_test {
namespace {

using namespace check;

constexpr double kAgreement = 1e-12;  // of max(norm, 1): both sides round

constexpr Index kFeatures = 7, kItems = 15;

struct Setting {
  const char* name;
  Dataset data;
  Scorer scorer;
  ScorerTexts texts;
};

template <class S>
Setting setting(const char* name, Dataset data, const S& scorer) {
  return {name, std::move(data), scorer, in_every_arithmetic(scorer)};
}

Likelihood tape_of(const std::string& model, const Setting& with) {
  return by_autodiff(texts(model), with.texts);
}

std::vector<Setting> every_scorer(Index num_queries) {
  const Dataset dense = random_queries(Items::Kind::dense, num_queries, kFeatures, 1);
  const Dataset sparse = random_queries(Items::Kind::sparse, num_queries, kFeatures, 1);
  return {setting("linear", dense, linear(kFeatures)),
          setting("linear, sparse", sparse, linear(kFeatures)),
          setting("mlp tanh", dense, mlp(kFeatures, {5, 3}, Activation::tanh)),
          setting("mlp relu", sparse, mlp(kFeatures, {6}, Activation::relu)),
          setting("mlp softplus", dense, mlp(kFeatures, {4, 4, 2}, Activation::softplus)),
          setting("worths", random_rankings(num_queries, kItems, 2), worths(kItems))};
}

Model model(const char* name) { return built_in_models().make(name); }

std::vector<double> parameters(const Objective& objective) {
  std::vector<double> x(objective.num_parameters());
  for (std::size_t j = 0; j < x.size(); ++j) x[j] = 2 * uniform(3, 0, j) - 1;
  return x;
}

struct Evaluation {
  double value;
  std::vector<double> gradient;
  bool operator==(const Evaluation&) const = default;
};

Evaluation evaluate(const Objective& objective, const std::vector<double>& x) {
  Evaluation result{0, std::vector<double>(x.size())};
  result.value = objective.value_and_gradient(x, result.gradient);
  return result;
}

double error(const Evaluation& a, const Evaluation& b) {
  return gradient_error(ValueAndGradient{a.value, a.gradient, {}},
                        ValueAndGradient{b.value, b.gradient, {}});
}

TEST(Objective, HandAgreesWithAutodiffForEveryModelWithEveryScorer) {
  for (const Setting& with : every_scorer(20))
    for (const auto& entry : built_in_models()) {
      if (!entry.make("").has_gradient() || !takes_any_query(entry.info)) continue;
      const Objective hand(with.data, by_hand(entry.make(""), with.scorer), {.l2 = 0.01});
      const Objective tape(with.data, tape_of(entry.name, with), {.l2 = 0.01});
      const auto x = parameters(hand);
      const Evaluation a = evaluate(hand, x), b = evaluate(tape, x);
      EXPECT_LE(error(a, b), kAgreement) << entry.info.name << " with " << with.name;
      EXPECT_LE(value_error(a.value, b.value), kAgreement);
      EXPECT_EQ(hand.value(x), a.value) << "value alone";
    }
}

TEST(Objective, HandAgreesWithAutodiffOnLongQueriesAndWideScores) {
  Dataset dense = Dataset::dense(kFeatures), items = Dataset::identity(200);
  for (const Index n : {1, 2, 60, 200}) {
    std::vector<double> grades(n);
    std::vector<float> features(n * kFeatures);
    std::vector<Index> ids(n);
    for (Index i = 0; i < n; ++i) {
      grades[i] = static_cast<int>(5 * uniform(9, n, i));
      ids[i] = i;
      for (Index j = 0; j < kFeatures; ++j)
        features[i * kFeatures + j] = static_cast<float>(2 * uniform(10, n, i * kFeatures + j) - 1);
    }
    dense.add_query("n", grades, features);
    items.add_query("n", grades, ids);
  }
  const std::vector<Setting> settings = {setting("linear", dense, linear(kFeatures)),
                                         setting("mlp", dense, mlp(kFeatures, {4})),
                                         setting("worths", items, worths(200))};
  for (const Setting& with : settings)
    for (const auto& entry : built_in_models()) {
      if (!takes_any_query(entry.info) || entry.info.cost == Cost::n_cubed) continue;
      const Objective hand(with.data, by_hand(entry.make(""), with.scorer));
      const Objective tape(with.data, tape_of(entry.name, with));
      auto x = parameters(hand);
      for (Index j = 0; j < hand.num_weights(); ++j) x[j] *= 300;  // scores up to about +-700
      EXPECT_LE(error(evaluate(hand, x), evaluate(tape, x)), kAgreement)
          << entry.info.name << " with " << with.name;
    }
}

TEST(Objective, AnyNumberOfThreadsGivesTheSameBits) {
  // Without it, "4 threads" on a machine with 2 cores are 2.
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, 8);
  for (const Setting& with : every_scorer(300)) {
    const auto at = [&](int threads, const Likelihood& likelihood) {
      const Objective objective(with.data, likelihood, {.l2 = 0.01, .threads = threads});
      return evaluate(objective, parameters(objective));
    };
    const Likelihood hand = by_hand(model("davidson"), with.scorer);
    const Likelihood tape = tape_of("davidson", with);
    for (const Likelihood& likelihood : {hand, tape}) {
      const Evaluation one = at(1, likelihood);
      for (const int threads : {2, 4, 8, 0})
        for (int repeat = 0; repeat < 3; ++repeat)
          EXPECT_EQ(at(threads, likelihood), one) << with.name << ", " << threads << " threads";
    }
  }
}

// A scorer that runs tasks of its own: while it waits, its thread may be given another query.
struct busy_scorer {
  linear inner;
  Index num_weights() const { return inner.num_weights(); }
  template <class T>
  void score(const Items& items, std::span<const T> w, std::span<T> f) const {
    inner.score<T>(items, w, f);
  }
  void forward(const Items& items, std::span<const double> w, std::span<double> f,
               ScorerMemory& kept) const {
    inner.forward(items, w, f, kept);
    tbb::parallel_for(0, 64, [](int) { std::this_thread::yield(); });
  }
  void backward(const Items& items, std::span<const double> w, std::span<const double> df,
                std::span<double> dw, const ScorerMemory& kept) const {
    tbb::parallel_for(0, 64, [](int) { std::this_thread::yield(); });
    inner.backward(items, w, df, dw, kept);
  }
};

TEST(Objective, AScorerMayRunTasksOfItsOwn) {
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism, 4);
  const Dataset data = random_queries(Items::Kind::dense, 500, kFeatures, 8);
  const Objective quiet(data, by_hand(model("pmop_full"), linear(kFeatures)), {.threads = 4});
  const Objective busy(data, by_hand(model("pmop_full"), busy_scorer{linear(kFeatures)}),
                       {.threads = 4});
  const auto x = parameters(quiet);
  for (int repeat = 0; repeat < 5; ++repeat) EXPECT_EQ(evaluate(busy, x), evaluate(quiet, x));
}

TEST(Objective, IsTheWeightedSumOverQueriesMinusThePenalty) {
  const Dataset data = random_queries(Items::Kind::dense, 30, kFeatures, 4);
  const Likelihood likelihood = by_hand(model("pmop_full"), linear(kFeatures));
  const Objective objective(data, likelihood, {.l2 = 0.5});
  const auto x = parameters(objective);
  double sum = 0;
  for (Index q = 0; q < data.num_queries(); ++q)
    sum += data.query(q).weight * likelihood->value(data.query(q), x);
  for (const double w : x) sum -= 0.5 / 2 * w * w;
  EXPECT_NEAR(objective.value(x), sum, 1e-12 * std::abs(sum));
}

TEST(Objective, PenalisesWeightsButNotTieParameters) {
  const Dataset data = random_queries(Items::Kind::dense, 10, kFeatures, 5);
  const Likelihood likelihood = by_hand(model("davidson"), linear(kFeatures));
  const Objective free(data, likelihood), penalised(data, likelihood, {.l2 = 3});
  const auto x = parameters(free);
  const Evaluation a = evaluate(free, x), b = evaluate(penalised, x);
  for (Index j = 0; j < free.num_weights(); ++j)
    EXPECT_DOUBLE_EQ(b.gradient[j], a.gradient[j] - 3 * x[j]);
  EXPECT_EQ(b.gradient.back(), a.gradient.back());
}

TEST(Objective, AQueryOfWeightTwoCountsTwice) {
  const std::vector<double> grades = {1, 0};
  const std::vector<float> features = {0.5F, -0.25F};
  Dataset heavy = Dataset::dense(1), twice = Dataset::dense(1);
  heavy.add_query("q", grades, features, 2);
  for (int copy = 0; copy < 2; ++copy) twice.add_query("q", grades, features);
  const Likelihood likelihood = by_hand(model("pmop_full"), linear(1));
  EXPECT_EQ(evaluate(Objective(heavy, likelihood), {0.7}),
            evaluate(Objective(twice, likelihood), {0.7}));
}

TEST(Objective, RefusesWhatDoesNotFit) {
  const Dataset data = random_queries(Items::Kind::dense, 3, kFeatures, 6);
  const Dataset rankings = random_rankings(3, kItems, 6);
  const Dataset empty = Dataset::dense(kFeatures);
  const Likelihood likelihood = by_hand(model("davidson"), linear(kFeatures));
  EXPECT_THROW(Objective(data, nullptr), ArgumentError);
  EXPECT_THROW(Objective(empty, likelihood), ArgumentError);
  EXPECT_THROW(Objective(rankings, likelihood), ArgumentError);
  EXPECT_THROW(Objective(data, by_hand(model("davidson"), linear(3))), ArgumentError);
  EXPECT_THROW(Objective(data, by_hand(model("davidson"), worths(kItems))), ArgumentError);
  EXPECT_THROW(Objective(data, likelihood, {.l2 = -1}), ArgumentError);
  EXPECT_THROW(Objective(data, likelihood, {.l2 = std::nan("")}), ArgumentError);
  EXPECT_THROW(Objective(data, likelihood, {.threads = -1}), ArgumentError);
  EXPECT_NO_THROW(Objective(data, likelihood, {.threads = 1'000'000})
                      .value(std::vector<double>(kFeatures + 1, 0.1)));
  const Objective objective(data, likelihood);
  std::vector<double> x(objective.num_parameters(), 0.0), g(2);
  EXPECT_THROW(objective.value_and_gradient(x, g), ArgumentError);
  EXPECT_THROW(objective.value(g), ArgumentError);
  EXPECT_THROW(objective.value_and_gradient(x, {}), ArgumentError);
}

TEST(Objective, KnowsTheDatasetItWasMadeFor) {
  static_assert(!std::is_constructible_v<Objective, Dataset, Likelihood>, "it would dangle");
  Dataset data = random_queries(Items::Kind::dense, 3, kFeatures, 6);
  const Objective objective(data, by_hand(model("davidson"), linear(kFeatures)));
  data.add_query("late", std::vector<double>{1}, std::vector<float>(kFeatures, 0.0F));
  EXPECT_THROW(objective.value(parameters(objective)), ArgumentError);
}

TEST(Objective, AQueryOfWeightZeroCountsForNothing) {
  Dataset data = Dataset::identity(2);
  data.add_query("impossible", std::vector<double>{1, 0}, std::vector<Index>{0, 1}, 0);
  data.add_query("tie", std::vector<double>{1, 1}, std::vector<Index>{0, 1});
  const Objective objective(data, by_hand(model("glenn_david"), worths(2)));
  const std::vector<double> certain_tie = {0, 0, 400};  // a win has probability 0: -infinity
  EXPECT_EQ(evaluate(objective, certain_tie).value, 0);
}

// The first feature is the score: nothing to learn.
struct fixed_scorer {
  Index num_weights() const { return 0; }
  template <class T>
  void score(const Items& items, std::span<const T>, std::span<T> f) const {
    for (Index i = 0; i < items.size(); ++i) f[i] = items.feature(i, 0);
  }
  void forward(const Items& items, std::span<const double> w, std::span<double> f,
               ScorerMemory&) const {
    score<double>(items, w, f);
  }
  void backward(const Items&, std::span<const double>, std::span<const double>, std::span<double>,
                const ScorerMemory&) const {}
};

TEST(Objective, AScorerWithoutWeightsCanBeEvaluated) {
  const Dataset data = random_queries(Items::Kind::dense, 3, kFeatures, 6);
  const Objective objective(data, by_hand(model("pmop_full"), fixed_scorer{}));
  EXPECT_LT(objective.value({}), 0);
}

}  // namespace
}  // namespace fubini::objective_test
