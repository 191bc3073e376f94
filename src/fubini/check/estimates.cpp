// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/estimates.hpp"

#include "fubini/check/cases.hpp"
#include "fubini/check/detail/phrases.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <vector>

namespace fubini::check {
namespace {

double seconds_of(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<double> scores_of(Index items) { return make_case({.num_items = items}, 1, 2).scores; }

struct Timed {
  ImportanceEstimate estimate;
  double seconds = 0;
};

Timed timed_estimate(const Sampler& sampler, Index items, std::span<const double> ties) {
  const std::vector<double> f = scores_of(items);
  Timed found;
  found.seconds = seconds_of([&] {
    found.estimate =
        estimate_log_normaliser(sampler.potential(), f, Stage{0, items}, ties, DrawNumbers{});
  });
  return found;
}

// How many independent draws chains are worth in so many seconds
double draws_of_chains(const Sampler& sampler, Index items, std::span<const double> ties,
                       SampleBy by, double seconds) {
  constexpr Index kSteps = 300;
  const std::vector<double> f = scores_of(items);
  double worth = 0;
  const double spent = seconds_of([&] {
    worth = sampler.diagnose(f, ties, kSteps, 1, {.by = by, .steps = 0}).effective_sample_size;
  });
  return worth * seconds / spent;
}

std::string beside_chains(const Sampler& sampler, const Timed& found,
                          std::span<const double> ties) {
  const auto chains = [&](SampleBy by) {
    return fixed(draws_of_chains(sampler, 24, ties, by, found.seconds), 0);
  };
  return " In its time, out of 24 items, it is worth " + fixed(found.estimate.effective_draws, 0) +
         " independent draws, Gibbs " + chains(SampleBy::gibbs) + " and Metropolis-Hastings " +
         chains(SampleBy::metropolis) + ".";
}

}  // namespace

std::string estimates_in_words(const Sampler& sampler) {
  constexpr std::array<Index, 3> kItems = {24, 100, 500};
  constexpr double kLong = 10;         // seconds
  constexpr double kNotToTrust = 0.7;  // of k-hat
  const std::vector<double> ties(sampler.tie_parameters().size(), 0.0);
  std::string text = "Estimate: by importance sampling log Z is known within";
  Timed first;
  try {
    for (std::size_t k = 0; k < kItems.size(); ++k) {
      const Timed found = timed_estimate(sampler, kItems[k], ties);
      if (k == 0) first = found;
      text += (k == 0 ? " " : ", ") + format_double(found.estimate.standard_error, 2) + " out of " +
              std::to_string(kItems[k]) + " items (" + duration(found.seconds) +
              (found.estimate.k_hat > kNotToTrust
                   ? ", NOT TO TRUST: k-hat " + fixed(found.estimate.k_hat, 2) + ")"
                   : ")");
      // n^3, and five times as many items
      if (found.seconds * 125 > kLong) break;
    }
    return text + "." + beside_chains(sampler, first, ties);
  } catch (const NumericalError& error) {
    return std::string("Estimate: IT FAILED: ") + error.what() + ".";
  }
}

std::string sums_by_estimate_in_words(const ModelTexts& model, const Sampler& sampler) {
  constexpr Index kItems = 60;
  constexpr double kDeviations = 5, kRounding = 1e-6;
  const ModelInfo& info = model.plain.info();
  const Case one = make_case({.num_items = kItems,
                              .shape = Shape::five_buckets,
                              .num_ties = sampler.tie_parameters().size(),
                              .largest_bucket = info.largest_bucket},
                             1, 3);
  try {
    const double exact = model.plain.log_likelihood(one.ranking, one.scores, one.ties);
    const ImportanceEstimate found =
        sampler.estimate_by_importance(one.ranking, one.scores, one.ties, DrawNumbers{});
    const double off = std::abs(found.value - found.bias - exact), error = found.standard_error;
    const std::string numbers =
        "by " + format_double(off, 2) + ", its standard error " + format_double(error, 2) + ")";
    if (off <= kDeviations * error + kRounding)
      return "Sum: on " + std::to_string(kItems) +
             " items, too, the sums agree with an estimate by weighted draws (off " + numbers + ".";
    return "Sum: on " + std::to_string(kItems) +
           " items THE SUMS ARE NOT those of the stage potential, by weighted draws (off " +
           numbers + ".";
  } catch (const NumericalError& error) {
    return std::string("Sum: beyond enumeration it could not be estimated: ") + error.what() + ".";
  }
}

}  // namespace fubini::check
