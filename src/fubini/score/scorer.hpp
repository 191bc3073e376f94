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

// Any scorer, as a value. One virtual call a query.
class Scorer {
 public:
  template <class S>
  requires(!std::same_as<S, Scorer> && GenericScorer<S>) Scorer(S scorer)
      : self_(std::make_shared<const Holder<S>>(std::move(scorer))) {}

  std::string name() const { return self_->name(); }
  Index num_weights() const { return self_->num_weights(); }
  bool by_hand() const { return self_->by_hand(); }  // has forward and backward
  Index rows_at_once() const { return self_->rows_at_once(); }
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
  bool can_fold() const { return self_->can_fold(); }
  void fold(const Standardisation& by, std::span<const double> u, std::span<double> w) const {
    self_->fold(by, u, w);
  }
  void pull_back(const Standardisation& by, std::span<const double> dw,
                 std::span<double> du) const {
    self_->pull_back(by, dw, du);
  }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual std::string name() const = 0;
    virtual Index num_weights() const = 0;
    virtual bool by_hand() const = 0;
    virtual Index rows_at_once() const = 0;
    virtual void check(const Dataset&) const = 0;
    virtual std::vector<double> initial_weights(std::uint64_t) const = 0;
    virtual std::string weight_name(Index) const = 0;
    virtual void score(const Items&, std::span<const double>, std::span<double>) const = 0;
    virtual void forward(const Items&, std::span<const double>, std::span<double>,
                         ScorerMemory&) const = 0;
    virtual void backward(const Items&, std::span<const double>, std::span<const double>,
                          std::span<double>, const ScorerMemory&) const = 0;
    virtual bool can_fold() const = 0;
    virtual void fold(const Standardisation&, std::span<const double>, std::span<double>) const = 0;
    virtual void pull_back(const Standardisation&, std::span<const double>,
                           std::span<double>) const = 0;
  };

  template <class S>
  struct Holder final : Interface {
    explicit Holder(S s) : scorer(std::move(s)) {}
    std::string name() const override { return std::string(type_name<S>()); }
    Index num_weights() const override { return scorer.num_weights(); }
    bool by_hand() const override { return HandScorer<S>; }
    Index rows_at_once() const override { return fubini::rows_at_once(scorer); }
    void check(const Dataset& data) const override { check_fit(scorer, data); }
    std::vector<double> initial_weights(std::uint64_t seed) const override {
      return fubini::initial_weights(scorer, seed);
    }
    std::string weight_name(Index j) const override { return fubini::weight_name(scorer, j); }
    void score(const Items& items, std::span<const double> w, std::span<double> f) const override {
      scorer.template score<double>(items, w, f);
    }
    void forward(const Items& items, std::span<const double> w, std::span<double> f,
                 ScorerMemory& kept) const override {
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
        throw ArgumentError("scorer " + name() +
                            " has no backward; wanted one, or differentiated(scorer) from "
                            "fubini/model/autodiff.hpp");
    }
    bool can_fold() const override { return FoldingScorer<S>; }
    void fold(const Standardisation& by, std::span<const double> u,
              std::span<double> w) const override {
      if constexpr (FoldingScorer<S>)
        scorer.fold(by, u, w);
      else
        no_fold();
    }
    void pull_back(const Standardisation& by, std::span<const double> dw,
                   std::span<double> du) const override {
      if constexpr (FoldingScorer<S>)
        scorer.pull_back(by, dw, du);
      else
        no_fold();
    }
    [[noreturn]] void no_fold() const {
      throw ArgumentError("scorer " + name() +
                          " has no fold and pull_back; wanted them to fit on "
                          "standardised features");
    }
    S scorer;
  };

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
