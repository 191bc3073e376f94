// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/model/contract.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fubini {

// Any model, as a value. The calls assume checked arguments; fubini::log_likelihood
// (log_likelihood.hpp) checks them.
class Model {
 public:
  // What a model is made of; others may stand in for its own, as in differentiated().
  template <class... More>
  using Call = std::function<double(const Ranking&, std::span<const double> f,
                                    std::span<const double> ties, More...)>;
  struct Parts {
    ModelInfo info;
    std::vector<std::string> ties;
    Call<> value;
    Call<Gradient> gradient;  // empty: none
  };
  explicit Model(Parts parts) : parts_(std::make_shared<const Parts>(std::move(parts))) {}

  // "Not a Model" stands first: asking whether a Model is a model would ask how it is copied.
  template <class M>
  requires(!std::same_as<M, Model> && GenericModel<M>) Model(M model)
      : Model(parts_of(checked(std::move(model)))) {}

  const Parts& parts() const { return *parts_; }
  const ModelInfo& info() const { return parts_->info; }
  const std::vector<std::string>& tie_parameters() const { return parts_->ties; }
  bool has_gradient() const { return parts_->gradient != nullptr; }

  // Both by hand where the model has it; the value alone falls back on the definition.
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties) const {
    return parts_->value(ranking, f, ties);
  }
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    if (has_gradient()) return parts_->gradient(ranking, f, ties, g);
    throw ArgumentError("model " + info().name +
                        " has no gradient by hand; wanted one, or differentiated(model) from "
                        "fubini/arithmetic/autodiff.hpp");
  }

 private:
  template <class M>
  static Parts parts_of(const M& model) {
    Parts parts{model_info(model),
                model.tie_parameters(),
                [model](const Ranking& ranking, auto f, auto ties) {
                  return value_by_hand(model, ranking, f, ties);
                },
                {}};
    if constexpr (HandGradient<M>)
      parts.gradient = [model](const Ranking& ranking, auto f, auto ties, Gradient g) {
        return model.log_likelihood(ranking, f, ties, g);
      };
    return parts;
  }

  std::shared_ptr<const Parts> parts_;
};

}  // namespace fubini
