// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/gradients.hpp"
#include "fubini/check/detail/subject.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>

// The parts of the gradient checker.
namespace fubini::check {

// One number against another. The error is relative to `scale`; anything not finite is infinitely
// wrong, and with bound 0 every bit counts. name() is asked for, and true returned, if it is the
// worst so far.
template <class Name>
bool note_scaled(Comparison& into, double found, double wanted, double norm, double scale,
                 double bound, const Name& name) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  ++into.entries;
  const bool same = std::bit_cast<std::uint64_t>(found) == std::bit_cast<std::uint64_t>(wanted);
  double error = found == wanted ? 0 : std::abs(found - wanted) / scale;
  if (!std::isfinite(found) || !std::isfinite(wanted) || !std::isfinite(norm)) error = kInfinity;
  if (bound == 0) error = same ? 0 : std::max(error, 0x1p-1074);
  into.error = std::max(into.error, error);
  if (error > bound) ++into.failures;
  const double excess = error == 0 ? 0 : bound == 0 ? kInfinity : error / bound;
  if (excess <= into.excess) return false;
  into.excess = excess;
  into.worst = {"", name(), "", found, wanted, norm, error, bound};
  return true;
}

// The same relative to max(norm, 1).
template <class Name>
bool note(Comparison& into, double found, double wanted, double norm, double bound,
          const Name& name) {
  return note_scaled(into, found, wanted, norm, std::max(norm, 1.0), bound, name);
}

void merge(Comparison& into, const Comparison& from);

// What one trial gives; trials are summed in their order, whichever thread ran them.
struct TrialResult {
  std::array<Comparison, kWays> ways;
  std::int64_t entries = 0;
  std::optional<double> error;     // against the truth
  std::string complaint;           // what was thrown
  bool outside = false;            // of a declared range: nothing can fail but by a crash
  bool lost = false;               // digits, by the text itself
  bool overflowed = false;         // it left the numbers, and so did the text
  WorstEntry lost_most = {};       // if so
  std::int64_t autodiff_lost = 0;  // comparisons in which autodiff, or differences, were wrong
};

// Which comparisons a trial is put through.
struct TrialPlan {
  bool truth = true;
  bool reverse = true;
  bool forward = true;
  bool differences = true;
  bool hessian = true;
  bool repeated = true;    // again, added to what stands there
  bool judged = true;      // in 50 digits, where something failed
  Index every_entry = 60;  // with more parameters forward mode takes directions
  int directions = 4;
  double cushion = 1;  // factor on bounds, where sums are long
};
TrialResult run_trial(const ModelTexts& model, const Trial& trial, const TrialPlan& plan,
                      const GradientOptions& options, std::uint64_t index);

// Queries of the dataset (at most 256), each evaluated alone and then among four threads; and their
// sum.
Comparison compare_threads(const Subject& subject, const Dataset& data,
                           std::span<const double> parameters);

// Where digits begin to be lost on the way from 0 to this trial's parameters, and a hint.
struct Beginning {
  std::string where;
  std::string hint;
};
Beginning where_it_begins(const ModelTexts& model, const Trial& trial,
                          const GradientOptions& options);

// What was thrown, in words. Running out of memory is no fault of a model: it is thrown again.
std::string thrown_words();

}  // namespace fubini::check
