// SPDX-License-Identifier: BSD-3-Clause
// What a model promises, and what the checker says where its own text loses the digits.
#include "tests/support/faulty_models.hpp"

#include "fubini/check/everything.hpp"
#include "fubini/model/stagewise/pmop.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fubini::ranges_test {
namespace {

// Bradley-Terry as log(1/(1 + exp(-t d))), with t learned; as people write it
struct naive_pairs {
  std::vector<std::string> tie_parameters() const { return {"log_steepness"}; }
  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T> ties) const {
    using std::exp;
    using std::log;
    const T t = exp(ties[0]);
    return sum_win_pairs(ranking, f, [&](const T& better, const T& worse) {
      return T(-log(1 + exp(t * (worse - better))));
    });
  }
};
struct claiming_pairs : naive_pairs {
  Range steepness, scores;
  Ranges ranges() const { return {.scores = scores, .ties = {steepness}}; }
};

// The same with slopes that are half of what they should be where beta is large
struct wrong_and_naive : naive_pairs {
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    const double t = std::exp(ties[0]);
    for (Index i = 0; i < ranking.num_items(); ++i)
      for (Index j = ranking.end(ranking.bucket_of(i)); j < ranking.num_items(); ++j) {
        const double d = f[i] - f[j], p = 1 / (1 + std::exp(t * d));
        g.scores[i] += t * p;
        g.scores[j] -= t * p * (ties[0] > 1.5 ? 0.5 : 1);
        g.ties[0] += d * t * p;
      }
    return naive_pairs::log_likelihood<double>(ranking, f, ties);
  }
  using naive_pairs::log_likelihood;
};

TEST(Ranges, ATextThatLosesDigitsIsNotCalledWrong) {
  const check::GradientReport report = by_worths(naive_pairs{});
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  EXPECT_EQ(report.verdict(), "loses digits") << check::to_text({report});
  EXPECT_GT(report.loss.cases, 0);
  EXPECT_FALSE(report.loss.begins.empty());
  EXPECT_NE(report.loss.hint.find("log_sum_exp"), std::string::npos) << report.loss.hint;
  const std::string text = check::to_text({report});
  EXPECT_NE(text.find("the text itself loses digits in "), std::string::npos) << text;
  EXPECT_NE(text.find("ranges() can say"), std::string::npos) << text;
}

TEST(Ranges, AWrongGradientIsWrongAlsoWhereTheTextLosesDigits) {
  const check::GradientReport report = by_worths(wrong_and_naive{});
  EXPECT_FALSE(report.passed()) << check::to_text({report});
  EXPECT_GT(report[Way::truth].failures + report[Way::hard].failures, 0);
}

TEST(Ranges, DigitsLostInsideADeclaredRangeAreAFailure) {
  const check::GradientReport report = by_worths(claiming_pairs{{}, {-50, 50}, {-700, 700}});
  EXPECT_FALSE(report.passed());
  EXPECT_EQ(report.verdict(), "FAILED: loses digits") << check::to_text({report});
}

TEST(Ranges, OutsideADeclaredRangeNothingFails) {
  const check::GradientReport report = by_worths(claiming_pairs{{}, {-1, 1}, {-3, 3}});
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  EXPECT_EQ(report.verdict(), "ok (no gradient by hand)") << check::to_text({report});
  EXPECT_GT(report.outside, 0) << "the borders are crossed on purpose";
  EXPECT_NE(check::to_text({report}).find("cases lie outside its range"), std::string::npos);
}

// Outside, too, what is thrown must be expected by somebody.
struct crashing_outside : claiming_pairs {
  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T> ties) const {
    if (value_of(ties[0]) > 1) throw std::out_of_range("vector::at");
    return naive_pairs::log_likelihood<T>(ranking, f, ties);
  }
};

TEST(Ranges, ACrashOutsideIsAFailure) {
  const check::GradientReport report = by_worths(crashing_outside{{{}, {-1, 1}, {-3, 3}}});
  EXPECT_FALSE(report.passed());
  EXPECT_NE(report.complaints.at(0).find("vector::at"), std::string::npos);
}

TEST(Ranges, MustBeOnesOfSomeWidthAndFitTheParameters) {
  EXPECT_THROW(Model(claiming_pairs{{}, {2, 1}, {}}), ArgumentError);
  struct too_many : naive_pairs {
    Ranges ranges() const { return {.scores = {}, .ties = {{0, 1}, {0, 1}}}; }
  };
  EXPECT_THROW(Model(too_many{}), ArgumentError);
}

// Reverse mode loses digits of a large power; the gradient by hand does not.
struct steep : claiming_pairs {
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    const double t = std::exp(ties[0]);
    double total = 0;
    for (Index i = 0; i < ranking.num_items(); ++i)
      for (Index j = ranking.end(ranking.bucket_of(i)); j < ranking.num_items(); ++j) {
        const double d = t * (f[i] - f[j]);
        const double p = d > 0 ? std::exp(-d) / (1 + std::exp(-d)) : 1 / (1 + std::exp(d));
        total -= d > 0 ? std::log1p(std::exp(-d)) : std::log1p(std::exp(d)) - d;
        g.scores[i] += t * p;
        g.scores[j] -= t * p;
        g.ties[0] += d * p;
      }
    return total;
  }
  using naive_pairs::log_likelihood;
};

TEST(Ranges, AGradientThatIsRightWhereAutodiffIsNotPasses) {
  steep model{};
  model.steepness = {-3, 3};
  model.scores = {-3, 3};
  const check::GradientReport report = by_worths(model);
  EXPECT_TRUE(report.passed()) << check::to_text({report});
}

// A scorer with widths: stretched like weights they would leave the numbers.
struct bumps {
  Index num_weights() const { return 3; }
  template <class T>
  void score(const Items& items, std::span<const T> w, std::span<T> f) const {
    using std::exp;
    for (Index i = 0; i < items.size(); ++i) {
      const T d = items.feature(i, 0) - w[1];
      f[i] = w[0] * exp(-exp(w[2]) * d * d);
    }
  }
};

TEST(Ranges, AScorerIsNotStretchedBeyondWhatAFitReaches) {
  const check::ScorerUnderTest scorer{"bumps",
                                      [](const Dataset&) { return in_every_arithmetic(bumps{}); }};
  const auto report = check::gradients(texts("pmop_full"), scorer, kFew);
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  EXPECT_TRUE(report.complaints.empty());
}

TEST(Everything, OfAModelOfOnesOwnIsWhatTheCommandDoes) {
  check::EverythingOptions options;
  options.level.gradients.cases = 8;
  options.level.gradients.places.of_model = false;
  options.level.gradients.places.of_scorer = false;
  options.level.laws.cases = 4;
  const check::Everything found = check::everything(in_every_arithmetic(plain_pairs{}), options);
  EXPECT_EQ(found.gradients.size(), check::all_scorers(known().scorers).size());
  EXPECT_GE(found.laws.size(), 4u);
  EXPECT_TRUE(found.passed()) << check::to_text(found);
  EXPECT_TRUE(found.left_out.empty());
}

TEST(Everything, ABudgetThatIsSpentIsTold) {
  check::EverythingOptions options;
  options.budget.seconds = 0.01;
  const check::Everything found = check::everything(in_every_arithmetic(plain_pairs{}), options);
  ASSERT_FALSE(found.left_out.empty() && found.gradients.empty());
  const std::string text = check::to_text(found);
  EXPECT_NE(text.find("left out: "), std::string::npos) << text;
  EXPECT_NE(text.find("the budget of 0.01 seconds was spent"), std::string::npos) << text;
}

}  // namespace
}  // namespace fubini::ranges_test
