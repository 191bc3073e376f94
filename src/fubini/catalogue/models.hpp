// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/texts.hpp"
#include "fubini/catalogue/catalogue.hpp"
#include "fubini/core/options.hpp"
#include "fubini/model/model.hpp"
#include "fubini/sample/sampler.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fubini {

struct ModelEntry {
  static constexpr auto what = "model";
  std::string name;
  ModelInfo info;
  std::vector<OptionInfo> options;
  Model (*make)(std::string_view options);
  Sampler (*sampler)(std::string_view options);
  Definition<Digits> (*digits)(std::string_view options);
  // Options for data with buckets of these sizes, if the model has such
  std::string (*options_for)(std::span<const Index> bucket_sizes) = nullptr;
  // Of programs with Stan Math
  ModelAutodiff (*autodiff)(std::string_view options) = nullptr;
  Model (*differentiated)(std::string_view options) = nullptr;
  Sampler (*differentiated_sampler)(std::string_view options) = nullptr;
};

// Models by name, each in what is asked for and no more.
class ModelCatalogue : public Catalogue<ModelEntry> {
 public:
  using Catalogue::Catalogue;

  Sampler sampler(std::string_view specification) const;
  // Whose potential has slopes by hand, or by autodiff where it has none and this program can
  Sampler sampler_with_slopes(std::string_view specification) const;
  // These throw ArgumentError where autodiff is wanted, and this program has none.
  ModelTexts texts(std::string_view specification) const;
  // With its gradient by hand, or by autodiff where it has none.
  Model with_gradient(std::string_view specification) const;
  // The specification to use for such data: options that the user did not give come from it. Throws
  // ArgumentError if the data ties more items than the model can take.
  std::string adapted(std::string_view specification, const Dataset& data) const;
};

// The models that come with Fubini.
ModelCatalogue built_in_models();

}  // namespace fubini
