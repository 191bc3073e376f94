// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/likelihood/autodiff.hpp"

#include <cmath>
#include <utility>

namespace fubini {
namespace {

constexpr auto kUnseen = [](const auto&) {};  // scores on their way to the model

class ByAutodiff final : public QueryLikelihood {
  auto function(const Query& query) const {
    const auto seen = [&query](std::span<const var> scores) {
      check_scores(query, detail::values(scores));
    };
    return [this, &query, seen](std::span<const var> x) {
      const var value = function_of<Reverse>(model_text_, scorer_text_, query.ranking, query.items,
                                             num_weights(), seen)(x);
      check_value(query, value.val(), largest_bucket_);
      return value;
    };
  }

 public:
  ByAutodiff(const Model& model, Definition<Reverse> model_text, Scorer scorer,
             ScorerDefinition<Reverse> scorer_text)
      : QueryLikelihood(model.tie_parameters(), std::move(scorer)),
        largest_bucket_(model.info().largest_bucket),
        model_text_(std::move(model_text)),
        scorer_text_(std::move(scorer_text)) {}

  double value(const Query& query, std::span<const double> parameters) const override {
    const NestedTape tape;
    const std::vector<var> all(parameters.begin(), parameters.end());
    return function(query)(std::span<const var>(all)).val();
  }

  double add_gradient(const Query& query, std::span<const double> parameters,
                      std::span<double> gradient) const override {
    std::vector<double> slopes(parameters.size(), 0.0);
    const double value = reverse_gradient(function(query), parameters, slopes);
    check_slopes(query, slopes, "parameter");
    for (std::size_t j = 0; j < slopes.size(); ++j) gradient[j] += query.weight * slopes[j];
    return value;
  }

 private:
  Index largest_bucket_;
  Definition<Reverse> model_text_;
  ScorerDefinition<Reverse> scorer_text_;
};

}  // namespace

Likelihood by_autodiff(const Model& model, Definition<Reverse> model_text, Scorer scorer,
                       ScorerDefinition<Reverse> scorer_text) {
  return std::make_shared<ByAutodiff>(model, std::move(model_text), std::move(scorer),
                                      std::move(scorer_text));
}

Likelihood by_autodiff(const ModelTexts& model, const ScorerTexts& scorer) {
  return by_autodiff(model.plain, model.autodiff.reverse, scorer.plain, scorer.autodiff.reverse);
}

double derivative_along(const ModelTexts& model, const ScorerTexts& scorer, const Query& query,
                        std::span<const double> parameters, std::span<const double> direction) {
  return derivative_along(
      function_of<Forward>(model.autodiff.forward, scorer.autodiff.forward, query.ranking,
                           query.items, scorer.plain.num_weights(), kUnseen),
      parameters, direction);
}

void hessian_times(const ModelTexts& model, const ScorerTexts& scorer, const Query& query,
                   std::span<const double> parameters, std::span<const double> direction,
                   std::span<double> product) {
  std::ranges::fill(product, 0.0);
  add_hessian_times(
      function_of<Nested>(model.autodiff.nested, scorer.autodiff.nested, query.ranking, query.items,
                          scorer.plain.num_weights(), kUnseen),
      parameters, direction, product);
}

}  // namespace fubini
