// SPDX-License-Identifier: BSD-3-Clause
#include "models.hpp"

#include "models_of_places.hpp"
#include "models_of_terms.hpp"

#include "fubini/catalogue/models.hpp"

#include <algorithm>

namespace fubini::faults {

std::vector<SpoiltModel> spoilt_models() {
  std::vector<SpoiltModel> all = models_of_terms();
  for (SpoiltModel& one : models_of_places()) all.push_back(std::move(one));
  for (SpoiltModel& one : right_models()) all.push_back(std::move(one));
  return all;
}

Model with_gradient(const Model& model, Model::Call<Gradient> gradient) {
  Model::Parts parts = model.parts();
  parts.gradient = std::move(gradient);
  return Model(std::move(parts));
}

namespace {

Slopes slopes_of(Model::Call<Gradient> gradient, const Ranking& ranking) {
  return [gradient = std::move(gradient), ranking](In x, Out g) {
    const auto n = static_cast<std::size_t>(ranking.num_items());
    std::fill(g.begin(), g.end(), 0.0);  // a model adds
    gradient(ranking, x.first(n), x.subspan(n), {g.first(n), g.subspan(n)});
  };
}

}  // namespace

Subject as_function(const SpoiltModel& spoilt) {
  static const ModelCatalogue known = built_in_models();
  const Model model = known.make(spoilt.model);
  const Ranking ranking{std::span<const Index>(spoilt.start.buckets)};
  const auto value = [model, ranking](In x) {
    const auto n = static_cast<std::size_t>(ranking.num_items());
    return model.log_likelihood(ranking, x.first(n), x.subspan(n));
  };
  return {spoilt.name,
          spoilt.kind,
          spoilt.model + ": " + spoilt.what,
          spoilt.start.x,
          {},
          value,
          slopes_of(model.parts().gradient, ranking),
          slopes_of(spoilt.spoil(model), ranking)};
}

}  // namespace fubini::faults
