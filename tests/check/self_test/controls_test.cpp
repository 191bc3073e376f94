// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/self_test/controls.hpp"

#include "tests/support/known.hpp"

#include <gtest/gtest.h>

namespace fubini::controls_test {
namespace {

TEST(SelfTest, CatchesEveryPlantedFaultForSeveralSeeds) {
  for (const std::uint64_t seed : {1, 2}) {
    const check::SelfTest result = check::self_test(
        known().models, known().scorers, {.seed = seed, .fault_cases = 30, .right_cases = 0});
    EXPECT_EQ(result.faults.size(), 14u);
    for (const check::ControlResult& one : result.faults)
      EXPECT_TRUE(one.caught) << one.fault << ", seed " << seed << "; reported by: " << one.by
                              << "; entry: " << one.entry;
  }
}

TEST(SelfTest, RaisesNoFalseAlarm) {
  const check::SelfTest result = check::self_test(
      known().models, known().scorers, {.seed = 5, .fault_cases = 8, .right_cases = 600});
  EXPECT_GE(result.right_cases, 600);
  for (const std::string& alarm : result.alarms) ADD_FAILURE() << alarm;
}

TEST(SelfTest, SaysInWordsWhatWasMissed) {
  check::SelfTest missed;
  missed.faults.push_back({"a fault", "a model", false, "", ""});
  missed.alarms.push_back("another model");
  EXPECT_FALSE(missed.passed());
  const std::string text = to_text(missed);
  EXPECT_NE(text.find("MISSED"), std::string::npos);
  EXPECT_NE(text.find("caught 0 / planted 1"), std::string::npos);
  EXPECT_NE(text.find("FALSE ALARM: another model"), std::string::npos);
}

}  // namespace
}  // namespace fubini::controls_test
