// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/additive.hpp"

#include "fubini/core/error.hpp"
#include "fubini/model/stagewise/potentials/sized.hpp"
#include "models/pmop_full.hpp"
#include "tests/model/stagewise/forms.hpp"

#include <limits>

namespace fubini::additive_test {
namespace {

struct mean_of_terms {
  static constexpr bool adds_to_score = true;
  template <class T>
  T log_term(const T& f, std::span<const T>) const {
    return f;
  }
  template <class T>
  T log_size_weight(const SizeOf& bucket, std::span<const T>) const {
    using std::log;
    return T(-log(constant_t<T>(bucket.size)));
  }
};

// Learned: how fast terms grow with the score, and what a size costs at each stage
struct learned_terms {
  double term_slip = 0, size_slip = 0;
  std::vector<std::string> tie_parameters() const { return {"rate", "price"}; }
  template <class T>
  T log_term(const T& f, std::span<const T> ties) const {
    return ties[0] * f;
  }
  template <class T>
  T log_size_weight(const SizeOf& bucket, std::span<const T> ties) const {
    return -ties[1] * constant_t<T>(bucket.size - 1) / constant_t<T>(1 + bucket.stage.number);
  }
  void add_term_slopes(double f, std::span<const double> ties, double weight, double& slope,
                       std::span<double> tie_slopes) const {
    slope += weight * ties[0] + term_slip;
    tie_slopes[0] += weight * f;
  }
  void add_size_slopes(const SizeOf& bucket, std::span<const double>, double weight,
                       std::span<double> tie_slopes) const {
    tie_slopes[1] -= weight * static_cast<double>(bucket.size - 1) * (1 + size_slip) /
                     static_cast<double>(1 + bucket.stage.number);
  }
};

TEST(Additive, IsTheSumOverAllSubsets) {
  expect_sum_over_all_subsets<mean_of_terms>();
  expect_sum_over_all_subsets<learned_terms>();
  expect_sum_over_all_subsets(sized<mean_of_terms>{{}, {.learned = {2, 3}}});
}
TEST(Additive, IsRightFarOutAndOnTwoThousandItems) {
  expect_right_far_out<mean_of_terms>(2000);
  expect_right_far_out<learned_terms>(2000);
}

TEST(Additive, TheMeanOfTermsIsFullDecomposition) {
  for (const Index n : {1, 6, 40, 900}) {
    const check::Case one = check::make_case({.num_items = n}, 7, n);
    const auto found = log_likelihood_gradient(pmop<mean_of_terms>{}, one.ranking, one.scores);
    const auto full = log_likelihood_gradient(pmop_full{}, one.ranking, one.scores);
    EXPECT_LE(check::value_error(found.value, full.value), 1e-13) << n;
    EXPECT_EQ(found.scores, full.scores) << n;
  }
}

TEST(Additive, WrongSlopesAreSeen) {
  constexpr double kSeen = 1e-6;
  EXPECT_LE(error_by_subsets(learned_terms{}), kExact);
  EXPECT_GT(error_by_subsets(learned_terms{.term_slip = 1e-3}), kSeen);
  EXPECT_GT(error_by_subsets(learned_terms{.size_slip = 1e-3}), kSeen);
}

TEST(Additive, CountsSubsetsWithOneItemToAllDigits) {
  for (const Index n : {1, 2, 3, 30, 52, 2000}) {
    const std::span<const double> logs = log_subsets_with_one(n);
    ASSERT_EQ(std::ssize(logs), n);
    double sum = 0;  // of all C(n - 1, m - 1), which is 2^(n - 1)
    const double all = static_cast<double>(n - 1) * std::log(2.0);
    for (const double x : logs) sum += std::exp(x - all);
    EXPECT_NEAR(sum, 1, 1e-12) << n;
  }
}

// Terms that are zero, and terms that cannot be
struct only_positive {
  template <class T>
  T log_term(const T& f, std::span<const T>) const {
    using std::log;
    if (value_of(f) > 0) return log(f);
    if (value_of(f) < -9) return T(std::numeric_limits<double>::quiet_NaN());
    return T(-std::numeric_limits<double>::infinity());
  }
  template <class T>
  T log_size_weight(const SizeOf& bucket, std::span<const T>) const {
    return bucket.size > 2 ? T(-std::numeric_limits<double>::infinity()) : T(0);
  }
  void add_term_slopes(double f, std::span<const double>, double weight, double& slope,
                       std::span<double>) const {
    slope += weight / f;
  }
};

TEST(Additive, ImpossibleTermsAndSizesAreLeftOut) {
  const std::vector<double> f = {-1, 2, 3, 4};
  // 2 + 3 + 4 by one item each, and three times that by pairs with one of the three others
  const double z = 4 * (2 + 3 + 4), rest = 2 * (3 + 4);
  const auto found = log_likelihood_gradient(pmop<only_positive>{}, Ranking{2, 2}, f);
  EXPECT_NEAR(found.value, std::log(2 / z) + std::log(7 / rest), 1e-14);
  EXPECT_NEAR(found.scores[1], 1.0 / 2 - 1.0 / 9, 1e-14);
  EXPECT_EQ(found.scores[0], 0);
  const pmop<only_positive> model;
  EXPECT_EQ(model.log_likelihood<double>(Ranking{1, 3}, f, {}),
            -std::numeric_limits<double>::infinity());
  const std::vector<double> bad = {1, -10};
  EXPECT_THROW(model.log_likelihood<double>(Ranking{1, 1}, bad, {}), NumericalError);
}

}  // namespace
}  // namespace fubini::additive_test
