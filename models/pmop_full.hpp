// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/options.hpp"
#include "fubini/model/stages.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace fubini {

// PMOP with full decomposition (Tran, Phung, Venkatesh): at stage k the bucket X_k is chosen out of
// all non-empty subsets of what remains, R_k, with potential the mean of phi over the subset.
//
//   Phi(S)  = (1/|S|) sum over S of phi        phi = exp(f), m_k = |X_k|, n_k = |R_k|
//   L       = sum over k of  lse(X_k) - lse(R_k) - log m_k - log C(n_k)
//   C(n)    = (2^n - 1)/n
//   dL/df_i = exp(f_i - lse(X_k)) - sum over j <= k of exp(f_i - lse(R_j)),   i in X_k
//
// With stage weights, phi_k = exp(c_k f) at stage k; the last weight serves all later stages:
//   dL/df_i = c_k exp(c_k f_i - lse_k(X_k)) - sum over j <= k of c_j exp(c_j f_i - lse_j(R_j))
struct pmop_full {
  static constexpr auto description = "ordered partitions, full decomposition (PMOP-FD)";
  static constexpr auto complexity = "n";

  bool constant = true;
  std::vector<double> stage_weights = {};

  static constexpr auto options =
      std::tuple{option("constant", &pmop_full::constant, "include the normalising constant"),
                 option("stage_weights", &pmop_full::stage_weights,
                        "c_1,c_2,...: scores times c_k at stage k")};

  void check() const {
    for (const double c : stage_weights)
      if (!std::isfinite(c)) throw ArgumentError("pmop_full: a stage weight is not finite");
  }

  std::vector<std::string> tie_parameters() const { return {}; }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    T total = stage_weights.empty() ? log_stage_choice<T>(ranking.bucket_ends(), f)
                                    : weighted_choice<T>(ranking, f);
    if (constant) total -= log_stage_constant<constant_t<T>>(ranking.bucket_ends());
    return total;
  }

  double log_likelihood(const Ranking& ranking, std::span<const double> f, std::span<const double>,
                        Gradient g) const {
    const double total = stage_weights.empty()
                             ? log_stage_choice(ranking.bucket_ends(), f, g.scores)
                             : weighted_choice(ranking, f, g.scores);
    return constant ? total - log_stage_constant<double>(ranking.bucket_ends()) : total;
  }

 private:
  double stage_weight(Index k) const {
    return stage_weights[std::min<std::size_t>(k, stage_weights.size() - 1)];
  }

  template <class T>
  T weighted_choice(const Ranking& ranking, std::span<const T> f) const {
    T total = 0;
    std::vector<T> weighted(f.begin(), f.end());
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      for (Index i = ranking.begin(k); i < ranking.num_items(); ++i)
        weighted[i] = stage_weight(k) * f[i];
      const auto remaining = std::span<const T>(weighted).subspan(ranking.begin(k));
      total += log_ratio(sum_exp(remaining.first(ranking.bucket_size(k))), sum_exp(remaining));
    }
    return total;
  }

  double weighted_choice(const Ranking& ranking, std::span<const double> f,
                         std::span<double> g) const {
    double total = 0;
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      const double c = stage_weight(k);
      const auto remaining = f.subspan(ranking.begin(k));
      const auto bucket = remaining.first(ranking.bucket_size(k));
      const double top = largest(c, bucket), rest_top = largest(c, remaining);
      double sum = 0, rest = 0;
      for (const double x : bucket) sum += std::exp(c * x - top);
      for (const double x : remaining) rest += std::exp(c * x - rest_top);
      total += (top - rest_top) + std::log(sum / rest);
      for (Index i = ranking.begin(k); i < ranking.end(k); ++i)
        g[i] += c * std::exp(c * f[i] - top) / sum;
      for (Index i = ranking.begin(k); i < ranking.num_items(); ++i)
        g[i] -= c * std::exp(c * f[i] - rest_top) / rest;
    }
    return total;
  }

  static double largest(double c, std::span<const double> f) {
    double top = c * f[0];
    for (const double x : f) top = std::max(top, c * x);
    return top;
  }
};

}  // namespace fubini
