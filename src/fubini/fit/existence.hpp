// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/model/model.hpp"

#include <optional>
#include <string>
#include <vector>

// Whether a log-likelihood has a finite maximum. A concave one has if and only if no direction of
// recession (model/recession.hpp) changes it; and then the maximum is the only one if none leaves it
// as it is but, where the model has that law, a shift of all worths. So the conditions are exact for
//
//   bradley_terry, plackett_luce, pmop_mean, pmop_product, and pmop_minimum, which is not concave but
//     falls without bound in every other direction: d alone. No group of items is such that
//     none of them was ever placed above one outside (Ford 1957). A bucket of pmop_mean ties its items
//     both ways; product has a level, too: an item must have been beaten, and not only beaten.
//   davidson, rao_kupper, glenn_david: d and b. Where the data have ties, b >= 0. With b = 0 the
//     rule is Ford's, a tie both ways. With b > 0 (scaled: a win is a step of at least 1 down, a tie
//     at most 1 up or down) some ring of comparisons must hold more wins than ties.
//   davidson_luce: the same, a win being the choice of one item. With ties of three and more the
//     bounds are those of means; data that wins alone do not settle (strong components, then) go
//     through an exact linear programme if that is small, and are not refused else.
//
// pmop_full, pmop_elimination and pmop_maximum are not concave either. What is refused has no maximum: any
// worths are bettered by moving those of the items that are named. What is not refused may
// run off all the same, as counts decide; run_off.hpp looks at what became of the fit.
// Of models that declare no recession only missing comparisons are refused.
//
// In O(items + rows) time and memory, but for the search for a ring where wins alone make none:
// O(rows sqrt(items)) at worst.
namespace fubini {

// Why worths (one an item, not penalised) have no single finite maximum, in a sentence that names
// items and tie parameters; nothing if no reason is found. `items` are the names. Tie parameters
// must have passed why_no_tie_maximum.
std::optional<std::string> why_no_maximum(const Dataset& data, const Model& model,
                                          const std::vector<std::string>& items);

// Why tie parameters have none at any scores, penalised or not: no ties in the data, nothing but
// ties, or a size of bucket that never occurs.
std::optional<std::string> why_no_tie_maximum(const Dataset& data, const Model& model);

}  // namespace fubini
