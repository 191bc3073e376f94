// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/fit/objective.hpp"
#include "fubini/fit/options.hpp"
#include "fubini/sample/sampler.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

// Fits by sample averages (Geyer 1994): every stage of every query keeps draws that were made at
// reference parameters and are reweighted as parameters move, so that the likelihood is a smooth
// function that any optimiser can climb. Draws are made anew where it ended, until nothing moves.
namespace fubini {

// How sure such a likelihood is, at the parameters where it was last asked.
struct ImportanceAccuracy {
  double standard_error = 0;   // of the log-likelihood, weighted
  double bias = 0;             // that was taken off it
  double effective_share = 1;  // of the draws, beside how effective they were when they were made
  double left_out = 0;         // the largest share of a normaliser that has no draws
};

// The log-likelihood of one dataset, which must outlive it, by frozen draws. The same seed and round
// give the same bits for any number of threads.
class ImportanceLikelihood final : public QueryLikelihood {
 public:
  // Throws ArgumentError unless the model can be sampled and its potential has slopes.
  ImportanceLikelihood(Sampler model, Scorer scorer, const Dataset& data, Index draws,
                       std::uint64_t seed, int threads);

  // Makes the draws of all stages at these parameters (weights of raw features, then ties); about
  // `draws` a stage, if not as many as was said.
  // Returns the log-likelihood there.
  double draw_anew(std::span<const double> parameters, std::uint64_t round,
                   std::optional<Index> draws = {});
  // Of the last call on every query: the log-likelihood, and how sure it is
  double value() const;
  ImportanceAccuracy accuracy() const;

  double value(const Query& query, std::span<const double> parameters) const override;
  double add_gradient(const Query& query, std::span<const double> parameters,
                      std::span<double> gradient) const override;

 private:
  struct StageKept {
    StagePilots pilots;
    StageDraws draws;
    ImportanceEstimate made;  // log Z, when they were made
  };
  struct QueryKept {
    std::vector<StageKept> stages;
    // Of the last call
    double value = 0, variance = 0, log_effective = 0, sampled = 0;

    void begin() { value = variance = log_effective = sampled = 0; }
    void add(const StageKept& stage, double log_potential, const ImportanceEstimate& log_z);
  };
  struct StageSeen;
  void draw_anew(const StageSeen& stage, const DrawNumbers& numbers,
                 const ImportanceOptions& options, StageKept& kept) const;
  double evaluate(const Query& query, std::span<const double> f, std::span<const double> ties,
                  std::optional<Gradient> g) const;

  Sampler model_;
  const Dataset* data_;
  Index draws_;
  std::uint64_t seed_;
  int threads_;
  mutable std::vector<QueryKept> kept_;  // by query: one thread at a time
};

// Climbs by rounds of draws. The summary's monte_carlo has the errors; its objective is that of draws
// made anew at its parameters.
FitSummary maximise_by_importance(const Dataset& data, const Sampler& model, const Scorer& scorer,
                                  const ObjectiveOptions& how, std::span<const double> start,
                                  const FitOptions& options);

}  // namespace fubini
