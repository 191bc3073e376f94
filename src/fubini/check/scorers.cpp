// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/scorers.hpp"

#include <utility>

namespace fubini::check {

ScorerUnderTest scorer(const ScorerCatalogue& scorers, std::string_view specification) {
  scorers.texts(specification, 1);  // complains of arguments now
  const ScorerEntry entry = scorers.find(Specification(specification).name);
  const auto make = [scorers, entry, name = std::string(specification)](const Dataset& data) {
    const Index size = scorers.size_for(name, data);
    // One query, as they are generated, is too little to select by.
    if (entry.select == nullptr || data.num_queries() == 1) return scorers.texts(name, size);
    Standardisation by = standardisation_of(data);
    const Scorer chosen = entry.select(Specification(name).arguments, data, by, 0);
    return scorers.texts(entry.name + ":" + chosen.info().arguments, size);
  };
  return {std::string(specification), make, !entry.by_number};
}

std::vector<ScorerUnderTest> all_scorers(const ScorerCatalogue& scorers) {
  std::vector<ScorerUnderTest> all;
  for (const ScorerEntry& entry : scorers)
    all.push_back(
        scorer(scorers, entry.example.empty() ? entry.name : entry.name + ":" + entry.example));
  return all;
}

}  // namespace fubini::check
