// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"

#include <functional>
#include <span>
#include <vector>

// Choice stage by stage with potentials that are affine in the mean score, exactly: at stage k the
// bucket X_k is chosen out of all non-empty subsets of what remains, R_k, with
//
//   log Phi(S) = w + a mean of f over S,       w = log_weight, a = times_mean, of the size and stage
//   Z(R)       = sum over m of exp(w_m) e_m(exp(a_m f_i / m), i in R)       e_m elementary symmetric
//   L          = sum over k of  log Phi(X_k) - log Z(R_k)
//   dL/df_i    = [i in X_k] a_m/m - sum over stages with i in R_k of E_k[ 1{i in S} a_|S|/|S| ]
//   dL/dw_m    = [X_k has m items] - P_k(|S| = m)                           at each stage
//   dL/da_m    = sum over k of  [X_k has m items] mean f over X_k - E_k[ 1{|S| = m} mean f over S ]
//
// Adding one item with y = exp(a f/m) makes e_j + y e_{j-1} of e_j; items are added from the last
// bucket to the first, so one pass for each m serves all stages.
namespace fubini {

namespace detail {
// Throws MemoryError if so many numbers have no room.
void check_tables(const char* what, Index items, Index numbers);
}  // namespace detail

// Potentials of one query in numbers; times_mean is the same at all stages.
struct AffineStages {
  std::span<const Index> ends;         // of the buckets
  std::span<const double> f;           // in bucket order
  Index most = 0;                      // larger subsets are impossible; at most the items
  std::span<const double> log_weight;  // [k * most + m - 1]; -infinity: impossible
  std::span<const double> times_mean;  // [m - 1]
  Index counted = 0;                   // stages from the first that count
  bool exact_means = true;             // whole times_mean are not rounded ones

  Index begin(Index k) const { return k == 0 ? 0 : ends[k - 1]; }
  Index items() const { return ends.back(); }
  Index remaining(Index k) const { return items() - begin(k); }
  Index largest(Index k) const { return remaining(k) < most ? remaining(k) : most; }
  double weight(Index k, Index m) const { return log_weight[k * most + m - 1]; }
  double mean(Index m) const { return times_mean[m - 1]; }
};

// Where derivatives are added; those of the weights as they stand in AffineStages, or nothing.
struct AffineSlopes {
  std::span<double> scores;
  std::span<double> log_weight = {};
  std::span<double> times_mean = {};
  std::span<double> mean_sizes = {};  // of what was added there, where scores are large
};

// L. Picks what serves: sums over items and pairs where no bucket has more than two items, tables of
// eight sizes side by side where scores lie close enough together, tables of ratios elsewhere, and
// exact exponents where scores or weights are so large that their rounding would matter (there,
// NumericalError where the potential itself is known to too few digits). A bucket of more than
// `most` items, or of weight -infinity, gives -infinity and no slopes.
double log_affine_choice(const AffineStages& stages, const AffineSlopes& slopes);

// L where Phi is the product of exp(f), in O(n): Z = product of (1 + exp(f)) - 1.
double log_product_choice(std::span<const Index> ends, std::span<const double> f,
                          std::span<double> g);

// One subset of items with scores f, drawn with probability Phi / Z: the size first, then item by
// item; uniform() gives numbers on (0, 1). Weights and factors of sizes 1, 2, ..., as many as are
// possible. Positions in increasing order.
std::vector<Index> draw_affine_subset(std::span<const double> f, std::span<const double> log_weight,
                                      std::span<const double> times_mean,
                                      const std::function<double()>& uniform);

}  // namespace fubini
