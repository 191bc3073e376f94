// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/scorers.hpp"

#include <memory>
#include <mutex>
#include <utility>

namespace fubini::check {

ScorerUnderTest scorer(const ScorerCatalogue& scorers, std::string_view specification) {
  scorers.texts(specification, 1);  // complains of arguments now
  const ScorerEntry entry = scorers.find(Specification(specification).name);
  // Those that select by the data of a fit do so for somebody's data, once; a generated query is too
  // little to select by.
  struct Selected {
    std::mutex mutex;
    const Dataset* data = nullptr;
    std::string name;
  };
  const auto make = [scorers, entry, name = std::string(specification),
                     kept = std::make_shared<Selected>()](const Dataset& data) {
    const Index size = scorers.size_for(name, data);
    if (entry.select == nullptr || data.num_queries() == 1) return scorers.texts(name, size);
    const std::scoped_lock lock(kept->mutex);
    if (kept->data != &data) {
      Standardisation by = standardisation_of(data);
      const Scorer chosen = entry.select(Specification(name).arguments, data, by, 0);
      kept->name = entry.name + ":" + chosen.info().arguments;
      kept->data = &data;
    }
    return scorers.texts(kept->name, size);
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
