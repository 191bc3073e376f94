// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/gtest.hpp"
#include "fubini/check/function.hpp"
#include "fubini/core/error.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/functions.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace fubini::function_report_test {
namespace {

using check::FunctionReport;

const std::vector<double> kX = {0.37, -0.82};

double value(std::span<const double> x) { return x[0] * x[0] * x[1]; }
void right(std::span<const double> x, std::span<double> g) {
  g[0] = 2 * x[0] * x[1];
  g[1] = x[0] * x[0];
}
void wrong(std::span<const double> x, std::span<double> g) {
  right(x, g);
  g[1] *= 1.5;
}

TEST(FunctionReport, SaysWhatFailedWhereAndByWhichRule) {
  const std::string text = check::to_text({check::gradient(value, wrong, kX, {.name = "cubic"})});
  for (const char* words : {"cubic: FAILED: differences", "worst: x[1] at", "there x = (",
                            "rule: |found - differences|", "1 gradients checked, 1 failed"})
    EXPECT_NE(text.find(words), std::string::npos) << words << "\n" << text;
}

TEST(FunctionReport, IsJsonWithVersionSeedAndPassed) {
  const std::vector<FunctionReport> reports = {check::gradient(value, right, kX, {.seed = 7}),
                                               check::gradient(value, wrong, kX, {.seed = 7})};
  const auto json = nlohmann::json::parse(check::to_json(reports));
  EXPECT_TRUE(json.at("version").is_string());
  EXPECT_EQ(json.at("seed"), 7);
  EXPECT_EQ(json.at("passed"), false);
  EXPECT_EQ(json.at("functions").at(0).at("passed"), true);
  EXPECT_EQ(json.at("functions").at(1).at("verdict"), "FAILED: differences");
  EXPECT_EQ(json.at("functions").at(1).at("failures").at(0).at("entry"), "x[1]");
  EXPECT_EQ(check::exit_code(reports), 1);
}

TEST(FunctionReport, IsJUnitsXml) {
  const std::string xml = check::to_junit({check::gradient(value, right, kX, {.name = "a<b"}),
                                           check::gradient(value, wrong, kX, {.name = "c"})});
  EXPECT_NE(xml.find("tests=\"2\" failures=\"1\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("name=\"a&lt;b\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<failure message=\"FAILED: differences\">"), std::string::npos) << xml;
}

class FunctionProgram : public FolderTest {};

TEST_F(FunctionProgram, IsConcluded) {
  const std::string file = path("report.xml");
  const char* const words[] = {"program", "--junit", file.c_str()};
  EXPECT_EQ(check::conclude({check::gradient(value, right, kX)}, 3, words), 0);
  EXPECT_NE(read_file(file).find("<testcase"), std::string::npos);
  EXPECT_EQ(check::conclude({check::gradient(value, wrong, kX)}), 1);
  const char* const unknown[] = {"program", "--xml"};
  EXPECT_EQ(check::conclude({}, 2, unknown), 2);
}

TEST(FunctionReport, TheSameSeedGivesTheSame) {
  const auto text = [](std::uint64_t seed) {
    return check::to_text({check::gradient(value, wrong, kX, {.seed = seed})});
  };
  EXPECT_EQ(text(3), text(3));
}

TEST(FunctionReport, ANumberThatIsNoFunctionOfXIsUndecided) {
  int calls = 0;
  const auto noise = [&](std::span<const double>) { return std::sin(1e5 * ++calls); };
  const auto report =
      check::gradient(noise, [](std::span<const double>, std::span<double> g) { g[0] = 1e-3; },
                      std::vector{1.0}, {.threads = false});
  EXPECT_EQ(report.outcome(), check::Outcome::undecided) << check::to_text({report});
  EXPECT_FALSE(report.passed()) << "nothing was proved";
}

TEST(FunctionReport, StaysInsideTheBox) {
  double least = 1, most = 0;
  const auto root = [&](std::span<const double> x) {
    least = std::min(least, x[0]);
    most = std::max(most, x[0]);
    return std::sqrt(x[0]);
  };
  const auto report = check::gradient(
      root, [](std::span<const double> x, std::span<double> g) { g[0] = 0.5 / std::sqrt(x[0]); },
      std::vector{0.5}, {.lower = {0.25}, .upper = {1}, .threads = false});
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  EXPECT_GT(report[check::Against::differences].entries, 10);
  EXPECT_GE(least, 0.25 * (1 - 1e-3)) << "but for what measures noise";
  EXPECT_LE(most, 1 + 1e-3);
}

TEST(FunctionReport, WhatIsThrownIsAFault) {
  const auto report = check::gradient(
      value,
      [](std::span<const double> x) {
        if (x[0] == 0) throw std::runtime_error("out of ideas");
        return std::vector{2 * x[0] * x[1], x[0] * x[0]};
      },
      kX);
  EXPECT_EQ(report.verdict(), "FAILED: threw");
  EXPECT_NE(check::to_text({report}).find("out of ideas"), std::string::npos);
}

TEST(FunctionReport, WhatCannotBeUsedIsRefused) {
  EXPECT_THROW(check::gradient(value, right, std::vector<double>{}), ArgumentError);
  EXPECT_THROW(check::gradient(value, right, kX, {.points = 0}), ArgumentError);
  EXPECT_THROW(check::gradient(value, right, kX, {.lower = {0.0}}), ArgumentError);
  EXPECT_THROW(check::gradient(value, right, kX, {.lower = {0.5, -1}}), ArgumentError);
  EXPECT_THROW(check::gradient(value, right, kX, {.seconds = 0}), ArgumentError);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(check::gradient(value, right, std::vector{nan, 1.0}), ArgumentError);
}

TEST(FunctionReport, IsAMatcherOfGoogleTest) {
  EXPECT_GRADIENT(value, right, kX);
  EXPECT_GRADIENT(rosenbrock{}, kX);
  ASSERT_GRADIENT(log_sum{}, kX, check::FunctionOptions{.name = "log_sum"});
  EXPECT_NONFATAL_FAILURE(EXPECT_GRADIENT(value, wrong, std::vector{0.37, -0.82}),
                          "FAILED: differences");
}

TEST(FunctionReport, TakesFunctionsOfVectors) {
  EXPECT_GRADIENT([](const std::vector<double>& x) { return x[0] * x[1]; },
                  [](const std::vector<double>& x) {
                    return std::vector{x[1], x[0]};
                  },
                  kX);
}

TEST(FunctionReport, LeavesOutWhatThereIsNoTimeForAndSaysSo) {
  const auto slow = [](std::span<const double> x) {
    double sum = 0;
    for (int k = 0; k < 20'000; ++k) sum += std::sin(x[0] + 1e-9 * k);
    return sum / 20'000;
  };
  const auto slope = [](std::span<const double> x, std::span<double> g) {
    double sum = 0;
    for (int k = 0; k < 20'000; ++k) sum += std::cos(x[0] + 1e-9 * k);
    g[0] = sum / 20'000;
  };
  const auto report = check::gradient(slow, slope, std::vector{0.3}, {.seconds = 0.05});
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  EXPECT_GT(report.left_out, 0);
  EXPECT_NE(check::to_text({report}).find("left out: "), std::string::npos);
}

}  // namespace
}  // namespace fubini::function_report_test
