// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/texts.hpp"
#include "fubini/catalogue/catalogue.hpp"
#include "fubini/core/dataset.hpp"
#include "fubini/core/options.hpp"
#include "fubini/score/scorer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fubini {

struct ScorerEntry {
  static constexpr auto what = "scorer";
  std::string name = {}, description = {};
  std::string usage = {};    // "mlp:64,32[:tanh|relu|softplus]"
  std::string example = {};  // arguments to check it with
  bool by_number = false;
  std::vector<OptionInfo> options = {};
  // For so many features, or, by number, items
  Scorer (*make)(std::string_view arguments, Index size) = nullptr;
  ScorerDefinition<Digits> (*digits)(std::string_view arguments, Index size) = nullptr;
  // For the data of a fit, if it looks at them; standardisation is theirs
  Scorer (*select)(std::string_view arguments, const Dataset&, Standardisation&, int) = nullptr;
  // Of programs with Stan Math
  ScorerAutodiff (*autodiff)(std::string_view arguments, Index size) = nullptr;
  Scorer (*differentiated)(std::string_view arguments, Index size) = nullptr;
};

// Scorers by name: "linear", "mlp:64,32:relu", "products:0.15", "worths", "mine:depth=3".
class ScorerCatalogue : public Catalogue<ScorerEntry> {
 public:
  using Catalogue::Catalogue;

  Scorer make(std::string_view specification, Index size) const;
  // These throw ArgumentError where autodiff is wanted, and this program has none.
  ScorerTexts texts(std::string_view specification, Index size) const;
  // With its backward by hand, or by autodiff where it has none.
  Scorer with_backward(std::string_view specification, Index size) const;

  // The size that it is made for: features of this data, or items. Throws ArgumentError if the scorer
  // wants features and there are none, or the other way round.
  Index size_for(std::string_view specification, const Dataset& data) const;
};

// The scorers that come with Fubini: one a file of score/scorers.
ScorerCatalogue built_in_scorers();

}  // namespace fubini
