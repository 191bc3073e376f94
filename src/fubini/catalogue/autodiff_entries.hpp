// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/autodiff.hpp"
#include "fubini/catalogue/entries.hpp"
#include "fubini/sample/autodiff.hpp"

// Adds autodiff to the entries of entries.hpp, in units that see Stan Math.
namespace fubini {

template <GenericModel M>
void add_autodiff(ModelEntry& entry) {
  entry.autodiff = [](std::string_view options) { return autodiff(with_options<M>(options)); };
  entry.differentiated = [](std::string_view options) {
    return differentiated(with_options<M>(options));
  };
  entry.differentiated_sampler = [](std::string_view options) {
    return differentiated_sampler(with_options<M>(options));
  };
}

template <NamedScorer S>
void add_autodiff(ScorerEntry& entry) {
  entry.autodiff = [](std::string_view arguments, Index size) {
    return autodiff(make_scorer<S>(arguments, size));
  };
  entry.differentiated = [](std::string_view arguments, Index size) {
    return differentiated(make_scorer<S>(arguments, size));
  };
}

}  // namespace fubini
