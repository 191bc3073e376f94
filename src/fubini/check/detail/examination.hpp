// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/detail/comparison.hpp"
#include "fubini/check/detail/differences.hpp"
#include "fubini/check/detail/errors.hpp"

#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace fubini::check {

inline constexpr Index kLongestReproduction = 60;  // items on a command line

// What all comparisons of one trial share.
struct Examination {
  const Subject& subject;
  const Trial& trial;
  const TrialPlan& plan;
  const GradientOptions& options;
  const Query query;
  Draws draws;
  TrialResult& result;
  Evaluation found = {};
  double cushion = 1;  // factor on bounds, for data and equal rows: see cancellation()
  // Where differences or second derivatives disagreed: directions, for the judge
  std::vector<std::vector<double>> doubtful_slopes = {};
  std::optional<std::vector<double>> doubtful_product = {};

  Comparison& at(Way way) { return result.ways[static_cast<std::size_t>(way)]; }
  std::span<const double> x() const { return trial.parameters; }

  template <class Name>
  bool compare(Way way, double number, double wanted, double norm, double bound, const Name& name) {
    const auto failures = at(way).failures;
    if (note(at(way), number, wanted, norm, bound, name)) place(at(way).worst);
    return at(way).failures == failures;
  }
  void compare_entry(Way way, std::size_t j, double wanted, double norm, double bound) {
    compare(way, found.gradient[j], wanted, norm, bound, [&] { return subject.entry_name(j); });
  }
  void compare_value(Way way, double number, double wanted, double bound) {
    compare(way, number, wanted, std::abs(wanted), bound, [] { return std::string("the value"); });
  }
  void place(WorstEntry& worst) const {
    worst.place = trial.name;
    if (worst.error > worst.bound && query.items.size() <= kLongestReproduction)
      worst.reproduce = trial.describe();
  }

  // A direction whose entries are +-1: an error in one entry keeps its size.
  std::vector<double> direction() {
    std::vector<double> signs(trial.parameters.size());
    for (double& sign : signs) sign = draws.below(2) == 0 ? -1 : 1;
    return signs;
  }
  double slope_along(std::span<const double> along) const {
    return std::inner_product(along.begin(), along.end(), found.gradient.begin(), 0.0);
  }
  double bound(double ordinary, double hard) const {
    const double own = subject.model.plain.info().accuracy.bound;
    const double wanted = trial.far ? options.bounds.far : trial.ordinary ? ordinary : hard;
    return std::max(own, wanted * cushion);
  }
  double truth_bound() const { return bound(options.bounds.truth, options.bounds.hard); }
  double autodiff_bound() const {
    return bound(options.bounds.autodiff, options.bounds.autodiff_hard);
  }

  // In 50 digits, and by reverse mode: computed once, where they are first asked for.
  const PreciseGradient& truth();
  const Evaluation& reverse();

  std::optional<PreciseGradient> kept_truth = {};
  std::optional<Evaluation> kept_reverse = {};
};

// The comparisons, each over all entries.
void against_truth(Examination& run);
void entry_by_entry(Examination& run);  // each entry for itself: small ones count
void against_reverse(Examination& run);
void against_forward(Examination& run);
void against_differences(Examination& run);
void against_hessian(Examination& run);
void against_itself(Examination& run);
void model_adds(Examination& run);

// What failed is looked at again in 50 digits. The gradient by hand goes free where it is right and
// autodiff or differences lost the digits; and where it loses no more than the text itself does, by
// reverse and by forward mode, the trial counts as one that loses digits.
void judge(Examination& run);
// The gradient by hand was no number: neither is that by reverse mode, but the truth is one.
bool left_numbers_as_text_does(Examination& run);

// How much larger the terms of the gradient are than its norm: where they nearly cancel (a year as
// a feature, equal rows), their rounding stays. dL/df with random signs shows their size.
double cancellation(Examination& run);
// The same of each weight's slope: the size of its terms.
std::vector<double> terms_of_entries(Examination& run);

}  // namespace fubini::check
