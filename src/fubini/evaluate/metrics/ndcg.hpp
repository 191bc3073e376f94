// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/evaluate/metric.hpp"

namespace fubini {

// dcg, divided by that of the best order
struct ndcg {
  static constexpr auto description = "dcg over that of the best order";
  Index cutoff = 0;

  double value(const Judged& query, const Conventions& conventions) const {
    return ndcg_at(query.sorted(), cutoff, conventions.gain);
  }
  std::string wants(double grade, const Conventions& conventions) const {
    return gain_wanted(grade, conventions);
  }
  static std::string says(const Conventions& conventions) { return gain_in_words(conventions); }
};

}  // namespace fubini
