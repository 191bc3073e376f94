// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/random.hpp"
#include "fubini/core/text.hpp"

#include <cmath>
#include <cstdint>
#include <string>

namespace fubini {

// Learning-to-rank text: queries of 2 to 12 rows, features in 0..1, grades 0..4 that follow the
// first feature with noise, so that a fit has something to find.
inline std::string random_rows(int num_queries, int num_features, std::uint64_t seed) {
  Draws draws(seed, 0);
  std::string text;
  for (int q = 0; q < num_queries; ++q)
    for (int left = static_cast<int>(draws.between(2, 13)); left > 0; --left) {
      std::string row;
      double first = 0;
      for (int j = 1; j <= num_features; ++j) {
        const double x = draws.between(0, 1);
        if (j == 1) first = x;
        row += " " + std::to_string(j) + ":" + format_double(x);
      }
      const double grade = std::floor(2.5 * (first + draws.between(0, 1)));
      text += format_double(std::fmin(grade, 4)) + " qid:" + std::to_string(q + 1) + row + "\n";
    }
  return text;
}

}  // namespace fubini
