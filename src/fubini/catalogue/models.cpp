// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/catalogue/models.hpp"

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

}  // namespace

Sampler ModelCatalogue::sampler(std::string_view specification) const {
  const Specification asked(specification);
  return find(asked.name).sampler(asked.arguments);
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
    throw ArgumentError("model " + result + ": the data ties " + std::to_string(sizes.back()) +
                        " items, the model at most " + std::to_string(largest));
  return result;
}

}  // namespace fubini
