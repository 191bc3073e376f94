// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/evaluate/metric.hpp"

namespace fubini {

// Kendall's: (concordant - discordant) / sqrt(pairs untied in grade * in score)
struct tau_b {
  static constexpr auto description = "Kendall's, over pairs of items";
  static constexpr bool by_position = false;

  double value(const Judged& query, const Conventions&) const {
    return kendall_tau_b(query.pairs());
  }
};

}  // namespace fubini
