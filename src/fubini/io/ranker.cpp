// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/ranker.hpp"

#include "fubini/core/error.hpp"
#include "fubini/score/products.hpp"
#include "fubini/score/specification.hpp"

#include <cmath>
#include <utility>

namespace fubini {
namespace {

Scorer scorer_of(const FittedModel& model) {
  const auto specification = ScorerSpecification::parse(model.scorer);
  const bool features = specification.wants_features();
  if (features && !model.items.empty())
    throw ArgumentError("scorer " + model.scorer + " with names of items; wanted none");
  if (!model.products.empty()) {
    if (specification.kind != ScorerSpecification::Kind::linear)
      throw ArgumentError("products of features with the scorer " + model.scorer +
                          "; wanted linear");
    return products(model.num_features, model.products);
  }
  if (!features && model.num_features != 0)
    throw ArgumentError("scorer worths with " + std::to_string(model.num_features) +
                        " features; wanted 0");
  return std::visit([](auto scorer) { return Scorer(std::move(scorer)); },
                    specification.make(features ? model.num_features : std::ssize(model.items)));
}

}  // namespace

Ranker::Ranker(FittedModel model) : model_(std::move(model)), scorer_(scorer_of(model_)) {
  if (std::ssize(model_.weights) != scorer_.num_weights())
    throw ArgumentError(std::to_string(model_.weights.size()) + " weights; scorer " +
                        model_.scorer + " wants " + std::to_string(scorer_.num_weights()));
  if (model_.ties.size() != model_.tie_parameters.size())
    throw ArgumentError(std::to_string(model_.ties.size()) + " tie parameters for " +
                        std::to_string(model_.tie_parameters.size()) + " names");
}

Ranker Ranker::load(const std::string& path) { return Ranker(read_model(path)); }

std::vector<double> Ranker::score(const Items& items) const {
  const bool wanted = model_.items.empty(), found = items.kind() != Items::Kind::identity;
  if (wanted != found)
    throw ArgumentError(std::string("Ranker: the items have ") +
                        (found ? "features" : "numbers only") + "; the model wants " +
                        (wanted ? "features" : "items by number"));
  if (found && items.num_features() != model_.num_features)
    throw ArgumentError("Ranker: the items have " + std::to_string(items.num_features()) +
                        " features; the model wants " + std::to_string(model_.num_features));
  for (Index i = 0; !found && i < items.size(); ++i)
    if (items.id(i) < 0 || items.id(i) >= std::ssize(model_.items))
      throw ArgumentError("Ranker: item number " + std::to_string(items.id(i)) + "; wanted 0 to " +
                          std::to_string(model_.items.size() - 1));
  std::vector<double> f(items.size());
  ScorerMemory kept;
  scorer_.forward(items, model_.weights, f, kept);
  for (std::size_t i = 0; i < f.size(); ++i)
    if (!std::isfinite(f[i]))
      throw NumericalError("Ranker: the score of item " + std::to_string(i + 1) + " is " +
                           std::to_string(f[i]) + "; its features are too large for the weights");
  return f;
}

ReadOptions Ranker::read_options() const {
  ReadOptions options;
  options.num_features = model_.num_features;
  options.items = model_.items;
  return options;
}

}  // namespace fubini
