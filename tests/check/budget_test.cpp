// SPDX-License-Identifier: BSD-3-Clause
// Checks end within what they may spend, and tell what they left out.
#include "tests/support/faulty_models.hpp"

#include "fubini/check/everything.hpp"
#include "fubini/check/json.hpp"
#include "fubini/model/stagewise/pmop.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace fubini::budget_test {
namespace {

// Any subset: enumerated
struct apart {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    T sum = 0, squares = 0;
    for (const T& f : subset.scores) {
      sum += f;
      squares += f * f;
    }
    return squares - sum * sum / static_cast<double>(subset.size());
  }
};

std::shared_ptr<const Dataset> queries_of(const std::vector<Index>& sizes) {
  Dataset data = Dataset::dense(2);
  for (const Index n : sizes) {
    std::vector<double> grades;
    std::vector<float> rows;
    Draws draws(7, static_cast<std::uint64_t>(n));
    for (Index i = 0; i < n; ++i) {
      grades.push_back(static_cast<double>(draws.below(4)));
      rows.push_back(static_cast<float>(draws.between(-1, 1)));
      rows.push_back(static_cast<float>(draws.between(-1, 1)));
    }
    data.add_query("q" + std::to_string(n), grades, rows);
  }
  return std::make_shared<const Dataset>(std::move(data));
}

TEST(Budget, LargeQueriesUnderAPotentialThatEnumeratesAreLeftOutByName) {
  const auto start = std::chrono::steady_clock::now();
  check::GradientOptions options = check::level("quick").gradients;
  options.budget = {.seconds = 20, .bytes = 2e9};
  const check::GradientReport report =
      check::gradients(in_every_arithmetic(pmop<apart>{}), scorer_under_test("linear"),
                       queries_of({3, 8, 12, 17, 20, 21, 200, 2000}), options);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  EXPECT_LT(spent.count(), 120) << "on a busy machine, too";
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  EXPECT_GE(report.cases, 3) << "small ones are compared";
  EXPECT_GT(report[Way::truth].entries, 0);
  const std::string text = check::to_text({report});
  for (const char* name : {"query 'q21' (21 items)", "query 'q200' (200 items)",
                           "query 'q2000' (2000 items)", "at most 20 items", "left out: queries ("})
    EXPECT_NE(text.find(name), std::string::npos) << name << " is not in\n" << text;
  std::int64_t left_out = 0;
  for (const check::LeftOut& one : report.left_out) left_out += one.count();
  EXPECT_GE(left_out, 6);
}

TEST(Budget, LittleMemoryLeavesOutWhatNeedsATape) {
  check::GradientOptions options = check::level("quick").gradients;
  options.budget.bytes = 1e6;
  const check::GradientReport report = check::gradients(
      texts("davidson"), scorer_under_test("linear"), queries_of({4, 300}), options);
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  const std::string text = check::to_text({report});
  EXPECT_NE(text.find("left out: reverse mode (1): query 'q300' (300 items)"), std::string::npos)
      << text;
}

TEST(Budget, WhatIsLeftOutIsCountedAndCut) {
  std::vector<check::LeftOut> all;
  for (int k = 1; k <= 20; ++k) check::leave_out(all, "sizes", "why", "size " + std::to_string(k));
  check::leave_out(all, "cases", "why", "case 1");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].count(), 20);
  EXPECT_EQ(in_words(all[0]),
            "left out: sizes (20): size 1, size 2, size 3, size 4, size 5, size 6, ... (14 more): "
            "why");
  EXPECT_EQ(in_words(all[1]), "left out: cases (1): case 1: why");
}

TEST(Budget, StandsInJsonWithVersionSeedAndWhetherItPassed) {
  check::Everything found;
  found.left_out.push_back({"checks", "why", {"davidson, laws"}});
  const std::string text = to_json(found, "1.2.3", 7).dump();
  for (const char* part : {"\"version\":\"1.2.3\"", "\"seed\":7", "\"passed\":true",
                           "\"left_out\":[{\"what\":\"checks\",\"why\":\"why\",\"count\":1,"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in " << text;
  found.gradients.emplace_back();
  found.gradients[0].thrown = 1;
  EXPECT_NE(to_json(found, "1.2.3", 7).dump().find("\"passed\":false"), std::string::npos);
}

}  // namespace
}  // namespace fubini::budget_test
