// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/sample/detail/tilted_draws.hpp"

#include <vector>

namespace fubini::detail {

// Adds to `table` the chance that an item is in, for every item and number wanted, from 0 to `size`;
// log_e[m - 1] becomes log e_m. Tilts too steep for the numbers are made flatter, in place.
void fill_table(const Basis& basis, Index num_items, Index size, Tilt& tilt,
                std::vector<double>& table, std::vector<double>& log_e);

}  // namespace fubini::detail
