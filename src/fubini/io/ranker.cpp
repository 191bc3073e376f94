// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/ranker.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/core/memory.hpp"
#include "fubini/io/file.hpp"

#include <algorithm>
#include <utility>

namespace fubini {
namespace {

Scorer scorer_of(const FittedModel& model, const ScorerCatalogue& scorers) {
  const bool by_number = scorers.find(Specification(model.scorer).name).by_number;
  if (!by_number && !model.items.empty())
    throw ArgumentError("scorer " + shown_name(model.scorer) + " with names of items; wanted none");
  if (by_number && model.num_features != 0)
    throw ArgumentError("scorer " + shown_name(model.scorer) + " with " +
                        std::to_string(model.num_features) + " features; wanted 0");
  // A scorer of products takes memory for each feature, of which a small file may claim any number.
  constexpr Index kFew = 1'000'000;
  if (model.num_features > std::max(kFew, std::ssize(model.weights)))
    throw ArgumentError(std::to_string(model.num_features) + " features with " +
                        std::to_string(model.weights.size()) +
                        " weights; wanted one each, or more");
  return scorers.make(model.scorer, by_number ? std::ssize(model.items) : model.num_features);
}

}  // namespace

Ranker::Ranker(FittedModel model, const ScorerCatalogue& scorers)
    : model_(std::move(model)), scorer_(scorer_of(model_, scorers)) {
  if (std::ssize(model_.weights) != scorer_.num_weights())
    throw ArgumentError(std::to_string(model_.weights.size()) + " weights; scorer " +
                        shown_name(model_.scorer) + " wants " +
                        std::to_string(scorer_.num_weights()));
  if (model_.ties.size() != model_.tie_parameters.size())
    throw ArgumentError(std::to_string(model_.ties.size()) + " tie parameters for " +
                        std::to_string(model_.tie_parameters.size()) + " names");
}

Ranker Ranker::parse(std::string_view text, const std::string& name,
                     const ScorerCatalogue& scorers) {
  try {
    return Ranker(parse_model(text, name), scorers);
  } catch (const MemoryError& error) {
    throw MemoryError(name + ": " + error.what());
  } catch (const ArgumentError& error) {  // its parts do not go together
    throw FileError(name + ": " + error.what());
  }
}

Ranker Ranker::load(const std::string& path, const ScorerCatalogue& scorers) {
  return parse(read_file(path), shown_name(path), scorers);
}

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
  if (const std::size_t i = first_not_finite(f); i < f.size())
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
