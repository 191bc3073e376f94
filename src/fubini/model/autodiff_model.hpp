// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/model/catalogue.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/likelihood.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

// Models and scorers under autodiff, as values: this header needs no Stan Math. Handles for your
// own types come from autodiff(model) and autodiff(scorer) in autodiff.hpp.
namespace fubini {

// Arguments and results as Stan Math's scalars; defined in autodiff_erasure.hpp.
struct ModelOnTape;
struct ScorerOnTape;
struct ModelOnNestedTape;
struct ScorerOnNestedTape;

// Derivatives of a model's definition. Arguments are assumed checked, as in Model.
class AutodiffModel {
 public:
  struct Interface {
    virtual ~Interface() = default;
    virtual double reverse(const Ranking&, std::span<const double>, std::span<const double>,
                           Gradient) const = 0;
    virtual double forward(const Ranking&, std::span<const double>, std::span<const double>,
                           std::span<const double>, std::span<const double>) const = 0;
    virtual void hessian_times(const Ranking&, std::span<const double>, std::span<const double>,
                               std::span<const double>, std::span<const double>,
                               Gradient) const = 0;
    virtual void record(const Ranking&, ModelOnTape&) const = 0;
    virtual void record(const Ranking&, ModelOnNestedTape&) const = 0;
    ModelInfo info;
    std::vector<std::string> ties;
  };
  explicit AutodiffModel(std::shared_ptr<const Interface> self) : self_(std::move(self)) {}

  // From a concrete model; only in units that include autodiff.hpp.
  template <class M>
  requires(!std::same_as<M, AutodiffModel> && GenericModel<M>) explicit AutodiffModel(M model);

  const ModelInfo& info() const { return self_->info; }
  std::vector<std::string> tie_parameters() const { return self_->ties; }

  // Value, and gradient added to g, by reverse mode.
  double reverse(const Ranking& ranking, std::span<const double> f, std::span<const double> ties,
                 Gradient g) const {
    return self_->reverse(ranking, f, ties, g);
  }
  // The derivative along (f_direction, tie_direction), by forward mode.
  double forward(const Ranking& ranking, std::span<const double> f, std::span<const double> ties,
                 std::span<const double> f_direction, std::span<const double> tie_direction) const {
    return self_->forward(ranking, f, ties, f_direction, tie_direction);
  }
  // The Hessian times the direction, added to g, by forward over reverse mode.
  void hessian_times(const Ranking& ranking, std::span<const double> f,
                     std::span<const double> ties, std::span<const double> f_direction,
                     std::span<const double> tie_direction, Gradient g) const {
    self_->hessian_times(ranking, f, ties, f_direction, tie_direction, g);
  }
  template <class Tape>
  void record(const Ranking& ranking, Tape& on_tape) const {
    self_->record(ranking, on_tape);
  }

 private:
  std::shared_ptr<const Interface> self_;
};

// A scorer's generic call under autodiff.
class AutodiffScorer {
 public:
  struct Interface {
    virtual ~Interface() = default;
    virtual void record(const Items&, ScorerOnTape&) const = 0;
    virtual void record(const Items&, ScorerOnNestedTape&) const = 0;
    virtual void forward(const Items&, std::span<const double>, std::span<const double>,
                         std::span<double>, std::span<double>) const = 0;
    virtual void backward(const Items&, std::span<const double>, std::span<const double>,
                          std::span<double>) const = 0;
    virtual void check(const Dataset&) const = 0;
    virtual std::vector<double> initial_weights(std::uint64_t) const = 0;
    Index num_weights = 0;
  };
  explicit AutodiffScorer(std::shared_ptr<const Interface> self) : self_(std::move(self)) {}

  template <class S>
  requires(!std::same_as<S, AutodiffScorer> && GenericScorer<S>) explicit AutodiffScorer(S scorer);

  Index num_weights() const { return self_->num_weights; }
  void check(const Dataset& data) const { self_->check(data); }
  std::vector<double> initial_weights(std::uint64_t seed) const {
    return self_->initial_weights(seed);
  }
  // Scores, and their derivatives along a direction of the weights, by forward mode.
  void forward(const Items& items, std::span<const double> w, std::span<const double> direction,
               std::span<double> f, std::span<double> df) const {
    self_->forward(items, w, direction, f, df);
  }
  // Adds the sum over i of df_i dscore_i/dw to dw, by reverse mode.
  void backward(const Items& items, std::span<const double> w, std::span<const double> df,
                std::span<double> dw) const {
    self_->backward(items, w, df, dw);
  }
  template <class Tape>
  void record(const Items& items, Tape& on_tape) const {
    self_->record(items, on_tape);
  }

 private:
  std::shared_ptr<const Interface> self_;
};

// Gradients by reverse mode through the definitions of both, from the weights to the value.
Likelihood by_autodiff(AutodiffModel model, AutodiffScorer scorer);

// For one query, through both definitions: the derivative along a direction of all parameters
// (weights, then ties) by forward mode, and the Hessian times that direction by forward over
// reverse mode, written to `product`.
double forward_derivative(const AutodiffModel& model, const AutodiffScorer& scorer,
                          const Query& query, std::span<const double> parameters,
                          std::span<const double> direction);
void hessian_times(const AutodiffModel& model, const AutodiffScorer& scorer, const Query& query,
                   std::span<const double> parameters, std::span<const double> direction,
                   std::span<double> product);

using AutodiffCatalogue = BasicCatalogue<AutodiffModel>;

// The models that come with Fubini, and its scorers.
AutodiffCatalogue built_in_autodiff_models();
class linear;
class mlp;
class worths;
AutodiffScorer autodiff(linear scorer);
AutodiffScorer autodiff(mlp scorer);
AutodiffScorer autodiff(worths scorer);

}  // namespace fubini
