// SPDX-License-Identifier: BSD-3-Clause
// Right gradients of hard functions are not called wrong: they pass, lose digits or are undecided.
#include "fubini/check/function.hpp"
#include "tests/support/functions.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace fubini::function_right_test {
namespace {

using check::Against;
using check::Outcome;
using Numbers = std::span<const double>;

// Between -1/2 and 1/2, of every bit
double scatter(double x) {
  auto bits = std::bit_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15ULL;
  bits = (bits ^ bits >> 32) * 0xD6E8FEB86659FD93ULL;
  return std::ldexp(static_cast<double>((bits ^ bits >> 29) >> 11), -53) - 0.5;
}
double squares(Numbers x) {
  double sum = 0;
  for (const double entry : x) sum += entry * entry;
  return sum;
}
void twice(Numbers x, std::span<double> g) {
  std::ranges::transform(x, g.begin(), [](double entry) { return 2 * entry; });
}

struct Hard {
  const char* name;
  std::function<double(Numbers)> value;
  std::function<void(Numbers, std::span<double>)> gradient;
  std::vector<double> x = {0.41, -0.67, 0.23};
};

class HardFunction : public testing::TestWithParam<Hard> {};

TEST_P(HardFunction, IsNotCalledWrong) {
  const Hard& hard = GetParam();
  const auto report = check::gradient(hard.value, hard.gradient, hard.x, {.name = hard.name});
  EXPECT_NE(report.outcome(), Outcome::wrong) << check::to_text({report});
}

INSTANTIATE_TEST_SUITE_P(
    Of, HardFunction,
    testing::Values(Hard{"noise_of_1e_8",
                         [](Numbers x) { return squares(x) + 1e-8 * scatter(squares(x)); }, twice},
                    Hard{"noise_of_1e_3",
                         [](Numbers x) { return squares(x) + 1e-3 * scatter(squares(x)); }, twice},
                    Hard{"in_floats",
                         [](Numbers x) {
                           float sum = 0;
                           for (const double entry : x)
                             sum += static_cast<float>(entry) * static_cast<float>(entry);
                           return static_cast<double>(sum);
                         },
                         twice},
                    Hard{"kinks", [](Numbers x) { return std::abs(x[0]) + std::abs(x[1] - x[2]); },
                         [](Numbers x, std::span<double> g) {
                           g[0] = x[0] > 0 ? 1 : -1;
                           g[1] = x[1] > x[2] ? 1 : -1;
                           g[2] = -g[1];
                         }},
                    Hard{"jumps", [](Numbers x) { return std::floor(10 * x[0]) + x[1] * x[2]; },
                         [](Numbers x, std::span<double> g) {
                           g[0] = 0;
                           g[1] = x[2];
                           g[2] = x[1];
                         }},
                    Hard{"logarithm",
                         [](Numbers x) { return std::log(x[0]); },
                         [](Numbers x, std::span<double> g) { g[0] = 1 / x[0]; },
                         {1e-6}},
                    Hard{"throws_outside",
                         [](Numbers x) {
                           if (x[0] <= 0) throw std::domain_error("x[0] must be positive");
                           return std::sqrt(x[0]);
                         },
                         [](Numbers x, std::span<double> g) { g[0] = 0.5 / std::sqrt(x[0]); },
                         {0.3}},
                    Hard{"a_large_constant", [](Numbers x) { return 1e12 + squares(x); }, twice},
                    Hard{"cancels",
                         [](Numbers x) { return (1 - std::cos(x[0])) / (x[0] * x[0]); },
                         [](Numbers x, std::span<double> g) {
                           g[0] = (x[0] * std::sin(x[0]) - 2 * (1 - std::cos(x[0]))) /
                                  std::pow(x[0], 3);
                         },
                         {0.7}},
                    Hard{"far_apart_scales",
                         [](Numbers x) { return 1e-16 * x[0] * x[0] + std::sin(1e8 * x[1]); },
                         [](Numbers x, std::span<double> g) {
                           g[0] = 2e-16 * x[0];
                           g[1] = 1e8 * std::cos(1e8 * x[1]);
                         },
                         {1e8, 2e-8}},
                    Hard{"tiny",
                         [](Numbers x) { return 1e-30 * std::exp(x[0]); },
                         [](Numbers x, std::span<double> g) { g[0] = 1e-30 * std::exp(x[0]); },
                         {0.3}},
                    Hard{"constant", [](Numbers) { return 3.0; },
                         [](Numbers, std::span<double> g) { std::ranges::fill(g, 0.0); }},
                    Hard{"deviation_at_zero",
                         [](Numbers x) { return std::sqrt(squares(x)); },
                         [](Numbers x, std::span<double> g) {
                           for (std::size_t i = 0; i < x.size(); ++i)
                             g[i] = x[i] / std::sqrt(squares(x));
                         },
                         {0, 0, 0}}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(RightFunctions, PassWithADigitToSpare) {
  const std::vector<double> x = {1.2, 1, 0.3, -0.5};
  for (const auto& report : {check::function(rosenbrock{}, x), check::function(log_sum{}, x)}) {
    EXPECT_EQ(report.verdict(), "ok") << check::to_text({report});
    EXPECT_LT(report[Against::truth].error, 1e-14);
  }
}

TEST(RightFunctions, WithoutAGradientAreCheckedByTheirOwnText) {
  const auto report = check::function(
      [](const auto& x) {
        using std::exp;
        return exp(x[0]) * x[1];
      },
      std::vector{0.5, 2.0});
  EXPECT_EQ(report.verdict(), "ok (no gradient by hand)") << check::to_text({report});
  EXPECT_EQ(report[Against::reverse].entries, 0) << "reverse mode with itself proves nothing";
  EXPECT_GT(report[Against::forward].entries, 0);
}

TEST(RightFunctions, ThatLoseDigitsAreSaidTo) {
  const auto softmin = [](const auto& x) {  // x[0] is the log temperature: exp(-x / t) goes to 1
    using std::exp, std::log;
    const auto t = exp(x[0]);
    return -t * log((exp(-x[1] / t) + exp(-x[2] / t)) / 2);
  };
  const auto report = check::function(softmin, std::vector{0.5, 1.0, 2.0});
  EXPECT_EQ(report.verdict(), "loses digits") << check::to_text({report});
  EXPECT_TRUE(report.passed());
  EXPECT_NE(check::to_text({report}).find("log_sum_exp"), std::string::npos);
}

TEST(RightFunctions, TakeTheComplexStepWhereTheyAreAnalytic) {
  const check::analytic value([](const auto& x) {
    using std::exp, std::sin;
    return exp(x[0]) * sin(x[1]);
  });
  const auto gradient = [](Numbers x) {
    return std::vector{std::exp(x[0]) * std::sin(x[1]), std::exp(x[0]) * std::cos(x[1])};
  };
  const auto report = check::gradient(value, gradient, std::vector{0.4, 1.1});
  EXPECT_TRUE(report.passed()) << check::to_text({report});
  EXPECT_GT(report[Against::complex_step].entries, 100);
  const auto off = [&](Numbers x) {
    std::vector<double> g = gradient(x);
    g[0] *= 1 + 1e-11;
    return g;
  };
  const auto wrong = check::gradient(value, off, std::vector{0.4, 1.1});
  EXPECT_GT(wrong[Against::complex_step].failures, 0) << check::to_text({wrong});
}

}  // namespace
}  // namespace fubini::function_right_test
