// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/evaluate/metric.hpp"

namespace fubini {

// The sum over positions i of gain_i / log2(1 + i)
struct dcg {
  static constexpr auto description = "discounted cumulative gain";
  static constexpr double empty = 0;
  Index cutoff = 0;

  double value(const Judged& query, const Conventions& conventions) const {
    return dcg_at(query.sorted(), cutoff, conventions.gain);
  }
  std::string wants(double grade, const Conventions& conventions) const {
    return gain_wanted(grade, conventions);
  }
  static std::string says(const Conventions& conventions) { return gain_in_words(conventions); }
};

}  // namespace fubini
