// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/model/model.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fubini {

// Why the log-likelihood of worths (one an item, not penalised) has no finite maximum, in a sentence
// that names items; nothing if no reason is found. The rule (Ford 1957): whichever way items are
// split in two, some item of each part must have been placed above, or where the model learns from
// ties, tied with, one of the other. `items` are the names.
std::optional<std::string> why_no_maximum(const Dataset& data, const Model& model,
                                          const std::vector<std::string>& items);

// The same for tie parameters: no ties in the data, or nothing but ties.
std::optional<std::string> why_no_tie_maximum(const Dataset& data, const Model& model);

}  // namespace fubini
