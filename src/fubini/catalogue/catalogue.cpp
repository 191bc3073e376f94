// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/catalogue/metrics.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/catalogue/scorers.hpp"
#include "fubini/core/memory.hpp"
#include "fubini/core/text.hpp"

#include <set>

namespace fubini {
namespace {

std::vector<Index> bucket_sizes(const Dataset& data) {
  std::set<Index> sizes;
  for (Index q = 0; q < data.num_queries(); ++q)
    for (Index k = 0; k < data.ranking(q).num_buckets(); ++k)
      sizes.insert(data.ranking(q).bucket_size(k));
  return {sizes.begin(), sizes.end()};
}

// Whoever makes a scorer needs its weights, and as many derivatives.
Scorer with_room(Scorer scorer) {
  constexpr double kVectors = 2;
  check_memory("scorer " + scorer.name(),
               std::to_string(scorer.num_weights()) + " weights with derivatives",
               kVectors * 8 * static_cast<double>(scorer.num_weights()),
               "fewer features, or a smaller scorer");
  return scorer;
}

}  // namespace

Sampler ModelCatalogue::sampler(std::string_view specification) const {
  const Specification asked(specification);
  return find(asked.name).sampler(asked.arguments);
}

Sampler ModelCatalogue::sampler_with_slopes(std::string_view specification) const {
  const Specification asked(specification);
  const ModelEntry& entry = find(asked.name);
  Sampler plain = entry.sampler(asked.arguments);
  if (!plain.can_sample() || plain.potential().has_slopes()) return plain;
  return with_autodiff(entry).differentiated_sampler(asked.arguments);
}

ModelTexts ModelCatalogue::texts(std::string_view specification) const {
  const Specification asked(specification);
  const ModelEntry& entry = with_autodiff(find(asked.name));
  return {entry.make(asked.arguments), entry.autodiff(asked.arguments),
          entry.digits(asked.arguments)};
}

Model ModelCatalogue::with_gradient(std::string_view specification) const {
  const Specification asked(specification);
  const ModelEntry& entry = find(asked.name);
  Model plain = entry.make(asked.arguments);
  return plain.has_gradient() ? plain : with_autodiff(entry).differentiated(asked.arguments);
}

std::string ModelCatalogue::adapted(std::string_view specification, const Dataset& data) const {
  std::string result(specification);
  const ModelEntry& entry = find(Specification(specification).name);
  const std::vector<Index> sizes = bucket_sizes(data);
  if (specification.find(':') == std::string_view::npos && entry.options_for != nullptr)
    result += ":" + entry.options_for(sizes);
  const Index largest = make(result).info().largest_bucket;
  if (largest > 0 && !sizes.empty() && sizes.back() > largest)
    throw ArgumentError("model " + shown_name(result) + ": the data ties " +
                        std::to_string(sizes.back()) + " items, the model at most " +
                        std::to_string(largest));
  return result;
}

Scorer ScorerCatalogue::make(std::string_view specification, Index size) const {
  const Specification asked(specification);
  return with_room(find(asked.name).make(asked.arguments, size));
}

ScorerTexts ScorerCatalogue::texts(std::string_view specification, Index size) const {
  const Specification asked(specification);
  const ScorerEntry& entry = with_autodiff(find(asked.name));
  return {with_room(entry.make(asked.arguments, size)), entry.autodiff(asked.arguments, size),
          entry.digits(asked.arguments, size)};
}

Scorer ScorerCatalogue::with_backward(std::string_view specification, Index size) const {
  const Specification asked(specification);
  const ScorerEntry& entry = find(asked.name);
  Scorer plain = with_room(entry.make(asked.arguments, size));
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

Metric MetricCatalogue::make(std::string_view text) const {
  const auto at = text.find('@');
  const MetricEntry& entry = find(text.substr(0, at));
  if (at == std::string_view::npos) return entry.make_at(0);
  if (!entry.takes_cutoff)
    throw ArgumentError("metric " + shown(text) + ": " + entry.name +
                        " takes no cutoff; wanted it without @");
  const auto cutoff = parse_integer(text.substr(at + 1));
  if (!cutoff || *cutoff < 1)
    throw ArgumentError("metric " + shown(text) +
                        ": wanted a whole number, 1 or more, after the @");
  return entry.make_at(*cutoff);
}

std::vector<Metric> MetricCatalogue::make_all(std::string_view text) const {
  std::vector<Metric> metrics;
  for (const std::string_view part : split(text, ',')) metrics.push_back(make(part));
  if (metrics.empty()) throw ArgumentError("no metrics; wanted some of " + listed(names()));
  return metrics;
}

}  // namespace fubini
