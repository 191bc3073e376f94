// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/function/detail/slopes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fubini::check {

std::vector<Scatter> measure_scatter(const std::function<double(double t)>& f) {
  constexpr int kValues = 11, kLowest = 5, kHighest = 7;
  std::vector<Scatter> result;
  for (const double spacing : {0x1p-34, 0x1p-24, 0x1p-14}) {
    std::array<double, kValues> row{};
    for (int i = 0; i < kValues; ++i) row[i] = f(spacing * (i - kValues / 2));
    // The k-th difference of noise is sqrt((2k)!) / k! times as large; that of what is smooth
    // vanishes.
    double growth = 1, deviation = std::numeric_limits<double>::infinity();
    for (int k = 1; k <= kHighest; ++k) {
      double squares = 0;
      for (int i = 0; i + k < kValues; ++i) {
        row[i] = row[i + 1] - row[i];
        squares += row[i] * row[i];
      }
      growth *= (2.0 * k) * (2 * k - 1) / (1.0 * k * k);
      if (k < kLowest) continue;
      const double here = std::sqrt(squares / (kValues - k) / growth);
      deviation =
          std::min(deviation, std::isnan(here) ? std::numeric_limits<double>::infinity() : here);
    }
    if (std::isfinite(deviation)) result.push_back({spacing, deviation});
  }
  return result;
}

}  // namespace fubini::check
