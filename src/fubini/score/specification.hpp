// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/score/linear.hpp"
#include "fubini/score/mlp.hpp"
#include "fubini/score/worths.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fubini {

// A scorer by name: "linear", "worths", "mlp:64,32" or "mlp:64,32:relu" (tanh, relu, softplus).
struct ScorerSpecification {
  enum class Kind { linear, mlp, worths };
  Kind kind = Kind::linear;
  std::vector<Index> hidden = {};
  Activation activation = Activation::tanh;

  // Throws UnknownName or ArgumentError.
  static ScorerSpecification parse(std::string_view text);

  bool wants_features() const { return kind != Kind::worths; }

  // For this data. Throws ArgumentError if the scorer wants features and there are none, or the
  // other way round.
  std::variant<linear, mlp, worths> make(const Dataset& data) const;
  // For so many features, or, with worths, items.
  std::variant<linear, mlp, worths> make(Index size) const;
};

}  // namespace fubini
