// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/score/contract.hpp"

#include <cstdint>
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
  bool has_backward = false;
  bool can_fold = false;
  Index rows_at_once = 1;
  Index output_weights = 0;
};

// Any scorer, as a value. One virtual call a query.
class Scorer {
 public:
  template <class S>
  requires(!std::same_as<S, Scorer> && GenericScorer<S>) Scorer(S scorer)
      : self_(std::make_shared<const Holder<S>>(std::move(scorer))) {}

  const ScorerInfo& info() const { return self_->info; }
  const std::string& name() const { return info().name; }
  Index num_weights() const { return info().num_weights; }
  bool has_backward() const { return info().has_backward; }
  void check(const Dataset& data) const { self_->check(data); }
  std::vector<double> initial_weights(std::uint64_t seed) const {
    return self_->initial_weights(seed);
  }

  // For people: "feature 3", "item 7".
  std::string weight_name(Index j) const { return self_->weight_name(j); }

  void score(const Items& items, std::span<const double> w, std::span<double> f) const {
    self_->score(items, w, f);
  }
  void forward(const Items& items, std::span<const double> w, std::span<double> f,
               ScorerMemory& kept) const {
    self_->forward(items, w, f, kept);
  }
  void backward(const Items& items, std::span<const double> w, std::span<const double> df,
                std::span<double> dw, const ScorerMemory& kept) const {
    self_->backward(items, w, df, dw, kept);
  }

  // Weights of standardised features, and gradients with respect to them.
  bool can_fold() const { return info().can_fold; }
  void fold(const Standardisation& by, std::span<const double> u, std::span<double> w) const {
    self_->fold(by, u, w);
  }
  void pull_back(const Standardisation& by, std::span<const double> dw,
                 std::span<double> du) const {
    self_->pull_back(by, dw, du);
  }

  // For those who make one from parts, as differentiated() does.
  struct Interface {
    virtual ~Interface() = default;
    virtual void check(const Dataset&) const = 0;
    virtual std::vector<double> initial_weights(std::uint64_t) const = 0;
    virtual std::string weight_name(Index) const = 0;
    virtual void score(const Items&, std::span<const double>, std::span<double>) const = 0;
    virtual void forward(const Items&, std::span<const double>, std::span<double>,
                         ScorerMemory&) const = 0;
    virtual void backward(const Items&, std::span<const double>, std::span<const double>,
                          std::span<double>, const ScorerMemory&) const = 0;
    virtual void fold(const Standardisation&, std::span<const double>, std::span<double>) const = 0;
    virtual void pull_back(const Standardisation&, std::span<const double>,
                           std::span<double>) const = 0;
    ScorerInfo info;
  };
  explicit Scorer(std::shared_ptr<const Interface> self) : self_(std::move(self)) {}

 private:
  template <class S>
  struct Holder final : Interface {
    explicit Holder(S s) : scorer(std::move(s)) { this->info = scorer_info(scorer); }
    void check(const Dataset& data) const override { check_fit(scorer, data); }
    std::vector<double> initial_weights(std::uint64_t seed) const override {
      return fubini::initial_weights(scorer, seed);
    }
    std::string weight_name(Index j) const override { return fubini::weight_name(scorer, j); }
    void score(const Items& items, std::span<const double> w, std::span<double> f) const override {
      scorer.template score<double>(items, w, f);
    }
    void forward(const Items& items, std::span<const double> w, std::span<double> f,
                 [[maybe_unused]] ScorerMemory& kept) const override {
      if constexpr (HandScorer<S>)
        scorer.forward(items, w, f, kept);
      else
        scorer.template score<double>(items, w, f);
    }
    void backward([[maybe_unused]] const Items& items, [[maybe_unused]] std::span<const double> w,
                  [[maybe_unused]] std::span<const double> df,
                  [[maybe_unused]] std::span<double> dw,
                  [[maybe_unused]] const ScorerMemory& kept) const override {
      if constexpr (HandScorer<S>)
        scorer.backward(items, w, df, dw, kept);
      else
        lacks("backward", "one, or differentiated(scorer) from fubini/arithmetic/autodiff.hpp");
    }
    void fold([[maybe_unused]] const Standardisation& by,
              [[maybe_unused]] std::span<const double> u,
              [[maybe_unused]] std::span<double> w) const override {
      if constexpr (FoldingScorer<S>)
        scorer.fold(by, u, w);
      else
        lacks("fold and pull_back", "them, to fit on standardised features");
    }
    void pull_back([[maybe_unused]] const Standardisation& by,
                   [[maybe_unused]] std::span<const double> dw,
                   [[maybe_unused]] std::span<double> du) const override {
      if constexpr (FoldingScorer<S>)
        scorer.pull_back(by, dw, du);
      else
        lacks("fold and pull_back", "them, to fit on standardised features");
    }
    [[noreturn]] void lacks(const char* what, const char* wanted) const {
      throw ArgumentError("scorer " + this->info.name + " has no " + what + "; wanted " + wanted);
    }
    S scorer;
  };

  template <class S>
  static ScorerInfo scorer_info(const S& scorer) {
    ScorerInfo info{.name = std::string(type_name<S>()),
                    .num_weights = scorer.num_weights(),
                    .has_backward = HandScorer<S>,
                    .can_fold = FoldingScorer<S>};
    if constexpr (requires { scorer.arguments(); }) info.arguments = scorer.arguments();
    if constexpr (requires { scorer.rows_at_once(); }) info.rows_at_once = scorer.rows_at_once();
    if constexpr (requires { scorer.output_weights(); })
      info.output_weights = scorer.output_weights();
    return info;
  }

  std::shared_ptr<const Interface> self_;
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
