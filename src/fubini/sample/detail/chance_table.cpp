// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/sample/detail/chance_table.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/vector_math.hpp"

#include <algorithm>
#include <span>

namespace fubini::detail {
namespace {

constexpr double kWidest = 600;  // exponents; beyond, ratios would leave the numbers

// y of all items, at most 1; returns what was taken off their logarithms. Tilts too steep for the
// numbers are made flatter, in place.
double fill_weights(const Basis& basis, Tilt& tilt, std::span<double> y) {
  std::ranges::fill(y, 0.0);
  for (Index b = 0; b < kBasis; ++b)
    if (tilt[b] != 0)
      for (std::size_t i = 0; i < y.size(); ++i) y[i] += tilt[b] * basis[b][i];
  const auto [low, high] = std::ranges::minmax(y);
  if (high - low > kWidest) {
    for (double& slope : tilt) slope *= 0.5 * kWidest / (high - low);
    return fill_weights(basis, tilt, y);
  }
  for (double& one : y) one -= high;
  vector_math::exp(y);
  return high;
}

// Ratios r_j = e_j / e_{j-1} of a growing set of items, last item first. Adding y: a = r_j + y,
// h_j = y/a is the chance of the item when j are wanted, r_j <- a r_{j-1}/a_{j-1}.
class Ratios {
 public:
  explicit Ratios(Index size) : r_(size, 0.0), g_(size + 1, 1.0) {}

  void add(double y, double* chance) {  // chances of wanting 1, 2, ..
    const Index m = std::ssize(r_);
    double* __restrict r = r_.data();
    double* __restrict g = g_.data();
    double* __restrict h = chance;
    for (Index j = 0; j < m; ++j) {
      const double a = r[j] + y, inverse = 1 / a;
      h[j] = y * inverse;
      g[j + 1] = r[j] * inverse;
      r[j] = a;
    }
    for (Index j = 0; j < m; ++j) r[j] *= g[j];
  }
  std::span<double> log() {
    vector_math::log(r_);
    return r_;
  }

 private:
  AlignedVector<double> r_, g_;
};

}  // namespace

void fill_table(const Basis& basis, Index num_items, Index size, Tilt& tilt,
                std::vector<double>& table, std::vector<double>& log_e) {
  thread_local std::vector<double> y;
  y.resize(num_items);
  const double top = fill_weights(basis, tilt, y);
  const Index width = size + 1;
  const std::size_t begin = table.size();
  table.resize(begin + num_items * width);
  Ratios ratios(size);
  for (Index i = num_items; i-- > 0;) {
    table[begin + i * width] = 0;
    ratios.add(y[i], &table[begin + i * width + 1]);
  }
  log_e.clear();
  double total = 0;
  for (const double log_ratio : ratios.log()) log_e.push_back(total += log_ratio + top);
}

}  // namespace fubini::detail
