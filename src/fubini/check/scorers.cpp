// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/scorers.hpp"

#include "fubini/score/specification.hpp"

namespace fubini::check {

ScorerUnderTest scorer(std::string_view specification) {
  const auto parsed = ScorerSpecification::parse(specification);
  ScorerUnderTest result;
  result.name = std::string(specification);
  result.features = parsed.wants_features();
  result.output_weights = parsed.hidden.empty() ? 0 : parsed.hidden.back();
  result.make = [parsed](const Dataset& data) {
    const auto made = parsed.make(data);
    return std::visit(
        [](const auto& one) {
          return ScorerFacets{Scorer(one), autodiff(one), precise(one)};
        },
        made);
  };
  return result;
}

std::vector<ScorerUnderTest> all_scorers() {
  return {scorer("linear"), scorer("mlp:8,4"), scorer("worths")};
}

}  // namespace fubini::check
