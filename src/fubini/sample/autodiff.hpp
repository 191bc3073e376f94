// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/potentials.hpp"
#include "fubini/sample/sampler.hpp"

#include <span>
#include <string>
#include <vector>

namespace fubini {

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
    if constexpr (!SlopedPotential<
                      of_subsets_t<std::remove_cvref_t<decltype(model.stage_potential())>>>)
      return Sampler(differentiated_stages<M>{model});
  return Sampler(model);
}

}  // namespace fubini
