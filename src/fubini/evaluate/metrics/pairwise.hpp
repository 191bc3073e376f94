// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/evaluate/metric.hpp"

namespace fubini {

// Of the pairs with different grades, how many are in order; tied scores count a half
struct pairwise {
  static constexpr auto description = "share of the pairs with different grades in order";
  static constexpr bool by_position = false;
  static constexpr auto tied_scores = "1/2";

  double value(const Judged& query, const Conventions&) const {
    return pairwise_accuracy(query.pairs());
  }
};

}  // namespace fubini
