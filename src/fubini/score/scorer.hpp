// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/score/contract.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fubini {

// Everything that a scorer says of itself.
struct ScorerInfo {
  std::string name = {};
  std::string arguments = {};  // with which it can be made again: NAME:ARGUMENTS
  Index num_weights = 0;
  Index rows_at_once = 1;
  Index output_weights = 0;
};

// Any scorer, as a value.
class Scorer {
 public:
  using Fold = std::function<void(const Standardisation&, std::span<const double> from,
                                  std::span<double> to)>;
  // What a scorer is made of; others may stand in for its own, as in differentiated().
  struct Parts {
    ScorerInfo info;
    std::function<void(const Dataset&)> check;
    std::function<std::vector<double>(std::uint64_t seed)> initial_weights;
    std::function<std::string(Index)> weight_name;
    std::function<void(const Items&, std::span<const double> w, std::span<double> f)> score;
    std::function<void(const Items&, std::span<const double> w, std::span<double> f,
                       ScorerMemory& kept)>
        forward;
    std::function<void(const Items&, std::span<const double> w, std::span<const double> df,
                       std::span<double> dw, const ScorerMemory& kept)>
        backward;          // empty: none
    Fold fold, pull_back;  // empty: none
  };
  explicit Scorer(Parts parts) : parts_(std::make_shared<const Parts>(std::move(parts))) {}

  template <class S>
  requires(!std::same_as<S, Scorer> && GenericScorer<S>) Scorer(S scorer)
      : Scorer(parts_of(std::move(scorer))) {}

  const Parts& parts() const { return *parts_; }
  const ScorerInfo& info() const { return parts_->info; }
  const std::string& name() const { return info().name; }
  Index num_weights() const { return info().num_weights; }
  void check(const Dataset& data) const { parts_->check(data); }
  std::vector<double> initial_weights(std::uint64_t seed) const {
    return parts_->initial_weights(seed);
  }

  // For people: "feature 3", "item 7".
  std::string weight_name(Index j) const { return parts_->weight_name(j); }

  void score(const Items& items, std::span<const double> w, std::span<double> f) const {
    parts_->score(items, w, f);
  }
  void forward(const Items& items, std::span<const double> w, std::span<double> f,
               ScorerMemory& kept) const {
    parts_->forward(items, w, f, kept);
  }
  bool has_backward() const { return parts_->backward != nullptr; }
  void backward(const Items& items, std::span<const double> w, std::span<const double> df,
                std::span<double> dw, const ScorerMemory& kept) const {
    if (!has_backward())
      throw ArgumentError("scorer " + name() +
                          " has no backward; wanted one, or differentiated(scorer) from "
                          "fubini/arithmetic/autodiff.hpp");
    parts_->backward(items, w, df, dw, kept);
  }

  // Weights of standardised features, and gradients with respect to them; only if it can.
  bool can_fold() const { return parts_->fold != nullptr; }
  void fold(const Standardisation& by, std::span<const double> u, std::span<double> w) const {
    folding(parts_->fold)(by, u, w);
  }
  void pull_back(const Standardisation& by, std::span<const double> dw,
                 std::span<double> du) const {
    folding(parts_->pull_back)(by, dw, du);
  }

 private:
  const Fold& folding(const Fold& fold) const {
    if (fold) return fold;
    throw ArgumentError("scorer " + name() +
                        " has no fold and pull_back; wanted them to fit on standardised features");
  }

  template <class S>
  static Parts parts_of(const S& scorer) {
    Parts parts;
    parts.info = {.name = std::string(type_name<S>()), .num_weights = scorer.num_weights()};
    if constexpr (requires { scorer.arguments(); }) parts.info.arguments = scorer.arguments();
    if constexpr (requires { scorer.rows_at_once(); })
      parts.info.rows_at_once = scorer.rows_at_once();
    if constexpr (requires { scorer.output_weights(); })
      parts.info.output_weights = scorer.output_weights();
    parts.check = [scorer]([[maybe_unused]] const Dataset& data) {
      if constexpr (requires { scorer.check(data); }) scorer.check(data);
    };
    parts.initial_weights = [scorer]([[maybe_unused]] std::uint64_t seed) {
      if constexpr (requires { scorer.initial_weights(seed); })
        return scorer.initial_weights(seed);
      else
        return std::vector<double>(scorer.num_weights(), 0.0);
    };
    parts.weight_name = [scorer](Index j) {
      if constexpr (requires { scorer.weight_name(j); })
        return scorer.weight_name(j);
      else
        return "weight " + std::to_string(j + 1);
    };
    parts.score = [scorer](const Items& items, auto w, auto f) {
      scorer.template score<double>(items, w, f);
    };
    parts.forward = [scorer](const Items& items, auto w, auto f,
                             [[maybe_unused]] ScorerMemory& kept) {
      if constexpr (HandScorer<S>)
        scorer.forward(items, w, f, kept);
      else
        scorer.template score<double>(items, w, f);
    };
    if constexpr (HandScorer<S>)
      parts.backward = [scorer](const Items& items, auto w, auto df, auto dw, const auto& kept) {
        scorer.backward(items, w, df, dw, kept);
      };
    if constexpr (FoldingScorer<S>) {
      parts.fold = [scorer](const auto& by, auto u, auto w) { scorer.fold(by, u, w); };
      parts.pull_back = [scorer](const auto& by, auto dw, auto du) {
        scorer.pull_back(by, dw, du);
      };
    }
    return parts;
  }

  std::shared_ptr<const Parts> parts_;
};

// The scores of items, in their order. For new items: Items::dense or Items::sparse over your own
// memory. Throws ArgumentError unless w has the scorer's number of weights.
inline std::vector<double> scores(const Scorer& scorer, const Items& items,
                                  std::span<const double> w) {
  if (static_cast<Index>(w.size()) != scorer.num_weights())
    throw ArgumentError("scores: " + std::to_string(w.size()) + " weights; scorer " +
                        scorer.name() + " wants " + std::to_string(scorer.num_weights()));
  std::vector<double> f(items.size());
  scorer.score(items, w, f);
  return f;
}

}  // namespace fubini
