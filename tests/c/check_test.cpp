// SPDX-License-Identifier: BSD-3-Clause
// The checker of gradients from C.
#include "tests/c/support.hpp"

#include <cmath>
#include <limits>

namespace fubini {
namespace {

const double kX[] = {1.2, 0.7};

double product(const double* x, std::int64_t, void*) { return x[0] * x[0] * x[1]; }
void slopes(const double* x, std::int64_t n, double* g, void* factor) {
  g[0] = 2 * x[0] * x[1];
  g[1] = x[0] * x[0] * *static_cast<const double*>(factor);
  EXPECT_EQ(n, 2);
}

std::int32_t outcome_of(double factor, const fubini_check_options* options = nullptr,
                        const char** report = nullptr) {
  std::int32_t outcome = -1;
  EXPECT_EQ(fubini_check_gradient(product, slopes, &factor, kX, 2, options, &outcome, report),
            FUBINI_OK)
      << fubini_last_error();
  return outcome;
}

TEST(CCheck, TellsARightGradientFromAWrongOne) {
  EXPECT_EQ(outcome_of(1), FUBINI_GRADIENT_HOLDS);
  for (const double factor : {-1.0, 0.0, 2.0, 1 + 1e-3, 1 + 1e-6, 1 + 1e-9})
    EXPECT_EQ(outcome_of(factor), FUBINI_GRADIENT_WRONG) << factor;
  EXPECT_EQ(outcome_of(std::nan("")), FUBINI_GRADIENT_WRONG);
}

TEST(CCheck, ReportsInWordsOrAsJson) {
  const char* report = nullptr;
  fubini_check_options options = {.size = sizeof options, .name = "product"};
  outcome_of(2, &options, &report);
  EXPECT_NE(std::string(report).find("product: FAILED: differences"), std::string::npos) << report;
  options.json = 1;
  outcome_of(2, &options, &report);
  EXPECT_NE(std::string(report).find("\"passed\": false"), std::string::npos) << report;
}

TEST(CCheck, SaysUndecidedOfNoise) {
  std::int32_t outcome = -1;
  double calls = 0;
  const auto noise = [](const double*, std::int64_t, void* data) {
    return std::sin(1e5 * ++*static_cast<double*>(data));
  };
  const auto slope = [](const double*, std::int64_t, double* g, void*) { g[0] = 1e-3; };
  ASSERT_EQ(fubini_check_gradient(noise, slope, &calls, kX, 1, nullptr, &outcome, nullptr),
            FUBINI_OK);
  EXPECT_EQ(outcome, FUBINI_GRADIENT_UNDECIDED);
}

TEST(CCheck, RefusesWhatItCannotUse) {
  const auto bad = FUBINI_BAD_ARGUMENT;
  const double nan[] = {0, std::numeric_limits<double>::quiet_NaN()};
  const fubini_check_options sizeless = {}, box = {.size = sizeof box, .lower = kX, .upper = nan};
  const fubini_check_options later = {.size = sizeof later, .reserved = 1};
  double one = 1;
  const auto check = [&](auto value, auto gradient, const double* x, std::int64_t n,
                         const fubini_check_options* options) {
    return fubini_check_gradient(value, gradient, &one, x, n, options, nullptr, nullptr);
  };
  const fubini_value_callback no_value = nullptr;
  const fubini_gradient_callback no_gradient = nullptr;
  EXPECT_REFUSED(check(no_value, slopes, kX, 2, nullptr), bad, "value is NULL");
  EXPECT_REFUSED(check(product, no_gradient, kX, 2, nullptr), bad, "gradient is NULL");
  EXPECT_REFUSED(check(product, slopes, nullptr, 2, nullptr), bad, "x is NULL");
  EXPECT_REFUSED(check(product, slopes, kX, 0, nullptr), bad, "n is 0");
  EXPECT_REFUSED(check(product, slopes, nan, 2, nullptr), bad, "x[1] is nan");
  EXPECT_REFUSED(check(product, slopes, kX, 2, &sizeless), bad, "sizeof(fubini_check_options)");
  EXPECT_REFUSED(check(product, slopes, kX, 2, &box), bad, "x[0] is 1.2; wanted 1.2 to 0");
  EXPECT_REFUSED(check(product, slopes, kX, 2, &later), bad, "does not know");
}

}  // namespace
}  // namespace fubini
