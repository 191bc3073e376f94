// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/worths.hpp"

#include "fubini/core/error.hpp"
#include "fubini/score/checks.hpp"

#include <string>

namespace fubini {

worths::worths(Index num_items) : num_items_(num_items) {
  check_size("worths", "num_items", num_items);
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
