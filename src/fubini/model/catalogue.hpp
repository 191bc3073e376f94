// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/model.hpp"
#include "fubini/model/options.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fubini {

// One model of a catalogue. Handle is what a catalogue gives: Model here, AutodiffModel and
// PreciseModel where Stan Math and Boost come in.
template <class Handle>
struct CatalogueEntry {
  ModelInfo info;
  std::vector<OptionInfo> options;
  Handle (*make)(std::string_view options);
  // Options for data with buckets of these sizes, if the model has such
  std::string (*options_for)(std::span<const Index> bucket_sizes) = nullptr;
};

template <class M>
constexpr auto options_for() -> std::string (*)(std::span<const Index>) {
  if constexpr (requires(std::span<const Index> sizes) { M::options_for(sizes); })
    return &M::options_for;
  else
    return nullptr;
}

template <class Handle, class M>
CatalogueEntry<Handle> catalogue_entry() {
  return {model_info(M{}), option_infos<M>(),
          [](std::string_view options) { return Handle(make_model<M>(options)); },
          options_for<M>()};
}

// Models by name. CMake writes the lists: one entry for each models/*.hpp
// (cmake/fubini_catalogue.cmake).
template <class Handle>
class BasicCatalogue {
 public:
  using Entry = CatalogueEntry<Handle>;

  explicit BasicCatalogue(std::vector<Entry> entries) : entries_(std::move(entries)) {}

  // These, then `others`. Throws ArgumentError if a name stands in both.
  BasicCatalogue joined(const BasicCatalogue& others) const {
    std::vector<Entry> all = entries_;
    for (const Entry& entry : others) {
      for (const Entry& own : entries_)
        if (own.info.name == entry.info.name)
          throw ArgumentError("model " + entry.info.name +
                              ": there is one of that name already; wanted another name");
      all.push_back(entry);
    }
    return BasicCatalogue(std::move(all));
  }

  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  std::size_t size() const { return entries_.size(); }

  const Entry& find(std::string_view name) const {
    std::vector<std::string> names;
    for (const Entry& entry : entries_) {
      if (entry.info.name == name) return entry;
      names.push_back(entry.info.name);
    }
    throw UnknownName(unknown_name("model", name, std::move(names)));
  }

  // "davidson", or with options "pmop_full:constant=no:stage_weights=1,0.5"
  Handle make(std::string_view specification) const {
    const auto colon = specification.find(':');
    const Entry& entry = find(specification.substr(0, colon));
    return entry.make(colon == std::string_view::npos ? "" : specification.substr(colon + 1));
  }

  // The specification to use for such data: options that the user did not give come from it.
  std::string adapted(const std::string& specification, std::span<const Index> bucket_sizes) const {
    if (specification.find(':') != std::string::npos) return specification;
    const Entry& entry = find(specification);
    return entry.options_for ? specification + ":" + entry.options_for(bucket_sizes)
                             : specification;
  }

 private:
  std::vector<Entry> entries_;
};

using Catalogue = BasicCatalogue<Model>;

// The models that come with Fubini.
Catalogue built_in_models();

}  // namespace fubini
