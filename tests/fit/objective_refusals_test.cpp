// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/catalogue/models.hpp"
#include "fubini/core/error.hpp"
#include "fubini/fit/objective.hpp"
#include "fubini/score/scorers/linear.hpp"
#include "fubini/score/scorers/worths.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fubini::objective_refusals_test {
namespace {

Model model(std::string_view name) { return built_in_models().make(name); }

TEST(Objective, NamesTheQueryWhereScoresOverflow) {
  Dataset data = Dataset::dense(1);
  data.add_query("fine", std::vector<double>{1, 0}, std::vector<float>{0, 0});
  data.add_query("big", std::vector<double>{1, 0}, std::vector<float>{10, 0});
  const Objective objective(data, by_hand(model("pmop_full"), linear(1)));
  const std::vector<double> x = {std::numeric_limits<double>::max()};
  try {
    objective.value(x);
    FAIL() << "an infinite score was accepted";
  } catch (const NumericalError& error) {
    EXPECT_NE(std::string(error.what()).find("query 'big'"), std::string::npos) << error.what();
  }
  EXPECT_THROW(objective.value(std::vector{std::nan("")}), NumericalError);
}

std::string refusal(const Objective& objective, const std::vector<double>& x) {
  std::vector<double> g(x.size());
  try {
    objective.value_and_gradient(x, g);
  } catch (const NumericalError& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(Objective, NamesTheQueryWhoseValueIsNoNumber) {
  Dataset data = Dataset::identity(2);
  data.add_query("a tie", std::vector<double>{1, 1}, std::vector<Index>{0, 1});
  data.add_query("a win", std::vector<double>{1, 0}, std::vector<Index>{0, 1});
  const Objective objective(data, by_hand(model("glenn_david"), worths(2)));
  const std::string found = refusal(objective, {0, 0, 400});  // -tau^2/2 is beyond all numbers
  EXPECT_NE(found.find("query 'a win': the log-likelihood is infinite"), std::string::npos)
      << found;
  EXPECT_EQ(refusal(objective, {0, 0, 40}), "nothing was refused");
}

TEST(Objective, RefusesASumBeyondAllNumbers) {
  Dataset data = Dataset::identity(2);
  for (const char* id : {"one", "two"})
    data.add_query(id, std::vector<double>{1, 0}, std::vector<Index>{0, 1});
  const Likelihood likelihood = by_hand(model("bradley_terry"), worths(2));
  const std::vector<double> lost = {-8e307, 8e307};  // 1.6e308 a query
  const std::string sum = refusal(Objective(data, likelihood), lost);
  EXPECT_NE(sum.find("the value is -inf over all queries"), std::string::npos) << sum;
  const std::string penalty = refusal(Objective(data, likelihood, {.l2 = 1}), {1e200, 0});
  EXPECT_NE(penalty.find("the value is -inf"), std::string::npos) << penalty;
}

}  // namespace
}  // namespace fubini::objective_refusals_test
