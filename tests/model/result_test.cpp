// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/log_likelihood.hpp"

#include "fubini/catalogue/models.hpp"
#include "fubini/core/error.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace fubini::result_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const NumericalError& error) {
    return error.what();
  }
  return "nothing was refused";
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(CheckedResult, WhatLeavesTheNumbersIsRefused) {
  const std::vector<double> f = {-1e308, 1e308}, ties = {0};  // their difference is no number
  const Model model = built_in_models().make("davidson");
  for (const Ranking& ranking : {Ranking({1, 1}), Ranking({2})}) {
    const std::string value = refusal([&] { log_likelihood(model, ranking, f, ties); });
    EXPECT_TRUE(says(value, "davidson: the log-likelihood is")) << value;
    EXPECT_TRUE(says(value, "too far out")) << value;
    EXPECT_EQ(refusal([&] { log_likelihood_gradient(model, ranking, f, ties); }), value);
  }
  const std::vector<double> won = {1e308, -1e308};
  EXPECT_EQ(log_likelihood(model, Ranking({1, 1}), won, ties), 0) << "this is a number";
}

// Its value is a number and its slopes are not.
struct steep {
  std::vector<std::string> tie_parameters() const { return {"t"}; }
  template <class T>
  T log_likelihood(const Ranking&, std::span<const T>, std::span<const T>) const {
    return T(0);
  }
  double log_likelihood(const Ranking&, std::span<const double> f, std::span<const double> ties,
                        Gradient g) const {
    g.scores[1] = 1 / f[1];
    g.ties[0] = 1 / ties[0];
    return 0;
  }
};

TEST(CheckedResult, ASlopeThatIsNoNumberIsNamed) {
  const Ranking ranking({1, 1});
  const std::vector<double> flat = {1, 0}, fine = {1, 2};
  const std::vector<double> zero = {0.0}, one = {1.0};
  const auto asked = [&](const auto& f, const auto& ties) {
    return refusal([&] { log_likelihood_gradient(steep{}, ranking, f, ties); });
  };
  EXPECT_TRUE(says(asked(flat, one), "with respect to score 2 is inf")) << asked(flat, one);
  EXPECT_TRUE(says(asked(fine, zero), "tie parameter 1 is inf")) << asked(fine, zero);
  EXPECT_EQ(asked(fine, one), "nothing was refused");
}

TEST(CheckedResult, OnlyABucketThatCannotBeHasProbabilityZero) {
  const Model luce = built_in_models().make("davidson_luce:max_order=2");
  const std::vector<double> f = {0.7, -0.4, 1}, ties = {0.3};
  EXPECT_EQ(log_likelihood(luce, Ranking({3}), f, ties), -infinity);
  EXPECT_EQ(log_likelihood_gradient(luce, Ranking({3}), f, ties).scores, std::vector(3, 0.0));
  EXPECT_TRUE(impossible(Ranking({1, 3}), 2));
  EXPECT_FALSE(impossible(Ranking({2, 1}), 2));
  EXPECT_FALSE(impossible(Ranking({2, 1}), 0));
}

}  // namespace
}  // namespace fubini::result_test
