// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <nlohmann/json.hpp>

namespace fubini::bench {

// A fit of pmop_full with a linear scorer to simulated data, as `fubini fit` does it: features
// standardised, L-BFGS for so many iterations. In seconds: all of it but the simulation, the
// standardisation, and evaluations; peak memory in bytes.
nlohmann::ordered_json whole_fit(Index rows, Index features, int iterations, int threads);

}  // namespace fubini::bench
