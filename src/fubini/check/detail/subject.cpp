// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/subject.hpp"

namespace fubini::check {
Subject::Subject(const ModelTexts& m, const ScorerTexts& s)
    : model(m),
      scorer(s),
      working_model(m.plain.has_gradient() ? m.plain : differentiated(m.plain, m.autodiff.reverse)),
      working_scorer(s.plain.has_backward() ? s.plain
                                            : differentiated(s.plain, s.autodiff.reverse)),
      tested(by_hand(working_model, working_scorer)),
      reverse(by_autodiff(m, s)) {}

std::string Subject::entry_name(std::size_t j) const {
  const auto weights = static_cast<std::size_t>(scorer.plain.num_weights());
  return j < weights ? scorer.plain.weight_name(static_cast<Index>(j))
                     : model.plain.tie_parameters()[j - weights];
}

Evaluation evaluate(const QueryLikelihood& likelihood, const Query& query,
                    std::span<const double> parameters) {
  Evaluation result{0, std::vector<double>(parameters.size(), 0.0)};
  result.value = likelihood.add_gradient(query, parameters, result.gradient);
  return result;
}

}  // namespace fubini::check
