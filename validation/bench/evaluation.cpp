// SPDX-License-Identifier: BSD-3-Clause
#include "evaluation.hpp"

#include "fubini/core/random.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/catalogue/scorers.hpp"

#include <cmath>
#include <numeric>

namespace fubini::bench {

Scorer scorer(const std::string& name, const Dataset& data) {
  const ScorerCatalogue scorers = built_in_scorers();
  const Specification asked(name);
  const ScorerEntry& entry = scorers.find(asked.name);
  if (entry.select == nullptr) return scorers.make(name, scorers.size_for(name, data));
  Standardisation by = standardisation_of(data);
  return entry.select(asked.arguments, data, by, 0);
}

std::vector<double> parameters(const Scorer& scorer, std::size_t ties) {
  std::vector<double> w = scorer.initial_weights(1);
  if (scorer.name() != "mlp") {
    const double reach = 8 / std::sqrt(static_cast<double>(w.size()));
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = reach * (uniform(1, 0, j) - 0.5);
  }
  w.resize(w.size() + ties, 0.0);
  return w;
}

Evaluation::Evaluation(const Dataset& data, const std::string& model, const std::string& scorer,
                       int threads)
    : scorer_(bench::scorer(scorer, data)),
      objective_(data, by_hand(built_in_models().make(model), scorer_), {.threads = threads}),
      parameters_(bench::parameters(scorer_, objective_.tie_parameters().size())),
      gradient_(parameters_.size()),
      queries_(data.num_queries()) {
  std::iota(queries_.begin(), queries_.end(), Index{0});
}

double Evaluation::operator()() { return objective_.value_and_gradient(parameters_, gradient_); }

double Evaluation::operator()(Index queries) {
  return objective_.value_and_gradient(parameters_, gradient_,
                                       std::span<const Index>(queries_).first(queries));
}

}  // namespace fubini::bench
