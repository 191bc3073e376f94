// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/likelihood/likelihood.hpp"
#include "fubini/score/standardisation.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fubini {

struct ObjectiveOptions {
  double l2 = 0;    // penalty (l2/2) |w|^2 on the scorer's weights; tie parameters go free
  int threads = 0;  // at most so many at once; 0: as many as TBB may use (the machine's cores)
  // Weights are those of features standardised so, folded by the scorer of the likelihood.
  std::optional<Standardisation> folding = {};
};

// What a fit maximises, over all queries q with weight v_q:
//   sum over q of v_q L_q(w, ties) - (l2/2) |w|^2
// Parameters are the weights, then the tie parameters. Queries are summed in parallel, in chunks
// that depend on the data alone: any number of threads gives the same bits. The dataset must
// outlive the objective and stay as it is.
class Objective {
 public:
  Objective(const Dataset& data, Likelihood likelihood, ObjectiveOptions options = {});
  Objective(const Dataset&& data, Likelihood likelihood, ObjectiveOptions options = {}) = delete;

  Index num_weights() const { return likelihood_->num_weights(); }
  Index num_parameters() const { return num_weights() + static_cast<Index>(ties_.size()); }
  const std::vector<std::string>& tie_parameters() const { return ties_; }

  // Where to begin a fit: the scorer's initial weights (zeros unless it has better ones; an mlp
  // must not begin at zeros), and 0 for every tie parameter.
  std::vector<double> start(std::uint64_t seed = 0) const;

  double value(std::span<const double> parameters) const;
  // Overwrites `gradient`.
  double value_and_gradient(std::span<const double> parameters, std::span<double> gradient) const;
  // Of these queries alone, with their share of the penalty (by weight).
  double value_and_gradient(std::span<const double> parameters, std::span<double> gradient,
                            std::span<const Index> queries) const;

  // What the scorer sees: weights of raw features, then tie parameters.
  std::vector<double> folded(std::span<const double> parameters) const;

  const Dataset& data() const { return *data_; }
  const ObjectiveOptions& options() const { return options_; }
  const QueryLikelihood& likelihood() const { return *likelihood_; }
  double total_weight() const { return total_weight_; }  // of all queries

 private:
  double evaluate(std::span<const double> parameters, std::span<double> gradient,
                  std::span<const Index> queries) const;
  void check(std::span<const double> parameters) const;
  void check_room() const;
  void penalise(std::span<const double> parameters, double share, double& value,
                std::span<double> gradient) const;

  const Dataset* data_;
  Likelihood likelihood_;
  ObjectiveOptions options_;
  std::vector<std::string> ties_;
  std::vector<Index> all_;  // queries
  double total_weight_ = 0;
};

}  // namespace fubini
