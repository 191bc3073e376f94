// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/evaluate/metric.hpp"

namespace fubini {

// Average precision: the mean, over relevant items, of precision at their position
struct map {
  static constexpr auto description = "average precision";

  double value(const Judged& query, const Conventions& conventions) const {
    return average_precision(query.sorted(), conventions.relevant_above);
  }
  static std::string says(const Conventions& conventions) {
    return relevance_in_words(conventions);
  }
};

}  // namespace fubini
