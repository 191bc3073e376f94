// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/autodiff.hpp"
#include "fubini/sample/sampler.hpp"

#include <span>
#include <string>
#include <vector>

namespace fubini {

// A potential whose slopes are autodiff of its own text
template <class P>
struct differentiated_potential : P {
  void add_slopes(const Subset<double>& subset, std::span<const double> ties, double weight,
                  std::span<double> scores, std::span<double> tie_slopes) const {
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
};

template <class M>
struct differentiated_stages : M {
  static std::string model_name() { return model_info(M{}).name; }
  auto stage_potential() const {
    using P = std::remove_cvref_t<decltype(M::stage_potential())>;
    return differentiated_potential<P>{M::stage_potential()};
  }
};

// The same sampler, whose potential has slopes: by autodiff, unless it has them by hand.
template <GenericModel M>
Sampler differentiated_sampler(const M& model) {
  if constexpr (requires { model.stage_potential(); })
    if constexpr (!SlopedPotential<std::remove_cvref_t<decltype(model.stage_potential())>>)
      return Sampler(differentiated_stages<M>{model});
  return Sampler(model);
}

}  // namespace fubini
