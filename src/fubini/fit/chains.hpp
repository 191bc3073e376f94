// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/contrastive.hpp"
#include "fubini/fit/objective.hpp"
#include "fubini/fit/options.hpp"

#include <span>
#include <string>
#include <vector>

// What a fit by chains is worth: their gradients know no likelihood, so it is asked for afterwards.
namespace fubini {

struct EstimatedValue {
  double value = 0;
  double standard_error = 0;
  bool by_draws = false;
};

// The log-likelihood of data at parameters of the scorer and the model: exactly, or by importance
// sampling where queries are too large.
class LikelihoodOfFit {
 public:
  LikelihoodOfFit(const Dataset& data, Model model, Sampler sampler, Scorer scorer, int threads,
                  std::uint64_t seed);

  EstimatedValue at(std::span<const double> raw) const;
  EstimatedValue at_equal_scores(std::span<const double> ties) const;

 private:
  EstimatedValue of_scores(std::span<const double> scores, std::span<const double> ties) const;

  const Dataset& data_;
  Model model_;
  Sampler sampler_;
  Scorer scorer_;
  int threads_;
  std::uint64_t seed_;
};

// A fit that ended: its objective by chains, `lengthened` the same by chains of kLonger times as many
// samples, and where it ended.
struct FitByChains {
  const Objective& objective;
  const ContrastiveLikelihood& likelihood;
  const Objective& lengthened;
  std::span<const double> parameters;  // of the objective
};
inline constexpr Index kLonger = 8;

// Sentences: it is below equal scores, chains hardly moved, longer chains lead elsewhere.
std::vector<std::string> doubts_about(const FitByChains& fit, const LikelihoodOfFit& likelihood,
                                      const FitOptions& options);

}  // namespace fubini
