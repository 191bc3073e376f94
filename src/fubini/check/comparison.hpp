// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/check/gradients.hpp"

#include <optional>
#include <span>

namespace fubini::check {

// A model with a scorer, and both ways to its gradient.
struct Subject {
  ModelFacets model;
  ScorerFacets scorer;
  Likelihood tested;   // by hand; by autodiff if there is no gradient by hand
  Likelihood reverse;  // by autodiff
  bool by_hand = true;

  Subject(const ModelFacets& model, const ScorerFacets& scorer);
  std::string entry_name(std::size_t j) const;
};

struct Evaluation {
  double value = 0;
  std::vector<double> gradient;
};
Evaluation evaluate(const QueryLikelihood& likelihood, const Query& query,
                    std::span<const double> parameters);

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
TrialResult run_trial(const ModelFacets& model, const Trial& trial, const TrialPlan& plan,
                      const GradientOptions& options, std::uint64_t index);

// Compares on many queries, each evaluated alone and then among four threads; and their sum.
Comparison compare_threads(const Subject& subject, const Dataset& data,
                           std::span<const double> parameters);

void merge(Comparison& into, const Comparison& from);
// One number against another. The error is relative to max(norm, 1); anything not finite is
// infinitely wrong. Says whether it is the worst so far.
bool note(Comparison& into, double found, double wanted, double norm, double bound,
          const std::string& entry, const Trial* trial);

}  // namespace fubini::check
