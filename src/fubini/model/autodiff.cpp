// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/model/autodiff.hpp"

#include "fubini/score/linear.hpp"
#include "fubini/score/mlp.hpp"
#include "fubini/score/worths.hpp"

#include <cmath>
#include <utility>

namespace fubini {
namespace {

class ByAutodiff final : public QueryLikelihood {
 public:
  ByAutodiff(AutodiffModel model, AutodiffScorer scorer)
      : model_(std::move(model)), scorer_(std::move(scorer)) {}

  Index num_weights() const override { return scorer_.num_weights(); }
  std::vector<std::string> tie_parameters() const override { return model_.tie_parameters(); }
  std::vector<double> initial_weights(std::uint64_t seed) const override {
    return scorer_.initial_weights(seed);
  }
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
    if (std::isinf(value.val())) return value.val();
    stan::math::grad(value.vi_);
    std::vector<double> slopes(all.size(), 0.0);
    detail::add_adjoints(all, slopes);
    check_slopes(query, slopes, "parameter");
    for (std::size_t j = 0; j < all.size(); ++j) gradient[j] += query.weight * slopes[j];
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

double forward_derivative(const AutodiffModel& model, const AutodiffScorer& scorer,
                          const Query& query, std::span<const double> parameters,
                          std::span<const double> direction) {
  const auto num_weights = static_cast<std::size_t>(scorer.num_weights());
  std::vector<double> f(query.items.size()), df(query.items.size());
  scorer.forward(query.items, parameters.first(num_weights), direction.first(num_weights), f, df);
  return model.forward(query.ranking, f, parameters.subspan(num_weights), df,
                       direction.subspan(num_weights));
}

void hessian_times(const AutodiffModel& model, const AutodiffScorer& scorer, const Query& query,
                   std::span<const double> parameters, std::span<const double> direction,
                   std::span<double> product) {
  const NestedTape tape;
  const auto num_weights = static_cast<std::size_t>(scorer.num_weights());
  const std::vector<fvar<var>> all = detail::along<var>(parameters, direction);
  const std::span<const fvar<var>> view(all);
  std::vector<fvar<var>> scores(query.items.size());
  ScorerOnNestedTape scoring{view.first(num_weights), scores};
  scorer.record(query.items, scoring);
  ModelOnNestedTape modelling{scores, view.subspan(num_weights), {}};
  model.record(query.ranking, modelling);
  stan::math::grad(modelling.value.d_.vi_);
  for (std::size_t j = 0; j < all.size(); ++j) product[j] = all[j].val_.adj();
}

AutodiffScorer autodiff(linear scorer) { return AutodiffScorer(std::move(scorer)); }
AutodiffScorer autodiff(mlp scorer) { return AutodiffScorer(std::move(scorer)); }
AutodiffScorer autodiff(worths scorer) { return AutodiffScorer(std::move(scorer)); }

}  // namespace fubini
