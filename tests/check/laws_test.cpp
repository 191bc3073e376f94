// SPDX-License-Identifier: BSD-3-Clause
// Laws on models that break each of them.
#include "fubini/check/laws.hpp"
#include "tests/support/known.hpp"

#include "fubini/arithmetic/every.hpp"
#include "fubini/check/gradients.hpp"
#include "fubini/model/stagewise/pmop.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace fubini::laws_test {
namespace {

// -sum of c_i f_i with a constant: what it promises and what it does can be set apart.
struct sloppy {
  double constant = 0;      // probabilities sum to exp(constant) times the number of outcomes
  bool sees_order = false;  // only the first item of a bucket counts
  bool sees_shift = false;
  bool explodes = false;
  bool throws = false;
  Laws promised = {};

  Laws laws() const { return promised; }
  std::vector<std::string> tie_parameters() const { return {}; }
  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    using std::exp;
    if (throws) throw std::runtime_error("not today");
    T total = 0 * f[0] + constant;
    if (sees_order) total += f[0] - f[ranking.num_items() - 1];
    if (sees_shift) total += f[0];
    if (explodes) total += exp(f[0] - f[ranking.num_items() - 1]);
    return total;
  }
};

check::LawReport law(const sloppy& model, const std::string& name) {
  for (const check::LawReport& report : check::laws(in_every_arithmetic(model), built_in_models()))
    if (report.law == name) return report;
  throw std::runtime_error("no law " + name);
}

TEST(CheckLaws, SumToOne) {
  // One outcome of one item has probability exp(constant).
  const Laws promised{.sums_to_one = Over::ordered_partitions, .most_items = 1};
  EXPECT_TRUE(law({.promised = promised}, "sums to one").passed());
  EXPECT_FALSE(law({.constant = 1e-10, .promised = promised}, "sums to one").passed());
  const check::LawReport undeclared = law({}, "sums to one");
  EXPECT_TRUE(undeclared.passed()) << "nothing was promised";
  EXPECT_NE(undeclared.note.find("sum to 13"), std::string::npos) << undeclared.note;
}

TEST(CheckLaws, Shift) {
  EXPECT_TRUE(law({}, "shift").holds());
  EXPECT_EQ(law({.sees_shift = true}, "shift").verdict(), "FAILED");
  EXPECT_EQ(law({.sees_shift = true, .promised = {.shift_invariant = false}}, "shift").verdict(),
            "not promised");
  EXPECT_EQ(law({.promised = {.shift_invariant = false}}, "shift").verdict(),
            "not promised, but holds");
}

TEST(CheckLaws, Order) {
  EXPECT_TRUE(law({}, "order").holds());
  EXPECT_FALSE(law({.sees_order = true}, "order").passed());
}

TEST(CheckLaws, OneBucket) {
  const Laws promised{.constant_on_one_bucket = true};
  EXPECT_TRUE(law({.promised = promised}, "one bucket").passed());
  EXPECT_FALSE(law({.sees_order = true, .promised = promised}, "one bucket").passed());
}

TEST(CheckLaws, Extremes) {
  EXPECT_TRUE(law({}, "extremes").passed());
  EXPECT_FALSE(law({.explodes = true}, "extremes").passed());
}

TEST(CheckLaws, Reductions) {
  const Laws zero{
      .reductions = {{.name = "is zero",
                      .value = [](const Ranking&, std::span<const double>) { return 0.0; }}}};
  EXPECT_TRUE(law({.promised = zero}, "is zero").passed());
  EXPECT_FALSE(law({.constant = 1e-9, .promised = zero}, "is zero").passed());

  const Laws pairs{.reductions = {{.name = "is Bradley-Terry", .to = "bradley_terry"}}};
  EXPECT_FALSE(law({.promised = pairs}, "is Bradley-Terry").passed());
  const Laws nobody{.reductions = {{.name = "is nobody", .to = "nobody"}}};
  const check::LawReport unknown = law({.promised = nobody}, "is nobody");
  EXPECT_FALSE(unknown.passed());
  EXPECT_NE(unknown.note.find("unknown model 'nobody'"), std::string::npos);
}

// Potentials: what a researcher gets wrong
struct first_item_counts {  // depends on the order of the items
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    return subset.scores[0];
  }
};
struct undefined_beyond_two {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    using std::log;
    return subset.size() > 2 ? T(subset.scores[0] * std::numeric_limits<double>::quiet_NaN())
                             : subset.scores[0];
  }
};

TEST(CheckLaws, APotentialThatDependsOnTheOrderIsNamed) {
  bool seen = false;
  for (const check::LawReport& report : check::laws(in_every_arithmetic(pmop<first_item_counts>{}),
                                                    built_in_models(), {.cases = 20}))
    seen |= report.law == "order" && !report.passed();
  EXPECT_TRUE(seen);
}

TEST(CheckLaws, APotentialThatIsNoNumberIsNamed) {
  const check::GradientReport report =
      check::gradients(in_every_arithmetic(pmop<undefined_beyond_two>{}),
                       scorer_under_test("worths"), {.cases = 30});
  EXPECT_FALSE(report.passed());
  EXPECT_NE(report.complaints.at(0).find("is nan; wanted a number"), std::string::npos);
}

TEST(CheckLaws, AModelThatThrowsFailsInItsOwnWords) {
  const check::LawReport report = law({.throws = true}, "shift");
  EXPECT_FALSE(report.passed());
  EXPECT_EQ(report.note, "threw: not today");
  EXPECT_FALSE(law({.throws = true, .promised = {.shift_invariant = false}}, "shift").passed());
}

}  // namespace
}  // namespace fubini::laws_test
