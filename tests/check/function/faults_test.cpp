// SPDX-License-Identifier: BSD-3-Clause
// Each fault by its name, in a function of doubles and in one that is generic in its scalar.
#include "fubini/check/function.hpp"
#include "tests/support/functions.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace fubini::function_faults_test {
namespace {

using check::Against;
using check::Outcome;

const std::vector<double> kX = {0.37, -0.82, 0.44, 1.2};

struct Fault {
  const char* name;
  Plant plant;
  std::vector<double> x = kX;
};

// Sanitized, and on a busy machine, too
constexpr double kUnhurried = 600;

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

class PlantedFault : public testing::TestWithParam<Fault> {
 protected:
  check::FunctionOptions options() const {
    return {.name = GetParam().name, .seconds = kUnhurried};
  }
};

TEST_P(PlantedFault, IsCaughtInAFunctionOfDoubles) {
  const planted<log_sum> f(GetParam().plant);
  const auto report = check::gradient([&](std::span<const double> x) { return f(x); },
                                      gradient_of(f), GetParam().x, options());
  EXPECT_EQ(report.outcome(), Outcome::wrong) << check::to_text({report});
}

TEST_P(PlantedFault, IsCaughtInAGenericFunction) {
  const auto report = check::function(planted<log_sum>(GetParam().plant), GetParam().x, options());
  EXPECT_GT(report[Against::truth].failures + report[Against::repeat].failures +
                report[Against::writes].failures,
            0)
      << check::to_text({report});
}

Plant entry(double factor) {
  return [=](auto, auto g) { g[1] *= factor; };
}

INSTANTIATE_TEST_SUITE_P(Of, PlantedFault,
                         testing::Values(Fault{"sign", entry(-1)}, Fault{"factor", entry(2)},
                                         Fault{"dropped_term", [](auto, auto g) { g[2] = 0; }},
                                         Fault{"only_at_zero",
                                               [](auto x, auto g) {
                                                 if (x[1] == 0) g[1] *= 0.5;
                                               }},
                                         Fault{"near_zero",
                                               [](auto x, auto g) {
                                                 if (std::abs(x[1]) < 1e-3) g[1] *= 1.01;
                                               }},
                                         Fault{"where_all_are_zero",
                                               [](auto x, auto g) {
                                                 if (x[0] == 0 && x[3] == 0) g[0] = 1;
                                               }},
                                         Fault{"equal_entries",
                                               [](auto x, auto g) {
                                                 if (x[0] == x[1]) g[0] *= 0.9;
                                               }},
                                         Fault{"minus_one",
                                               [](auto x, auto g) {
                                                 if (x[2] == -1) g[2] = 0;
                                               }},
                                         Fault{"beyond_sixty",
                                               [](auto x, auto g) {
                                                 if (x[3] > 60) g[3] *= 0.5;
                                               }},
                                         Fault{"only_for_large_n",
                                               [](auto x, auto g) {
                                                 if (x.size() > 1000) g[777] = 0;
                                               },
                                               std::vector<double>(1500, 0.25)},
                                         Fault{"relative_1e-3", entry(1 + 1e-3)},
                                         Fault{"relative_1e-5", entry(1 + 1e-5)},
                                         Fault{"relative_1e-7", entry(1 + 1e-7)},
                                         Fault{"relative_1e-8", entry(1 + 1e-8)},
                                         Fault{"relative_1e-9", entry(1 + 1e-9)},
                                         Fault{"nan_on_rare_inputs",
                                               [](auto x, auto g) {
                                                 if (x[0] < -5) g[1] = std::sqrt(x[0]);
                                               }},
                                         Fault{"nan_of_zero",
                                               [](auto x, auto g) { g[0] *= x[0] / x[0]; }}),
                         [](const auto& info) {
                           std::string name = info.param.name;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(FunctionFaults, AreFoundToTwelveDigitsWhereTheTextIsGeneric) {
  for (const double size : {1e-10, 1e-11, 1e-12}) {
    const auto report = check::function(planted<rosenbrock>(entry(1 + size)), kX);
    EXPECT_GT(report[Against::truth].failures, 0) << size << "\n" << check::to_text({report});
  }
}

TEST(FunctionFaults, NameTheEntry) {
  const auto few = check::function(planted<rosenbrock>(entry(2)), kX, {.entries = {"a", "b"}});
  EXPECT_EQ(few[Against::truth].worst.entry, "b");
  const planted<log_sum> many([](auto, auto g) { g[617] *= 1.01; });
  const auto found =
      check::gradient([&](std::span<const double> x) { return many(x); }, gradient_of(many),
                      std::vector<double>(1000, 0.5), {.seconds = kUnhurried});
  EXPECT_EQ(found[Against::differences].worst.entry, "x[617]") << check::to_text({found});
}

TEST(FunctionFaults, OfSizesAreFoundWhereSizesAreAsked) {
  const planted<log_sum> f([](auto x, auto g) {
    if (x.size() == 64) g[3] *= 0.9;
  });
  EXPECT_TRUE(check::function(f, kX).passed());
  EXPECT_FALSE(
      check::function(f, kX, {.sizes = {1, 2, 63, 64, 65}, .seconds = kUnhurried}).passed());
}

TEST(FunctionFaults, OfStateAreFound) {
  auto last = std::make_shared<std::vector<double>>();
  const rosenbrock f;
  const auto report = check::gradient(
      [=](std::span<const double> x) {
        last->assign(x.begin(), x.end());
        return f(x);
      },
      [=](std::span<const double>, std::span<double> g) { f.gradient(*last, g); }, kX,
      {.threads = false});
  EXPECT_EQ(report.verdict(), "FAILED: repeat");
}

TEST(FunctionFaults, OfAddingToWhatStandsThereAreFound) {
  const auto report = check::gradient([](std::span<const double> x) { return x[0] * x[1]; },
                                      [](std::span<const double> x, std::span<double> g) {
                                        g[0] = x[1];
                                        g[1] += x[0];
                                      },
                                      std::vector{0.5, 2.0});
  EXPECT_GT(report[Against::writes].failures, 0);
  EXPECT_EQ(report[Against::writes].worst.entry, "x[1]");
}

TEST(FunctionFaults, OfThreadsAreFound) {
  static thread_local int calls = 0;  // a thread of its own begins anew
  const rosenbrock f;
  const auto gradient = [=](std::span<const double> x, std::span<double> g) {
    f.gradient(x, g);
    if (++calls < 3) g[0] += 1;
  };
  std::vector<double> warm(2);
  for (int k = 0; k < 3; ++k) gradient(std::vector{1.0, 2.0}, warm);
  const auto value = [=](std::span<const double> x) { return f(x); };
  EXPECT_EQ(check::gradient(value, gradient, kX).verdict(), "FAILED: threads");
  EXPECT_TRUE(check::gradient(value, gradient, kX, {.threads = false}).passed());
}

TEST(FunctionFaults, OfADefinitionThatForgetsADerivativeAreFoundByDifferences) {
  const auto forgets = [](const auto& x) { return x[0] * value_of(x[1]) + x[1]; };
  EXPECT_EQ(check::function(forgets, kX).verdict(), "FAILED: differences");
}

}  // namespace
}  // namespace fubini::function_faults_test
