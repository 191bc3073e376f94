// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/faulty_models.hpp"
#include "tests/support/known.hpp"

#include <gtest/gtest.h>

namespace fubini::gradients_of_data_test {
namespace {

TEST(CheckGradients, RunsOnAGivenDataset) {
  Dataset data = Dataset::dense(2);
  data.add_query("a", std::vector<double>{2, 1, 1}, std::vector<float>{1, 0, 0, 1, 1, 1});
  data.add_query("b", std::vector<double>{0, 3}, std::vector<float>{0.5F, 0, 0, -1});
  const auto shared = std::make_shared<const Dataset>(std::move(data));
  const auto report =
      check::gradients(in_every_arithmetic(squares{}), scorer_under_test("linear"), shared);
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  EXPECT_EQ(report.cases, 2);
  EXPECT_EQ(report.entries, 4);
  EXPECT_THROW(
      check::gradients(in_every_arithmetic(squares{}), scorer_under_test("worths"), shared),
      ArgumentError);
}

TEST(CheckGradients, NamesQueryAndFeatureOfAGivenDataset) {
  Dataset data = Dataset::dense(2);
  data.add_query("only", std::vector<double>{2, 1}, std::vector<float>{0, 1, 0, 3});
  const auto report =
      check::gradients(in_every_arithmetic(forgetful{}), scorer_under_test("linear"),
                       std::make_shared<const Dataset>(std::move(data)));
  EXPECT_EQ(report[Way::differences].worst.entry, "feature 2");  // the other feature is 0
  EXPECT_NE(report[Way::differences].worst.place.find("'only'"), std::string::npos);
}

TEST(CheckGradients, AcceptsFeaturesOfAnySize) {
  Dataset data = Dataset::dense(4);
  for (int q = 0; q < 20; ++q) {
    std::vector<double> grades;
    std::vector<float> rows;
    Draws draws(11, static_cast<std::uint64_t>(q));
    for (int i = 0; i < 8; ++i) {
      grades.push_back(static_cast<double>(draws.below(3)));
      rows.push_back(static_cast<float>(2000 + draws.below(20)));
      rows.push_back(static_cast<float>(draws.between(0, 1e9)));
      rows.push_back(static_cast<float>(draws.between(0, 1e-6)));
      rows.push_back(1);
    }
    data.add_query(std::to_string(q), grades, rows);
  }
  const auto shared = std::make_shared<const Dataset>(std::move(data));
  for (const char* name : {"pmop_full", "davidson", "ranking_svm"})
    for (const char* scorer : {"linear", "mlp:4", "products:0.01"}) {
      const auto report = check::gradients(texts(name), scorer_under_test(scorer), shared);
      EXPECT_TRUE(report.passed()) << check::to_text({report});
    }
}

TEST(CheckGradients, SaysIfNothingWasSmallEnoughForFiftyDigits) {
  Dataset data = Dataset::dense(1);
  data.add_query("large", std::vector<double>(300, 1.0), std::vector<float>(300, 0.5F));
  const auto report = check::gradients(in_every_arithmetic(squares{}), scorer_under_test("linear"),
                                       std::make_shared<const Dataset>(std::move(data)));
  EXPECT_EQ(report.verdict(), "ok (but nothing in 50 digits)");
}

TEST(CheckGradients, RefusesEmptyInput) {
  EXPECT_THROW(by_worths(squares{}, {.cases = 0}), ArgumentError);
  EXPECT_THROW(check::gradients(in_every_arithmetic(squares{}), scorer_under_test("linear"),
                                std::make_shared<const Dataset>(Dataset::dense(1))),
               ArgumentError);
}

}  // namespace
}  // namespace fubini::gradients_of_data_test
