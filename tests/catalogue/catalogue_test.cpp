// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/catalogue/models.hpp"

#include "fubini/core/error.hpp"
#include "fubini/model/log_likelihood.hpp"
#include "fubini/arithmetic/derivatives.hpp"
#include "models/pmop_full.hpp"
#include "tests/support/known.hpp"
#include "tests/support/paths.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

namespace fubini::catalogue_test {
namespace {

template <class C>
std::set<std::string> names(const C& catalogue) {
  std::set<std::string> result;
  for (const auto& entry : catalogue) result.insert(entry.name);
  return result;
}

std::set<std::string> headers(const std::string& folder) {
  std::set<std::string> result;
  for (const auto& file : std::filesystem::directory_iterator(source_path(folder)))
    if (file.path().extension() == ".hpp") result.insert(file.path().stem());
  return result;
}

TEST(Catalogue, HoldsEveryFileOfModelsScorersOptimizersAndMetrics) {
  EXPECT_EQ(names(known().models), headers("models"));
  EXPECT_EQ(names(known().scorers), headers("src/fubini/score/scorers"));
  EXPECT_EQ(names(known().optimizers), headers("src/fubini/fit/optimizers"));
  EXPECT_EQ(names(known().metrics), headers("src/fubini/evaluate/metrics"));
  for (const ModelEntry& entry : known().models)
    EXPECT_TRUE(entry.autodiff != nullptr && entry.differentiated != nullptr) << entry.name;
  for (const ScorerEntry& entry : known().scorers)
    EXPECT_TRUE(entry.autodiff != nullptr && entry.differentiated != nullptr) << entry.name;
}

TEST(Catalogue, SaysSoWhereAProgramHasNoAutodiff) {
  EXPECT_THROW(built_in_models().texts("davidson"), ArgumentError);
  EXPECT_THROW(built_in_scorers().texts("linear", 2), ArgumentError);
  EXPECT_TRUE(built_in_models().with_gradient("davidson").has_gradient());
  EXPECT_TRUE(built_in_scorers().with_backward("linear", 2).has_backward());
}

TEST(Catalogue, ThePapersModelsAreDescribedAndHaveTheirGradientsByHand) {
  const ModelCatalogue models = built_in_models();
  for (const char* name :
       {"pmop_full", "pmop_elimination", "plackett_luce", "bradley_terry", "ranking_svm",
        "rank_regress", "rao_kupper", "davidson", "glenn_david"}) {
    const auto& entry = models.find(name);
    EXPECT_FALSE(entry.info.description.empty()) << name;
    EXPECT_NE(entry.info.cost, Cost::unknown) << name;
    EXPECT_TRUE(entry.make("").has_gradient()) << name;
  }
}

TEST(Catalogue, AnUnknownNameListsTheCandidatesNearestFirst) {
  try {
    built_in_models().find("davidsson");
    FAIL() << "found";
  } catch (const UnknownName& error) {
    const std::string sentence = error.what();
    EXPECT_NE(sentence.find("did you mean davidson?"), std::string::npos) << sentence;
    for (const std::string& name : names(built_in_models()))
      EXPECT_NE(sentence.find(name), std::string::npos) << name;
  }
}

TEST(Catalogue, MakesModelsWithOptions) {
  const std::vector<double> f = {1, 2, 3};
  const Ranking ranking({1, 2});
  const ModelCatalogue models = built_in_models();
  const double with = log_likelihood(models.make("pmop_full"), ranking, f);
  const double without = log_likelihood(models.make("pmop_full:constant=no"), ranking, f);
  // log m_k + log C(n_k) for m, n = 1, 3 and 2, 2; C(n) = (2^n - 1)/n
  EXPECT_NEAR(without - with, std::log(1 * 7.0 / 3) + std::log(2 * 3.0 / 2), 1e-14);
  EXPECT_THROW(models.make("pmop_full:constant"), ArgumentError);
  EXPECT_THROW(models.make("pmop_full:constant=2"), ArgumentError);
  EXPECT_THROW(models.make("pmop_full:stage_weights=1,x"), ArgumentError);
  EXPECT_THROW(models.make("pmop_full:stage_weights=inf"), ArgumentError);
  EXPECT_THROW(models.make("davidson:constant=no"), UnknownName);
  EXPECT_THROW(models.make(""), UnknownName);
}

TEST(LogLikelihood, ChecksTheModelsOptions) {
  const pmop_full bad{.stage_weights = {std::nan("")}};
  EXPECT_THROW(Model{bad}, ArgumentError);
  EXPECT_THROW(log_likelihood(bad, Ranking({1}), std::vector{1.0}), ArgumentError);
}

TEST(LogLikelihood, ChecksItsArguments) {
  const Model davidson = built_in_models().make("davidson");
  const Ranking pair({1, 1});
  const std::vector<double> f = {1, 2}, ties = {0.1}, none;
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_THROW(log_likelihood(davidson, pair, std::vector{1.0}, ties), ArgumentError);
  EXPECT_THROW(log_likelihood(davidson, pair, none, ties), ArgumentError);
  EXPECT_THROW(log_likelihood(davidson, pair, f), ArgumentError);
  EXPECT_THROW(log_likelihood(davidson, pair, f, f), ArgumentError);
  EXPECT_THROW(log_likelihood(davidson, pair, std::vector{1.0, infinity}, ties), ArgumentError);
  EXPECT_THROW(log_likelihood(davidson, pair, std::vector{std::nan(""), 1.0}, ties), ArgumentError);
  EXPECT_THROW(log_likelihood(davidson, pair, f, std::vector{infinity}), ArgumentError);
  EXPECT_THROW(log_likelihood_gradient(davidson, pair, f, none), ArgumentError);
}

}  // namespace
}  // namespace fubini::catalogue_test
