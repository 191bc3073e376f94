// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/autodiff.hpp"

#include "fubini/score/linear.hpp"
#include "fubini/score/mlp.hpp"
#include "fubini/score/worths.hpp"

#include <utility>

namespace fubini {
namespace {

class ByAutodiff final : public QueryLikelihood {
 public:
  ByAutodiff(AutodiffModel model, AutodiffScorer scorer)
      : model_(std::move(model)), scorer_(std::move(scorer)) {}

  Index num_weights() const override { return scorer_.num_weights(); }
  std::vector<std::string> tie_parameters() const override { return model_.tie_parameters(); }
  void check(const Dataset& data) const override { scorer_.check(data); }

  double value(const Query& query, std::span<const double> parameters) const override {
    const NestedTape tape;
    return record(query, detail::on_tape(parameters)).val();
  }

  double add_gradient(const Query& query, std::span<const double> parameters,
                      std::span<double> gradient) const override {
    const NestedTape tape;
    const std::vector<var> all = detail::on_tape(parameters);
    var value = record(query, all);
    stan::math::grad(value.vi_);
    for (std::size_t j = 0; j < all.size(); ++j) gradient[j] += query.weight * all[j].adj();
    return value.val();
  }

 private:
  var record(const Query& query, std::span<const var> parameters) const {
    std::vector<var> scores(query.items.size());
    ScorerOnTape scoring{parameters.first(num_weights()), scores};
    scorer_.record(query.items, scoring);
    check_scores(query, detail::values(std::span<const var>(scores)));
    ModelOnTape modelling{scores, parameters.subspan(num_weights()), {}};
    model_.record(query.ranking, modelling);
    check_value(query, modelling.value.val());
    return modelling.value;
  }

  AutodiffModel model_;
  AutodiffScorer scorer_;
};

}  // namespace

Likelihood by_autodiff(AutodiffModel model, AutodiffScorer scorer) {
  return std::make_shared<ByAutodiff>(std::move(model), std::move(scorer));
}

AutodiffScorer autodiff(linear scorer) { return AutodiffScorer(std::move(scorer)); }
AutodiffScorer autodiff(mlp scorer) { return AutodiffScorer(std::move(scorer)); }
AutodiffScorer autodiff(worths scorer) { return AutodiffScorer(std::move(scorer)); }

}  // namespace fubini
