// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/facets.hpp"

#include <span>
#include <string>
#include <vector>

namespace fubini::check {

// The model with its gradient by hand, or by autodiff where it has none.
Model with_some_gradient(const ModelFacets& model);

// A model with a scorer, and both ways to its gradient.
struct Subject {
  ModelFacets model;
  ScorerFacets scorer;
  Model working_model;    // by hand; where that is missing, by autodiff of this half alone
  Scorer working_scorer;  // the same
  Likelihood tested;      // of these two
  Likelihood reverse;     // by autodiff from end to end

  Subject(const ModelFacets& model, const ScorerFacets& scorer);
  bool all_by_autodiff() const { return !model.plain.by_hand() && !scorer.plain.by_hand(); }
  std::string entry_name(std::size_t j) const;
};

struct Evaluation {
  double value = 0;
  std::vector<double> gradient;
};
Evaluation evaluate(const QueryLikelihood& likelihood, const Query& query,
                    std::span<const double> parameters);

}  // namespace fubini::check
