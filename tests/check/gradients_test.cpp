// SPDX-License-Identifier: BSD-3-Clause
// The checker on models that are wrong in every way it must see, and on right ones.
#include "fubini/check/gradients.hpp"

#include "fubini/check/facets.hpp"
#include "fubini/check/tables.hpp"
#include "fubini/core/error.hpp"
#include "fubini/model/pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace fubini {
namespace {

using check::Way;

// Bradley-Terry without a gradient by hand
struct plain_pairs {
  std::vector<std::string> tie_parameters() const { return {}; }
  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    return sum_win_pairs(ranking, f, [](const T& better, const T& worse) {
      return T(-softplus(T(worse - better)));
    });
  }
};

// A definition that loses a derivative, with a gradient by hand that loses it too: autodiff and 50
// digits agree with it, only differences do not.
struct forgetful {
  std::vector<std::string> tie_parameters() const { return {}; }
  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    T total = 0;
    for (Index i = 0; i < ranking.num_items(); ++i) total -= f[i] * value_of(f[i]);
    return total;
  }
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    for (std::size_t i = 0; i < f.size(); ++i) g.scores[i] -= f[i];  // half of it
    return log_likelihood<double>(ranking, f, ties);
  }
};

// The gradient of -sum f^2, right but for what a test puts in
struct squares {
  double value_slip = 0;
  double definition_slip = 0;

  std::vector<std::string> tie_parameters() const { return {}; }
  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    T total = definition_slip;
    for (Index i = 0; i < ranking.num_items(); ++i) total -= f[i] * f[i];
    return total;
  }
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    for (std::size_t i = 0; i < f.size(); ++i) g.scores[i] -= 2 * f[i];
    return log_likelihood<double>(ranking, f, ties) + value_slip;
  }
};

// Right the first time, another last bit every second time
struct unsteady : squares {
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    thread_local bool odd = false;
    odd = !odd;
    squares::log_likelihood(ranking, f, ties, g);
    if (odd) g.scores[0] *= 1 + 0x1p-52;
    return squares::log_likelihood<double>(ranking, f, ties);
  }
  using squares::log_likelihood;
};

struct throwing : squares {
  template <class T>
  T log_likelihood(const Ranking&, std::span<const T>, std::span<const T>) const {
    throw std::runtime_error("out of ideas");
  }
};

struct not_a_number : squares {
  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    return f[0] * std::numeric_limits<double>::quiet_NaN() +
           static_cast<double>(ranking.num_items());
  }
};

// A model that documents a bound of its own
struct rough : squares {
  static constexpr Accuracy accuracy{1e-8, "it is rough on purpose"};
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    for (std::size_t i = 0; i < f.size(); ++i) g.scores[i] -= 2 * f[i] * (1 + 1e-9);
    return squares::log_likelihood<double>(ranking, f, ties);
  }
  using squares::log_likelihood;
};

// A scorer of one's own, by its generic call alone
struct affine {
  Index num_weights() const { return 2; }
  template <class T>
  void score(const Items& items, std::span<const T> w, std::span<T> f) const {
    for (Index i = 0; i < items.size(); ++i) f[i] = w[0] * items.feature(i, 0) + w[1];
  }
};

check::ScorerUnderTest affine_scorer() {
  return {"affine", [](const Dataset&) { return facets(affine{}); }};
}

constexpr check::GradientOptions kFew{.cases = 40, .seed = 3, .max_items = 10};

std::vector<Way> failed(const check::GradientReport& report) {
  std::vector<Way> ways;
  for (std::size_t way = 0; way < check::kWays; ++way)
    if (report.ways[way].failures > 0) ways.push_back(static_cast<Way>(way));
  return ways;
}

template <class M>
check::GradientReport by_worths(M model, check::GradientOptions options = kFew) {
  return check::gradients(facets(model), check::scorer("worths"), options);
}

TEST(CheckGradients, AcceptsAModelOfOnesOwn) {
  const check::GradientReport report = by_worths(squares{});
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  EXPECT_EQ(report.verdict(), "ok");
  EXPECT_EQ(report.model, "squares");
}

TEST(CheckGradients, AcceptsAScorerOfOnesOwnAndSaysThatAutodiffServes) {
  const auto report = check::gradients(facets(squares{}), affine_scorer(), kFew);
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  EXPECT_EQ(report.verdict(), "ok (no gradient by hand)");
}

TEST(CheckGradients, ReportsAModelWithoutAGradientByHandAsSuch) {
  const check::GradientReport report = by_worths(plain_pairs{});
  EXPECT_EQ(report.verdict(), "ok (no gradient by hand)");
  EXPECT_EQ(report[Way::reverse].entries, 0) << "reverse mode with itself proves nothing";
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
  const check::GradientReport report = by_worths(not_a_number{});
  EXPECT_FALSE(report.passed());
  ASSERT_FALSE(report.complaints.empty());
  EXPECT_NE(report.complaints[0].find("not a number"), std::string::npos) << report.complaints[0];
}

TEST(CheckGradients, TakesAndShowsAModelsOwnBound) {
  const check::GradientReport report = by_worths(rough{});
  EXPECT_EQ(report[Way::truth].failures, 0);
  EXPECT_EQ(report[Way::hard].failures, 0);
  EXPECT_NE(check::to_text({report}).find("it is rough on purpose"), std::string::npos);
}

TEST(CheckGradients, TheSameSeedGivesTheSameReport) {
  const check::GradientReport once = by_worths(plain_pairs{}), again = by_worths(plain_pairs{});
  EXPECT_EQ(once.errors, again.errors);
  EXPECT_EQ(check::to_text({once}), check::to_text({again}));
  EXPECT_NE(once.errors,
            by_worths(plain_pairs{}, {.cases = 40, .seed = 4, .max_items = 10}).errors);
}

TEST(CheckGradients, RunsOnAGivenDataset) {
  Dataset data = Dataset::dense(2);
  data.add_query("a", std::vector<double>{2, 1, 1}, std::vector<float>{1, 0, 0, 1, 1, 1});
  data.add_query("b", std::vector<double>{0, 3}, std::vector<float>{0.5F, 0, 0, -1});
  const auto shared = std::make_shared<const Dataset>(std::move(data));
  const auto report = check::gradients(facets(squares{}), check::scorer("linear"), shared);
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  EXPECT_EQ(report.cases, 2);
  EXPECT_EQ(report.entries, 4);
  EXPECT_THROW(check::gradients(facets(squares{}), check::scorer("worths"), shared), ArgumentError);
}

TEST(CheckGradients, NamesQueryAndFeatureOfAGivenDataset) {
  Dataset data = Dataset::dense(2);
  data.add_query("only", std::vector<double>{2, 1}, std::vector<float>{0, 1, 0, 3});
  const auto report = check::gradients(facets(rough{}), check::scorer("linear"),
                                       std::make_shared<const Dataset>(std::move(data)));
  EXPECT_EQ(report[Way::reverse].worst.entry, "feature 2");  // the other feature is 0
  EXPECT_NE(report[Way::reverse].worst.place.find("'only'"), std::string::npos);
}

TEST(CheckGradients, RefusesEmptyInput) {
  EXPECT_THROW(by_worths(squares{}, {.cases = 0}), ArgumentError);
  EXPECT_THROW(check::gradients(facets(squares{}), check::scorer("linear"),
                                std::make_shared<const Dataset>(Dataset::dense(1))),
               ArgumentError);
}

}  // namespace
}  // namespace fubini
