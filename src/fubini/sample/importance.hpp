// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/random.hpp"
#include "fubini/sample/stage_draws.hpp"
#include "fubini/sample/subsets.hpp"

#include <cstdint>
#include <span>
#include <vector>

// Normalisers of any potential by importance sampling, stratified by size:
//
//   Z = sum over m of Z_m,   Z_m = mean over draws S from q_m of Phi(S)/q_m(S)
//   q_m(S) proportional to exp(sum over S of tilt_m(f)): exact draws, see detail/tilted_draws.hpp
//
// Pilots adapt the tilts: log Phi is regressed on the sums of f, of its square and of a number an
// item that is learned, size by size. A size gets draws in proportion to its share of Z times how
// much its weights vary (Neyman). Where log Phi is affine in these sums, as in the families that
// have exact normalisers by sums, all weights of a size are equal and nothing varies; sizes with
// fewer subsets than they would get draws are enumerated.
namespace fubini {

struct ImportanceEstimate {
  double value = 0;  // log Z, or the log-likelihood
  double standard_error = 0;
  double bias = 0;   // expected value less truth, to second order: of log Z -variance/2
  double k_hat = 0;  // of the weights' tail (Pareto): from 0.7 on the error is not to trust
  double effective_draws = 0;  // of the weighted ones
  Index draws = 0;
};

// Log Z by these draws. `shares` become each draw's share of Z, so that
// d log Z is the sum of shares times d log Phi. k_hat is computed if asked for.
ImportanceEstimate log_normaliser(const StageDraws& draws, const AnyPotential& potential,
                                  std::span<const double> f, const Stage& stage,
                                  std::span<const double> ties, std::vector<double>& shares,
                                  bool with_tail = true);

// The same without its bias, to second order: the value is log Z + variance/2, and `slopes` become
// its derivatives with respect to the log potentials of the draws. For sums over many stages,
// where biases add up.
ImportanceEstimate unbiased_log_normaliser(const StageDraws& draws, const AnyPotential& potential,
                                           std::span<const double> f, const Stage& stage,
                                           std::span<const double> ties,
                                           std::vector<double>& slopes);

// Both: adapts, draws, estimates.
ImportanceEstimate estimate_log_normaliser(const AnyPotential& potential, std::span<const double> f,
                                           const Stage& stage, std::span<const double> ties,
                                           const DrawNumbers& numbers,
                                           const ImportanceOptions& options = {});

// Of a ranking. Stages are independent: variances and biases add; k_hat is the worst stage's,
// effective_draws the fewest.
ImportanceEstimate estimate_log_likelihood(const AnyPotential& potential, const Ranking& ranking,
                                           std::span<const double> f, std::span<const double> ties,
                                           const DrawNumbers& numbers,
                                           const ImportanceOptions& options = {});

// One subset, as good as independent: out of weighted draws, in proportion to their weights. Its law is
// the potential's but for the variance of log Z (about 1/1000 of what one draw has). Throws
// NumericalError where the weights' tail says that they are not to trust.
std::vector<Index> resample_subset(const AnyPotential& potential, std::span<const double> f,
                                   const Stage& stage, std::span<const double> ties, Draws& draws);

}  // namespace fubini
