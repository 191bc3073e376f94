// SPDX-License-Identifier: BSD-3-Clause
// By hand against autodiff: a row a model, with accuracy and speed.
#include "speed.hpp"

#include "fubini/check/agreement.hpp"
#include "fubini/model/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <string_view>
#include <vector>

namespace fubini::validation {
namespace {

constexpr AgreementOptions kCases{.cases = 4000, .precise_cases = 400, .seed = 1};

struct Options {
  bool large = false;
  bool verbose = false;
};

void print_times(const std::vector<std::string>& models, const std::map<SpeedKey, Speed>& speeds) {
  fmt::print(
      "\nmicroseconds by hand / by autodiff (value and gradient of one query, scores given)\n");
  fmt::print("{:<18}{:>22}{:>22}{:>22}{:>24}\n", "model", "n=10", "n=100", "n=1000",
             "n=1000 singletons");
  for (const std::string& name : models) {
    const auto cell = [&](std::int64_t n, bool singletons) {
      const Speed& speed = speeds.at({name, n, singletons});
      return fmt::format("{:.4g} / {:.4g}", speed.by_hand / 1e3, speed.by_autodiff / 1e3);
    };
    fmt::print("{:<18}{:>22}{:>22}{:>22}{:>24}\n", name, cell(10, false), cell(100, false),
               cell(1000, false), cell(1000, true));
  }
}

// Value and every derivative are finite on one query of n items, scores within +-1e4.
bool finite_on(const std::string& name, Index n) {
  const Model model = built_in_models().make(name);
  const Case one = make_case({.num_items = n,
                              .shape = Shape::five_buckets,
                              .spread = Spread::extreme,
                              .num_ties = model.tie_parameters().size()},
                             1, 0);
  const auto hand = log_likelihood_gradient(model, one.ranking, one.scores, one.ties);
  const auto finite = [](double x) { return std::isfinite(x); };
  return finite(hand.value) && std::ranges::all_of(hand.scores, finite) &&
         std::ranges::all_of(hand.ties, finite);
}

int print_large(const std::vector<std::string>& models) {
  constexpr std::int64_t kItems = 100'000;
  int failures = 0;
  fmt::print("\none query of {} items, five buckets, scores within +-1e4, by hand\n", kItems);
  for (const std::string& name : models) {
    const auto start = std::chrono::steady_clock::now();
    const bool finite = finite_on(name, kItems);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    fmt::print("{:<18}{:<12}{:.3g} s\n", name, finite ? "finite" : "NOT FINITE", seconds.count());
    failures += finite ? 0 : 1;
  }
  return failures;
}

int validate(const Options& options) {
  std::vector<std::string> models;
  std::vector<std::string> without;
  for (const auto& entry : built_in_models())
    (entry.make("").by_hand() ? models : without).push_back(entry.info.name);
  const auto speeds = measure_speed(models, options.verbose);

  fmt::print(
      "gradient by hand: largest error of max(norm, 1) over {} rankings (n = 1..200, scores up to\n"
      "+-700) against Stan Math's reverse mode, and over {} (n = 1..40) against 50 digits;\n"
      "then how many times faster than reverse mode (five buckets; s: all singletons)\n\n",
      kCases.cases, kCases.precise_cases);
  fmt::print("{:<18}{:>10}{:>11}{:>9}{:>9}{:>9}{:>9}  {}\n", "model", "reverse", "50 digits",
             "n=10", "n=100", "n=1000", "s n=1000", "verdict");
  int failures = 0;
  for (const std::string& name : models) {
    const Agreement found =
        measure_agreement(built_in_models().make(name), built_in_autodiff_models().make(name),
                          built_in_precise_models().make(name), kCases);
    const bool passed = found.gradient <= kAgreement && found.value <= kAgreement &&
                        found.gradient_truth <= kAgreement && found.value_truth <= kAgreement;
    const auto ratio = [&](std::int64_t n, bool s) { return speeds.at({name, n, s}).ratio(); };
    fmt::print("{:<18}{:>10.1e}{:>11.1e}{:>8.1f}x{:>8.1f}x{:>8.1f}x{:>8.1f}x  {}\n", name,
               found.gradient, found.gradient_truth, ratio(10, false), ratio(100, false),
               ratio(1000, false), ratio(1000, true), passed ? "ok" : "FAILED");
    if (!passed) {
      ++failures;
      fmt::print("  wanted at most {:.0e}; worst: fubini likelihood --model {} {}\n", kAgreement,
                 name, found.worst);
    }
  }
  for (const std::string& name : without)
    fmt::print("{:<18}has no gradient by hand: nothing to compare\n", name);
  print_times(models, speeds);
  if (options.large) failures += print_large(models);
  fmt::print("\n{} models, {} failed\n", models.size(), failures);
  return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace fubini::validation

int main(int argc, char** argv) {
  fubini::validation::Options options;
  for (int k = 1; k < argc; ++k) {
    const std::string_view argument = argv[k];
    if (argument == "--large")
      options.large = true;
    else if (argument == "--verbose")
      options.verbose = true;
    else {
      fmt::print(stderr, "validation: unknown option '{}'; wanted --large or --verbose\n",
                 argument);
      return 2;
    }
  }
  try {
    return fubini::validation::validate(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "validation: {}\n", error.what());
    return 2;
  }
}
