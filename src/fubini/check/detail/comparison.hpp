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

// The parts of the gradient checker.
namespace fubini::check {

// One number against another. The error is relative to max(norm, 1); anything not finite is
// infinitely wrong, and with bound 0 every bit counts. name() is asked for, and true returned, if
// it is the worst so far.
template <class Name>
bool note(Comparison& into, double found, double wanted, double norm, double bound,
          const Name& name) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  ++into.entries;
  const bool same = std::bit_cast<std::uint64_t>(found) == std::bit_cast<std::uint64_t>(wanted);
  double error = std::abs(found - wanted) / std::max(norm, 1.0);
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

void merge(Comparison& into, const Comparison& from);

// What one trial gives; trials are summed in their order, whichever thread ran them.
struct TrialResult {
  std::array<Comparison, kWays> ways;
  std::int64_t entries = 0;
  std::optional<double> error;  // against the truth
  std::string complaint;
};

// Which comparisons a trial is put through.
struct TrialPlan {
  bool truth = true;
  bool hessian = true;
};
TrialResult run_trial(const ModelTexts& model, const Trial& trial, const TrialPlan& plan,
                      const GradientOptions& options, std::uint64_t index);

// Queries of the dataset (at most 256), each evaluated alone and then among four threads; and their
// sum.
Comparison compare_threads(const Subject& subject, const Dataset& data,
                           std::span<const double> parameters);

// What was thrown, in words. Running out of memory is no fault of a model: it is thrown again.
std::string thrown_words();

}  // namespace fubini::check
