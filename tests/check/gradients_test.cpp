// SPDX-License-Identifier: BSD-3-Clause
// The checker on models that are wrong in every way it must see, and on right ones.
#include "tests/support/faulty_models.hpp"

#include <gtest/gtest.h>

namespace fubini::gradients_test {
namespace {

TEST(CheckGradients, AcceptsAModelOfOnesOwn) {
  const check::GradientReport report = by_worths(squares{});
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  EXPECT_EQ(report.verdict(), "ok");
  EXPECT_EQ(report.model, "squares");
}

TEST(CheckGradients, AcceptsAScorerOfOnesOwnAndSaysThatAutodiffServes) {
  const auto report = check::gradients(in_every_arithmetic(squares{}), affine_scorer(), kFew);
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  EXPECT_EQ(report.verdict(), "ok (scorer by autodiff)");
}

TEST(CheckGradients, ReportsAModelWithoutAGradientByHandAsSuch) {
  const check::GradientReport report = by_worths(plain_pairs{});
  EXPECT_EQ(report.verdict(), "ok (no gradient by hand)");
  const auto both = check::gradients(in_every_arithmetic(plain_pairs{}), affine_scorer(), kFew);
  EXPECT_EQ(both[Way::reverse].entries, 0) << "reverse mode with itself proves nothing";
  EXPECT_GT(report[Way::truth].entries, 0);
}

TEST(CheckGradients, DifferencesSeeADefinitionThatLosesADerivative) {
  // Autodiff and 50 digits of the definition agree with the gradient by hand; the differences of
  // value and gradient agree with neither.
  const check::GradientReport report = by_worths(forgetful{});
  EXPECT_EQ(failed(report), (std::vector{Way::differences, Way::hessian}))
      << check::to_text({report});
}

TEST(CheckGradients, SeesAValueThatIsNotTheDefinitions) {
  EXPECT_EQ(failed(by_worths(squares{.value_slip = 1e-9})), std::vector{Way::value});
}

TEST(CheckGradients, SeesBitsThatChange) {
  const std::vector<Way> ways = failed(by_worths(unsteady{}));
  EXPECT_TRUE(std::ranges::count(ways, Way::repeat));
}

TEST(CheckGradients, ReportsWhatAModelThrows) {
  const check::GradientReport report = by_worths(throwing{});
  EXPECT_FALSE(report.passed());
  ASSERT_FALSE(report.complaints.empty());
  EXPECT_NE(report.complaints[0].find("out of ideas"), std::string::npos);
  EXPECT_NE(check::to_text({report}).find("out of ideas"), std::string::npos);
}

TEST(CheckGradients, ReportsNaNAsSuch) {
  const check::GradientReport report = by_worths(nan_valued{});
  EXPECT_FALSE(report.passed());
  ASSERT_FALSE(report.complaints.empty());
  EXPECT_NE(report.complaints[0].find("not a number"), std::string::npos) << report.complaints[0];
}

TEST(CheckGradients, TakesAndShowsAModelsOwnBound) {
  const check::GradientReport report = by_worths(rough{});
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  EXPECT_NE(check::to_text({report}).find("it is rough on purpose"), std::string::npos);
}

TEST(CheckGradients, TheSameSeedGivesTheSameReport) {
  const check::GradientReport once = by_worths(plain_pairs{}), again = by_worths(plain_pairs{});
  EXPECT_EQ(once.errors, again.errors);
  EXPECT_EQ(check::to_text({once}), check::to_text({again}));
  EXPECT_NE(once.errors,
            by_worths(plain_pairs{}, {.cases = 40, .seed = 4, .max_items = 10}).errors);
}

TEST(CheckGradients, SeesAWrongGradientAlsoWhereTheScorerHasNone) {
  struct wrong : squares {
    double log_likelihood(const Ranking& ranking, std::span<const double> f,
                          std::span<const double> ties, Gradient g) const {
      g.scores[0] += 7;
      return squares::log_likelihood(ranking, f, ties, g);
    }
    using squares::log_likelihood;
  };
  EXPECT_FALSE(check::gradients(in_every_arithmetic(wrong{}), affine_scorer(), kFew).passed());
}

TEST(CheckGradients, SeesAValueThatIsWrongOnManyItemsOnly) {
  struct wrong : squares {
    double log_likelihood(const Ranking& ranking, std::span<const double> f,
                          std::span<const double> ties, Gradient g) const {
      const double value = squares::log_likelihood(ranking, f, ties, g);
      return ranking.num_items() > 40 ? value * (1 + 1e-6) : value;
    }
    using squares::log_likelihood;
  };
  EXPECT_EQ(failed(by_worths(wrong{})).at(0), Way::differences);
  const std::vector<Way> ways = failed(by_worths(wrong{}));
  EXPECT_TRUE(std::ranges::count(ways, Way::value));
}

TEST(CheckGradients, SeesTheSignOfZero) {
  const std::vector<Way> ways = failed(by_worths(blinking{}));
  EXPECT_TRUE(std::ranges::count(ways, Way::repeat));
}

TEST(CheckGradients, ReportsWhatIsNoStdException) {
  const check::GradientReport report = by_worths(odd{});
  EXPECT_FALSE(report.passed());
  EXPECT_NE(report.complaints.at(0).find("no std::exception"), std::string::npos);
}

// A year, a length in bytes, a tiny rate: right gradients stay right.

}  // namespace
}  // namespace fubini::gradients_test
