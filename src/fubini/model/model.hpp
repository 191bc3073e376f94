// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/model/contract.hpp"

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fubini {

// Any model, as a value. One virtual call a query. The calls assume checked arguments;
// fubini::log_likelihood (log_likelihood.hpp) checks them.
class Model {
 public:
  // "Not a Model" stands first: asking whether a Model is a model would ask how it is copied.
  template <class M>
  requires(!std::same_as<M, Model> && GenericModel<M>) Model(M model)
      : self_(std::make_shared<const Holder<M>>(checked(std::move(model)))) {}

  const ModelInfo& info() const { return self_->info; }
  std::vector<std::string> tie_parameters() const { return self_->ties; }
  bool has_gradient() const { return self_->has_gradient; }

  // Both by hand where the model has it; the value alone falls back on the definition.
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties) const {
    return self_->value(ranking, f, ties);
  }
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    return self_->gradient(ranking, f, ties, g);
  }

  // The generic text in double precision, which everything else is measured against.
  double definition(const Ranking& ranking, std::span<const double> f,
                    std::span<const double> ties) const {
    return self_->definition(ranking, f, ties);
  }

  // For those who make one from parts, as differentiated() does.
  struct Interface {
    virtual ~Interface() = default;
    virtual double value(const Ranking&, std::span<const double>,
                         std::span<const double>) const = 0;
    virtual double gradient(const Ranking&, std::span<const double>, std::span<const double>,
                            Gradient) const = 0;
    virtual double definition(const Ranking&, std::span<const double>,
                              std::span<const double>) const = 0;
    ModelInfo info;
    std::vector<std::string> ties;
    bool has_gradient = false;
  };
  explicit Model(std::shared_ptr<const Interface> self) : self_(std::move(self)) {}

 private:
  template <class M>
  struct Holder final : Interface {
    explicit Holder(M m) : model(std::move(m)) {
      this->info = model_info(model);
      this->ties = model.tie_parameters();
      this->has_gradient = HandGradient<M>;
    }
    double value(const Ranking& ranking, std::span<const double> f,
                 std::span<const double> t) const override {
      return value_by_hand(model, ranking, f, t);
    }
    double definition(const Ranking& ranking, std::span<const double> f,
                      std::span<const double> t) const override {
      return model.template log_likelihood<double>(ranking, f, t);
    }
    double gradient(const Ranking& ranking, std::span<const double> f, std::span<const double> t,
                    [[maybe_unused]] Gradient g) const override {
      if constexpr (HandGradient<M>)
        return model.log_likelihood(ranking, f, t, g);
      else
        throw ArgumentError("model " + this->info.name +
                            " has no gradient by hand; wanted one, or differentiated(model) from "
                            "fubini/arithmetic/autodiff.hpp");
    }
    M model;
  };

  std::shared_ptr<const Interface> self_;
};

}  // namespace fubini
