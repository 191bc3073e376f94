// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/arithmetic/digits.hpp"

#include "fubini/likelihood/derivatives.hpp"

namespace fubini {

PreciseGradient in_fifty_digits(const ModelTexts& model, const ScorerTexts& scorer,
                                const Query& query, std::span<const double> parameters) {
  const auto unseen = [](const auto&) {};
  return in_fifty_digits(function_of<Digits>(model.digits, scorer.digits, query.ranking,
                                             query.items, scorer.plain.num_weights(), unseen),
                         parameters);
}

}  // namespace fubini
