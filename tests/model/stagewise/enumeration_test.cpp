// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/stagewise/enumeration.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/model/stagewise/pmop.hpp"
#include "tests/sample/importance_potentials.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

namespace fubini::enumeration_test {
namespace {

// The mean, less a learned price; with slopes, with and without running statistics
struct priced_mean {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    T sum = 0;
    for (const T& f : subset.scores) sum += f;
    return sum / constant_t<T>(subset.size()) - ties[0] * constant_t<T>(subset.size() - 1);
  }
  void add_slopes(const Subset<double>& subset, std::span<const double>, double weight,
                  std::span<double> scores, std::span<double> tie_slopes) const {
    const auto size = static_cast<double>(subset.size());
    for (double& slope : scores) slope += weight / size;
    tie_slopes[0] -= weight * (size - 1);
  }
};
struct running_priced_mean : priced_mean {
  struct Running {
    double sum = 0;
    void add(double f) { sum += f; }
    bool remove(double) { return false; }
    double log_potential(Index size, const Stage&, std::span<const double> ties) const {
      const auto m = static_cast<double>(size);
      return sum / m - ties[0] * (m - 1);
    }
  };
  Running running(const Stage&) const { return {}; }
};

const std::vector<double> kTies = {0.1};

struct Found {
  double log_z;
  std::vector<double> scores, ties;
  bool operator==(const Found&) const = default;
};
template <class P>
Found found_by(const P& potential, std::span<const double> f) {
  Found found{0, std::vector<double>(f.size()), std::vector<double>(1)};
  found.log_z = Enumeration<P>(potential, f, {0, std::ssize(f)}, kTies)
                    .sum(1, {found.scores, found.ties})
                    .log();
  return found;
}

// The text of the sum: every subset once
Found plainly(std::span<const double> f) {
  ScaledSum<double> total(-1e300);
  Found found{0, std::vector<double>(f.size()), std::vector<double>(1)};
  const Stage stage{0, std::ssize(f)};
  for_each_subset<double>(f, [&](auto scores, auto) {
    total += priced_mean{}.log_potential<double>({scores, stage}, kTies);
  });
  found.log_z = log(total);
  for_each_subset<double>(f, [&](auto scores, auto positions) {
    const double share =
        std::exp(priced_mean{}.log_potential<double>({scores, stage}, kTies) - found.log_z);
    for (const Index i : positions)
      found.scores[i] += share / static_cast<double>(positions.size());
    found.ties[0] -= share * static_cast<double>(positions.size() - 1);
  });
  return found;
}

void expect_same(const Found& a, const Found& b, double tolerance) {
  EXPECT_NEAR(a.log_z, b.log_z, tolerance);
  EXPECT_NEAR(a.ties[0], b.ties[0], tolerance);
  for (std::size_t i = 0; i < a.scores.size(); ++i)
    EXPECT_NEAR(a.scores[i], b.scores[i], tolerance) << i << " of " << a.scores.size();
}

TEST(Enumeration, IsTheSumOverAllSubsets) {
  constexpr double kManyTerms = 1e-12;
  for (const Index n : {1, 2, 4, 5, 6, 12, 13, 14, 15, 17})
    for (const double deviation : {1.5, 300.0}) {
      const std::vector<double> f = normal_scores(n, 3, deviation);
      const Found wanted = plainly(f);
      expect_same(found_by(priced_mean{}, f), wanted, kManyTerms * (1 + std::abs(wanted.log_z)));
      expect_same(found_by(running_priced_mean{}, f), wanted,
                  kManyTerms * (1 + std::abs(wanted.log_z)));
    }
}

TEST(Enumeration, TakesTwentyFourItems) {
  const std::vector<double> f = normal_scores(kMostEnumerated, 4);
  const Stage stage{0, kMostEnumerated};
  const double found = Enumeration<full_in_disguise>({}, f, stage, {}).sum().log();
  EXPECT_NEAR(found, log_normaliser_of_full(f), 1e-12 * found);
}

TEST(Enumeration, HasTheSameBitsForAnyNumberOfThreads) {
  const std::vector<double> f = normal_scores(17, 5);
  const Found here = found_by(running_priced_mean{}, f);
  for (const int threads : {1, 2, 3, 8}) {
    Found there;
    arena_of(threads).execute([&] { there = found_by(running_priced_mean{}, f); });
    EXPECT_TRUE(here == there) << threads;
  }
}

TEST(Enumeration, DrawsByTheLaw) {
  const std::vector<double> f = normal_scores(15, 6);
  const Enumeration<running_priced_mean> all({}, f, {0, 15}, kTies);
  const double log_z = all.sum().log();
  // In the order of the bits: just before and just after the cumulative law of some
  double before = 0;
  for (std::uint32_t bits = 1; bits < (1U << 15); ++bits) {
    std::vector<double> scores;
    for (Index i = 0; i < 15; ++i)
      if (bits >> i & 1) scores.push_back(f[i]);
    const double share =
        std::exp(priced_mean{}.log_potential<double>({scores, {0, 15}}, kTies) - log_z);
    if (bits % 4096 == 1 || bits % 5000 == 0 || bits + 1 == (1U << 15)) {
      EXPECT_EQ(all.at(before + share / 2), bits);
    }
    before += share;
  }
  EXPECT_NEAR(before, 1, 1e-12);
}

// -infinity on all but some
struct pairs_only {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    if (subset.size() != 2) return T(-std::numeric_limits<double>::infinity());
    return subset.scores[0] + subset.scores[1];
  }
};

template <class P>
std::string refused(const P& potential, Index n) {
  const std::vector<double> f = normal_scores(n, 7);
  try {
    Enumeration<P>(potential, f, {0, n}, {}).sum();
  } catch (const NumericalError& error) {
    return error.what();
  }
  return "";
}

TEST(Enumeration, ImpossibleSubsetsAreAllowed) {
  const std::vector<double> f = {1, 2, 3};
  EXPECT_NEAR((Enumeration<pairs_only>({}, f, {0, 3}, {}).sum().log()),
              std::log(std::exp(3) + std::exp(4) + std::exp(5)), 1e-14);
  EXPECT_NEAR((pmop<pairs_only>{}.log_likelihood<double>(Ranking{2, 2}, {{1, 2, 3, 4}}, {})),
              3 - std::log(std::exp(3) + std::exp(4) + 2 * std::exp(5) + std::exp(6) + std::exp(7)),
              1e-14);
}

TEST(Enumeration, BadPotentialsAreRefusedWithTheirScores) {
  for (const Index n : {7, 16}) {
    EXPECT_NE(refused(not_a_number{}, n).find("is nan; wanted"), std::string::npos);
    EXPECT_NE(refused(never{}, n).find("zero on all of"), std::string::npos);
    EXPECT_NE(refused(pairs_only{}, 1).find("zero on all of 1 subsets"), std::string::npos);
  }
  struct slipped : spread {
    struct Running : spread::Running {
      double log_potential(Index size, const Stage& stage, std::span<const double> ties) const {
        return spread::Running::log_potential(size, stage, ties) + 1e-6;
      }
    };
    Running running(const Stage&) const { return {}; }
  };
  EXPECT_NE(refused(slipped{}, 9).find("by running statistics"), std::string::npos);
}

TEST(Enumeration, StopsIfAsked) {
  const std::vector<double> f = normal_scores(20, 8);
  const StopFlag flag = true;
  const Stoppable stoppable(&flag);
  EXPECT_THROW(found_by(priced_mean{}, f), Stopped);
}

TEST(Enumeration, LargeQueriesAreToldTheWayOut) {
  const std::vector<double> f = normal_scores(25, 9);
  try {
    pmop<spread>{}.log_likelihood<double>(Ranking{5, 20}, f, {});
    FAIL();
  } catch (const ArgumentError& error) {
    const std::string said = error.what();
    EXPECT_NE(said.find("found 25 items"), std::string::npos) << said;
    EXPECT_NE(said.find("--inference importance"), std::string::npos) << said;
    EXPECT_NE(said.find("--form"), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace fubini::enumeration_test
