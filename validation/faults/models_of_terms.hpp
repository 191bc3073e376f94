// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "models.hpp"

namespace fubini::faults {

std::vector<SpoiltModel> models_of_terms();  // terms, digits, state, threads
std::vector<SpoiltModel> right_models();

// The right gradient on its own, then what is done to it, then added as models do
using Deed = std::function<void(const Ranking&, In scores, In ties, Gradient g)>;
std::function<Model::Call<Gradient>(const Model&)> spoilt_by(const Deed& deed);

inline const Asked kFive = {{1, 2, 1, 1}, {0.5, -0.2, 0.3, -0.9, 0.1}};
inline const Asked kFiveAndTie = {{1, 2, 1, 1}, {0.5, -0.2, 0.3, -0.9, 0.1, 0.3}};
std::vector<double> ramp(std::size_t n,
                         std::vector<double> ties = {});  // -1/2 to 1/2, going up and down

}  // namespace fubini::faults
