// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/likelihood/derivatives.hpp"

#include <span>
#include <string>
#include <vector>

namespace fubini::check {

// A model with a scorer, and both ways to its gradient.
struct Subject {
  ModelTexts model;
  ScorerTexts scorer;
  Model working_model;    // by hand; where that is missing, by autodiff of this half alone
  Scorer working_scorer;  // the same
  Likelihood tested;      // of these two
  Likelihood reverse;     // by autodiff from end to end

  Subject(const ModelTexts& model, const ScorerTexts& scorer);
  bool all_by_autodiff() const {
    return !model.plain.has_gradient() && !scorer.plain.has_backward();
  }
  std::string entry_name(std::size_t j) const;
};

struct Evaluation {
  double value = 0;
  std::vector<double> gradient;
};
Evaluation evaluate(const QueryLikelihood& likelihood, const Query& query,
                    std::span<const double> parameters);

}  // namespace fubini::check
