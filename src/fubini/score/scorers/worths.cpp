// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/scorers/worths.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/error.hpp"

#include <string>

namespace fubini {

worths::worths(Index num_items) : num_items_(num_items) {
  check_at_least("worths", "num_items", num_items, 1);
}

void worths::check(const Dataset& data) const {
  if (data.kind() != Items::Kind::identity)
    throw ArgumentError(
        "worths: the data has feature rows; wanted item numbers "
        "(Dataset::identity)");
  if (data.num_distinct_items() != num_items_)
    throw ArgumentError("worths: made for " + std::to_string(num_items_) + " items; the data has " +
                        std::to_string(data.num_distinct_items()));
}

}  // namespace fubini
