// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/specification.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"

namespace fubini {
namespace {

using Kind = ScorerSpecification::Kind;

Activation parse_activation(std::string_view name) {
  if (name == "tanh") return Activation::tanh;
  if (name == "relu") return Activation::relu;
  if (name == "softplus") return Activation::softplus;
  throw UnknownName(unknown_name("activation", name, {"tanh", "relu", "softplus"}));
}

std::vector<Index> parse_layers(std::string_view text) {
  constexpr long kMost = 1'000'000;
  std::vector<Index> hidden;
  for (const std::string_view part : split(text, ',')) {
    const auto size = parse_integer(part);
    if (!size || *size < 1 || *size > kMost)
      throw ArgumentError("scorer mlp: '" + std::string(part) +
                          "' is not a size of a layer; wanted whole numbers from 1, separated by "
                          "commas, as in mlp:64,32");
    hidden.push_back(*size);
  }
  return hidden;
}

}  // namespace

ScorerSpecification ScorerSpecification::parse(std::string_view text) {
  const auto colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto rest = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  if (name == "linear" || name == "worths") {
    if (colon != std::string_view::npos)
      throw ArgumentError("scorer " + std::string(name) + ": found ':" + std::string(rest) +
                          "'; it has no options");
    return {.kind = name == "linear" ? Kind::linear : Kind::worths};
  }
  if (name != "mlp") throw UnknownName(unknown_name("scorer", name, {"linear", "mlp", "worths"}));
  const auto second = rest.find(':');
  ScorerSpecification result{.kind = Kind::mlp, .hidden = parse_layers(rest.substr(0, second))};
  if (result.hidden.empty())
    throw ArgumentError("scorer mlp: no layers; wanted their sizes, as in mlp:64,32");
  if (second != std::string_view::npos)
    result.activation = parse_activation(rest.substr(second + 1));
  return result;
}

std::variant<linear, mlp, worths> ScorerSpecification::make(const Dataset& data) const {
  const bool features = data.kind() != Items::Kind::identity;
  if (wants_features() && !features)
    throw ArgumentError("the data has no features, only items by number; wanted the scorer worths");
  if (!wants_features() && features)
    throw ArgumentError("scorer worths: the data has features; wanted the scorer linear or mlp");
  return make(features ? data.num_features() : data.num_distinct_items());
}

std::variant<linear, mlp, worths> ScorerSpecification::make(Index size) const {
  if (kind == Kind::worths) return worths(size);
  if (kind == Kind::mlp) return mlp(size, hidden, activation);
  return linear(size);
}

}  // namespace fubini
