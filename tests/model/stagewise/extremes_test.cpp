// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/extremes.hpp"

#include "fubini/core/error.hpp"
#include "fubini/model/stagewise/potentials/extremes_mixture.hpp"
#include "fubini/model/stagewise/potentials/maximum.hpp"
#include "fubini/model/stagewise/potentials/minimum.hpp"
#include "fubini/model/stagewise/potentials/sized.hpp"
#include "tests/model/stagewise/forms.hpp"

#include <limits>

namespace fubini::extremes_test {
namespace {

// Neither rises with the score nor falls: best at a learned place
struct best_near {
  double slip = 0;
  std::vector<std::string> tie_parameters() const { return {"place"}; }
  template <class T>
  T log_potential(const Maximum<T>& bucket, std::span<const T> ties) const {
    const T d = bucket.maximum - ties[0];
    return -d * d / 2;
  }
  void add_slopes(const Maximum<double>& bucket, std::span<const double> ties, double weight,
                  Maximum<double>& slopes, std::span<double> tie_slopes) const {
    slopes.maximum -= weight * (bucket.maximum - ties[0]) + slip;
    tie_slopes[0] += weight * (bucket.maximum - ties[0]);
  }
};

struct largest_less_price {
  double slip = 0;
  std::vector<std::string> tie_parameters() const { return {"price"}; }
  template <class T>
  T log_potential(const SizedMaximum<T>& bucket, std::span<const T> ties) const {
    return bucket.maximum - ties[0] * constant_t<T>(bucket.size - 1);
  }
  void add_slopes(const SizedMaximum<double>& bucket, std::span<const double>, double weight,
                  SizedMaximum<double>& slopes, std::span<double> tie_slopes) const {
    slopes.maximum += weight;
    tie_slopes[0] -= weight * static_cast<double>(bucket.size - 1) * (1 + slip);
  }
};

struct smallest_by_stage {
  template <class T>
  T log_potential(const SizedMinimum<T>& bucket, std::span<const T>) const {
    return bucket.minimum * constant_t<T>(bucket.stage.number + 1) / constant_t<T>(bucket.size);
  }
  void add_slopes(const SizedMinimum<double>& bucket, std::span<const double>, double weight,
                  SizedMinimum<double>& slopes, std::span<double>) const {
    slopes.minimum +=
        weight * static_cast<double>(bucket.stage.number + 1) / static_cast<double>(bucket.size);
  }
};

// The middle of the range, less a price for its width and for the size
struct narrow {
  double slip = 0;
  std::vector<std::string> tie_parameters() const { return {"width"}; }
  template <class T>
  T log_potential(const Extremes<T>& bucket, std::span<const T> ties) const {
    return (bucket.maximum + bucket.minimum) / 2 - ties[0] * (bucket.maximum - bucket.minimum) / 9 -
           constant_t<T>(bucket.size) / 10;
  }
  void add_slopes(const Extremes<double>& bucket, std::span<const double> ties, double weight,
                  Extremes<double>& slopes, std::span<double> tie_slopes) const {
    slopes.maximum += weight * (0.5 - ties[0] / 9);
    slopes.minimum += weight * (0.5 + ties[0] / 9) + slip;
    tie_slopes[0] -= weight * (bucket.maximum - bucket.minimum) / 9;
  }
};

TEST(Extremes, AreTheSumOverAllSubsets) {
  expect_sum_over_all_subsets<maximum>();
  expect_sum_over_all_subsets<minimum>();
  expect_sum_over_all_subsets<extremes_mixture>();
}
TEST(Extremes, OfOnesOwnAreTheSumOverAllSubsets) {
  expect_sum_over_all_subsets<best_near>();
  expect_sum_over_all_subsets<largest_less_price>();
  expect_sum_over_all_subsets<smallest_by_stage>();
  expect_sum_over_all_subsets<narrow>();
}

TEST(Extremes, WithLearnedSizesAreTheSumOverAllSubsets) {
  const SizeWeights sizes{.log_gamma = {0, -0.5}, .learned = {2, 3}};
  expect_sum_over_all_subsets(sized<maximum>{{}, sizes});
  expect_sum_over_all_subsets(sized<minimum>{{}, {.uniform = true}});
  expect_sum_over_all_subsets(sized<extremes_mixture>{{}, sizes});
  expect_sum_over_all_subsets(sized<narrow>{{}, sizes});
}

TEST(Extremes, AreRightFarOutAndOnTwoThousandItems) {
  expect_right_far_out<maximum>(2000);
  expect_right_far_out<minimum>(2000);
  expect_right_far_out<extremes_mixture>(2000);
}
TEST(Extremes, OfOnesOwnAreRightFarOut) {
  expect_right_far_out<best_near>(2000);
  expect_right_far_out<largest_less_price>(60);
  expect_right_far_out<smallest_by_stage>(60);
  expect_right_far_out<narrow>(40);
}

TEST(Extremes, WrongSlopesAreSeen) {
  constexpr double kSeen = 1e-6;
  EXPECT_LE(error_by_subsets(best_near{}), kExact);
  EXPECT_GT(error_by_subsets(best_near{1e-3}), kSeen);
  EXPECT_GT(error_by_subsets(largest_less_price{1e-3}), kSeen);
  EXPECT_GT(error_by_subsets(narrow{1e-3}), kSeen);
}

// A list that is cut too early, or a group that forgets who has joined it, would show here.
TEST(Extremes, EqualScoresShareAlike) {
  const std::vector<double> f(300, 1.25);
  const std::vector<Index> ends = {100, 180, 300};
  for (const Extreme side : {Extreme::largest, Extreme::smallest}) {
    std::vector<double> g(f.size(), 0.0);
    const double value = log_extreme_choice(ends, f, side, f, g);
    double expected = 0, taken = 0;
    Index begin = 0;
    for (const Index end : ends) {
      expected -= log_num_subsets<double>(300 - begin);
      taken += 1 / static_cast<double>(300 - begin);
      for (Index i = begin; i < end; ++i)
        EXPECT_NEAR(g[i], 1 / static_cast<double>(end - begin) - taken, 1e-15) << i;
      begin = end;
    }
    EXPECT_NEAR(value, expected, 1e-12 * std::abs(expected));
  }
}

TEST(Extremes, KeepTheDigitsOfLargeEqualScores) {
  for (const double offset : {1e12, -1e17, 1e300}) {
    const std::vector<double> f(6, offset);
    const Ranking ranking{2, 1, 3};
    const double none = log_likelihood(pmop<maximum>{}, ranking, std::vector<double>(6, 0.0));
    EXPECT_EQ(log_likelihood_gradient(pmop<maximum>{}, ranking, f).value, none);
    EXPECT_EQ(log_likelihood_gradient(pmop<minimum>{}, ranking, f).value, none);
    EXPECT_EQ(pmop<maximum>{}.log_likelihood<double>(ranking, f, {}), none);
    const std::vector<double> ties = {0.75};
    EXPECT_NEAR(log_likelihood_gradient(pmop<extremes_mixture>{}, ranking, f, ties).value, none,
                1e-14 * std::abs(none));
  }
}

// What two others differ by is not lost beside it.
TEST(Extremes, AnItemFarBelowTakesNoDigitsFromOthers) {
  const std::vector<double> ties = {-5};
  const auto slopes = [&](double far) {
    const std::vector<double> f = {far, 0.5, far, 0};
    auto found = log_likelihood_gradient(pmop<extremes_mixture>{}, Ranking{1, 3}, f, ties);
    found.scores.push_back(found.ties[0]);
    return found.scores;
  };
  const std::vector<double> wanted = slopes(-1e3);
  for (const double far : {-1e10, -1e20, -1e300}) {
    const std::vector<double> found = slopes(far);
    for (std::size_t i = 0; i < wanted.size(); ++i)
      EXPECT_NEAR(found[i], wanted[i], 1e-14) << far << ", " << i;
  }
}

struct forbids_high {
  double limit = 0;
  template <class T>
  T log_potential(const Maximum<T>& bucket, std::span<const T>) const {
    if (value_of(bucket.maximum) > limit) return T(-std::numeric_limits<double>::infinity());
    return bucket.maximum;
  }
  void add_slopes(const Maximum<double>&, std::span<const double>, double weight,
                  Maximum<double>& slopes, std::span<double>) const {
    slopes.maximum += weight;
  }
};

TEST(Extremes, ImpossibleItemsAreLeftOut) {
  const std::vector<double> f = {-1, 2, -2, 1};
  const auto value = [&](const Ranking& ranking, double limit) {
    return pmop<forbids_high>{{limit}}.log_likelihood<double>(ranking, f, {});
  };
  constexpr double kNever = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(value(Ranking{2, 2}, 0), kNever);
  EXPECT_EQ(value(Ranking{1, 3}, 0), kNever);  // the last bucket is the one that cannot be
  const auto sum = pmop<forbids_high>{{0}};
  EXPECT_NEAR(sum.log_normaliser<double>(f, {0, 4}, {}), std::log(2 * std::exp(-1) + std::exp(-2)),
              1e-15);
  EXPECT_THROW(sum.log_normaliser<double>(std::vector<double>{1, 2}, {0, 2}, {}), NumericalError);
}

}  // namespace
}  // namespace fubini::extremes_test
