// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/checks.hpp"

#include "fubini/core/error.hpp"

#include <string>

namespace fubini {

void check_size(const char* scorer, const char* argument, Index size) {
  if (size < 1)
    throw ArgumentError(std::string(scorer) + ": " + argument + " is " + std::to_string(size) +
                        "; wanted at least 1");
}

void check_features(const char* scorer, Index num_features, const Dataset& data) {
  if (data.kind() == Items::Kind::identity)
    throw ArgumentError(std::string(scorer) +
                        ": the data has no features; wanted feature rows, or the scorer worths");
  if (data.num_features() != num_features)
    throw ArgumentError(std::string(scorer) + ": made for " + std::to_string(num_features) +
                        " features; the data has " + std::to_string(data.num_features()));
}

}  // namespace fubini
