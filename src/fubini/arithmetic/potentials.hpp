// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/autodiff.hpp"
#include "fubini/model/stagewise/pmop.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fubini {

// A potential whose slopes are autodiff of its own text, whatever its form: of what it says of a
// bucket, never of the sum over all subsets.
template <class P>
struct differentiated_potential : P {
  void add_slopes(const Subset<double>& subset, std::span<const double> ties, double weight,
                  std::span<double> scores,
                  std::span<double> tie_slopes) const requires SubsetPotential<P> {
    const std::size_t size = subset.scores.size();
    std::vector<double> x(subset.scores.begin(), subset.scores.end());
    x.insert(x.end(), ties.begin(), ties.end());
    std::vector<double> slopes(x.size(), 0.0);
    const auto value = [&](std::span<const var> all) {
      return P::template log_potential<var>({all.first(size), subset.stage}, all.subspan(size));
    };
    reverse_gradient(value, x, slopes);
    for (std::size_t i = 0; i < size; ++i) scores[i] += weight * slopes[i];
    for (std::size_t t = 0; t < ties.size(); ++t) tie_slopes[t] += weight * slopes[size + t];
  }

  void add_slopes(const SizeOf& bucket, std::span<const double> ties, const Affine<double>& weight,
                  std::span<double> tie_slopes) const requires AffinePotential<P> {
    const auto value = [&](std::span<const var> t) {
      const Affine<var> here = P::template log_potential<var>(bucket, t);
      var sum = 0;
      if (weight.log_weight != 0) sum += weight.log_weight * here.log_weight;
      if (weight.times_mean != 0) sum += weight.times_mean * here.times_mean;
      return sum;
    };
    reverse_gradient(value, ties, tie_slopes);
  }
};

// A model of such a potential without slopes by hand: its family's engine with these slopes, in place
// of autodiff of the whole sum.
template <class M>
concept OfUnslopedFamily = GenericModel<M> && !HandGradient<M> && requires(const M& model) {
  requires family_of<std::remove_cvref_t<decltype(model.potential)>>()
  != Family::any_subset;
  requires std::derived_from<M, pmop<std::remove_cvref_t<decltype(model.potential)>>>;
};

template <OfUnslopedFamily M>
Model differentiated(const M& model) {
  using P = std::remove_cvref_t<decltype(model.potential)>;
  using Sloped = pmop<differentiated_potential<P>>;
  if constexpr (HandGradient<Sloped>) {
    Model::Parts parts = Model(model).parts();
    const Sloped sloped{{model.potential}};
    parts.gradient = [sloped](const Ranking& ranking, auto f, auto ties, Gradient g) {
      return sloped.log_likelihood(ranking, f, ties, g);
    };
    return Model(std::move(parts));
  } else {
    return differentiated(Model(model), define<Reverse>(model));
  }
}

}  // namespace fubini
