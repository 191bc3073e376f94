// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

// What a model says of itself, in its own file; fubini::check measures whether it is true. A model
// without laws() promises nothing.
//
//   Laws laws() const {
//     return {.sums_to_one = Over::ordered_partitions,
//             .reductions = {{.name = "no ties", .to = "plackett_luce", .on = On::singletons}}};
//   }
namespace fubini {

// What probabilities are summed over.
enum class Over { nothing, ordered_partitions, permutations };

// Which rankings a reduction speaks of.
enum class On { rankings, singletons, one_bucket };

// A special case: there the model is another model of the catalogue, or has a value known
// otherwise.
struct Reduction {
  std::string_view name;
  std::string_view to = {};  // a model by name, or:
  double (*value)(const Ranking& ranking, std::span<const double> f) = nullptr;
  On on = On::rankings;
  Index items = 0;                  // exactly so many; 0: any number
  std::optional<double> ties = {};  // all tie parameters have this value; else `to` gets them too
  bool up_to_a_constant = false;    // gradients agree, values need not
};

struct Laws {
  Over sums_to_one = Over::nothing;
  Index most_items = 20;                // it does so for up to this many items
  bool shift_invariant = true;          // a constant added to all scores changes nothing
  bool order_invariant = true;          // nor does the order of the items inside a bucket
  bool constant_on_one_bucket = false;  // if all items tie, scores have no influence
  bool smooth_at_equal_scores = true;   // false: a maximum, say, has no derivative there
  double far_within = 0;  // at scores of +-1e4, if it is not as near to the truth as others: 1e-11
  std::vector<Reduction> reductions = {};
};

// How near to the 50-digit truth a gradient comes, of max(norm, 1), if it is not as near as the
// others; and why.
struct Accuracy {
  double bound = 0;
  std::string_view why = {};
};

}  // namespace fubini
