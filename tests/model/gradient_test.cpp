// SPDX-License-Identifier: BSD-3-Clause
// What every model of the catalogue must hold, tested once for all of them by the library's own
// checks; tests/check proves that these can fail.
#include "fubini/check/self_test/controls.hpp"
#include "tests/support/known.hpp"
#include "fubini/check/gradients.hpp"
#include "fubini/check/laws.hpp"
#include "fubini/check/tables.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

namespace fubini::gradient_test {
namespace {

constexpr std::uint64_t kSeed = 20260101;

class EveryModel : public testing::TestWithParam<std::string> {
 protected:
  const ModelTexts model = texts(GetParam());

  void expect_right(const char* scorer) const {
    const check::GradientReport report = check::gradients(
        model, scorer_under_test(scorer), {.cases = 120, .seed = kSeed, .max_items = 24});
    EXPECT_TRUE(report.passed()) << check::to_text({report});
    EXPECT_EQ(report.cases, 120);
    for (const check::Way way : {check::Way::truth, check::Way::hard, check::Way::forward,
                                 check::Way::differences, check::Way::hessian, check::Way::threads})
      EXPECT_GT(report[way].entries, 0) << name(way);
  }
};

TEST_P(EveryModel, HasTheRightGradientOfWorths) { expect_right("worths"); }
TEST_P(EveryModel, HasTheRightGradientThroughALinearScorer) { expect_right("linear"); }
TEST_P(EveryModel, HasTheRightGradientThroughProducts) { expect_right("products:all"); }
TEST_P(EveryModel, HasTheRightGradientThroughANetwork) { expect_right("mlp:5,3:softplus"); }

TEST_P(EveryModel, KeepsTheLawsItDeclares) {
  // `fubini check` asks 100,000 items: minutes for the extremes under a sanitizer.
  const auto reports = check::laws(model, known().models,
                                   {.seed = kSeed, .many_items = 20'000, .many_items_pairs = 1000});
  EXPECT_GE(reports.size(), 4u);
  for (const check::LawReport& report : reports)
    EXPECT_TRUE(report.passed()) << check::to_text(std::vector{report});
}

TEST_P(EveryModel, SaysSoWhereItSeesTheOrderInsideABucket) {
  for (const check::LawReport& report : check::laws(model, known().models, {.many_items = 10}))
    if (report.law == "order" && !report.declared) {
      EXPECT_FALSE(report.holds()) << "declared to see the order, but does not";
    }
}

std::vector<std::string> all_models() {
  std::vector<std::string> names;
  for (const auto& entry : built_in_models()) names.push_back(entry.info.name);
  names.push_back("pmop_full:constant=no");
  names.push_back("pmop_full:stage_weights=1,0.5,-0.25");
  names.push_back("pmop_elimination:constant=no");
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::ranges::replace_if(
      name, [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryModel, testing::ValuesIn(all_models()), test_name);

}  // namespace
}  // namespace fubini::gradient_test
