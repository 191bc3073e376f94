// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/precise.hpp"

#include "fubini/score/linear.hpp"
#include "fubini/score/mlp.hpp"
#include "fubini/score/worths.hpp"

namespace fubini {

PreciseQueryGradient in_fifty_digits(const PreciseModel& model, const PreciseScorer& scorer,
                                     const Query& query, std::span<const double> parameters) {
  Traced::clear();
  const std::vector<Traced> variables = detail::traced_variables(parameters);
  const std::span<const Traced> all(variables);
  std::vector<Traced> scores(query.items.size());
  ScorerInDigits scoring{all.first(scorer.num_weights()), scores};
  scorer.record(query.items, scoring);
  ModelInDigits modelling{scores, all.subspan(scorer.num_weights()), {}};
  model.record(query.ranking, modelling);
  PreciseQueryGradient result{to_precise(modelling.value.value()), {}};
  for (const Real& slope : Traced::gradient(modelling.value, variables))
    result.slopes.push_back(to_precise(slope));
  return result;
}

PreciseScorer precise(linear scorer) { return PreciseScorer(std::move(scorer)); }
PreciseScorer precise(mlp scorer) { return PreciseScorer(std::move(scorer)); }
PreciseScorer precise(worths scorer) { return PreciseScorer(std::move(scorer)); }

}  // namespace fubini
