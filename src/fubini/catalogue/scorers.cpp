// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/catalogue/scorers.hpp"

namespace fubini {

Scorer ScorerCatalogue::make(std::string_view specification, Index size) const {
  const Specification asked(specification);
  return find(asked.name).make(asked.arguments, size);
}

ScorerTexts ScorerCatalogue::texts(std::string_view specification, Index size) const {
  const Specification asked(specification);
  const ScorerEntry& entry = with_autodiff(find(asked.name));
  return {entry.make(asked.arguments, size), entry.autodiff(asked.arguments, size),
          entry.digits(asked.arguments, size)};
}

Scorer ScorerCatalogue::with_backward(std::string_view specification, Index size) const {
  const Specification asked(specification);
  const ScorerEntry& entry = find(asked.name);
  Scorer plain = entry.make(asked.arguments, size);
  return plain.has_backward() ? plain : with_autodiff(entry).differentiated(asked.arguments, size);
}

Index ScorerCatalogue::size_for(std::string_view specification, const Dataset& data) const {
  const ScorerEntry& entry = find(Specification(specification).name);
  const bool features = data.kind() != Items::Kind::identity;
  if (!entry.by_number && !features)
    throw ArgumentError("the data has no features, only items by number; wanted the scorer worths");
  if (entry.by_number && features)
    throw ArgumentError("scorer " + entry.name +
                        ": the data has features; wanted the scorer linear or mlp");
  return features ? data.num_features() : data.num_distinct_items();
}

}  // namespace fubini
