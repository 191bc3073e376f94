// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/evaluate/metric.hpp"

namespace fubini {

// 1 / position of the first relevant item
struct mrr {
  static constexpr auto description = "reciprocal rank of the first relevant item";
  Index cutoff = 0;

  double value(const Judged& query, const Conventions& conventions) const {
    return reciprocal_rank(query.sorted(), cutoff, conventions.relevant_above);
  }
  static std::string says(const Conventions& conventions) {
    return relevance_in_words(conventions);
  }
};

}  // namespace fubini
