// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/core/options.hpp"
#include "fubini/model/stagewise/potentials/arithmetic_mean.hpp"
#include "fubini/model/stagewise/stages.hpp"

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
// With stage weights, phi_k = exp(c_k f) at stage k, in O(n) for each weight given; the last one
// serves all later stages:
//   dL/df_i = c_k exp(c_k f_i - lse_k(X_k)) - sum over j <= k of c_j exp(c_j f_i - lse_j(R_j))
struct pmop_full {
  static constexpr auto description = "ordered partitions, full decomposition (PMOP-FD)";
  static constexpr auto cost = Cost::n;

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

  Laws laws() const {
    Laws laws{.constant_on_one_bucket = true};
    if (stage_weights.empty())
      laws.reductions.push_back({.name = "singletons have Plackett-Luce's gradient",
                                 .to = "plackett_luce",
                                 .on = On::singletons,
                                 .up_to_a_constant = true});
    if (!constant) return laws;
    laws.sums_to_one = Over::ordered_partitions;
    laws.reductions.push_back({.name = "one bucket is one of 2^n - 1 subsets",
                               .value =
                                   [](const Ranking& ranking, std::span<const double>) {
                                     const auto n = static_cast<double>(ranking.num_items());
                                     return -std::log(std::exp2(n) - 1);
                                   },
                               .on = On::one_bucket});
    return laws;
  }

  Recession recession() const {
    const bool all_up = std::ranges::all_of(stage_weights, [](double c) { return c > 0; });
    return {all_up ? Recession::Of::totals : Recession::Of::unknown};
  }

  std::vector<std::string> tie_parameters() const { return {}; }
  arithmetic_mean stage_potential() const { return {stage_weights}; }

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
  // Stages with a weight of their own, one by one; the last weight serves all stages from here on.
  Index num_single_stages(const Ranking& ranking) const {
    return std::min(static_cast<Index>(stage_weights.size()) - 1, ranking.num_buckets());
  }

  // Bucket ends from stage k on, counted from the first item that remains
  static std::vector<Index> later_ends(const Ranking& ranking, Index k) {
    std::vector<Index> ends;
    for (Index later = k; later < ranking.num_buckets(); ++later)
      ends.push_back(ranking.end(later) - ranking.begin(k));
    return ends;
  }

  template <class T>
  static std::vector<T> times(double c, std::span<const T> f) {
    std::vector<T> result;
    result.reserve(f.size());
    for (const T& x : f) result.push_back(c * x);
    return result;
  }

  template <class T>
  T weighted_choice(const Ranking& ranking, std::span<const T> f) const {
    const Index singles = num_single_stages(ranking);
    T total = 0;
    for (Index k = 0; k < singles; ++k) {
      const std::vector<T> weighted = times(stage_weights[k], f.subspan(ranking.begin(k)));
      const std::span<const T> remaining(weighted);
      total += log_ratio(sum_exp(remaining.first(ranking.bucket_size(k))), sum_exp(remaining));
    }
    if (singles == ranking.num_buckets()) return total;
    const std::vector<T> weighted = times(stage_weights.back(), f.subspan(ranking.begin(singles)));
    return total + log_stage_choice<T>(later_ends(ranking, singles), weighted);
  }

  // A single stage is the choice between its bucket and the rest: two buckets.
  double weighted_choice(const Ranking& ranking, std::span<const double> f,
                         std::span<double> g) const {
    const Index singles = num_single_stages(ranking);
    double total = 0;
    std::vector<double> slope;
    const auto add = [&](double c, Index begin, std::span<const Index> ends) {
      const std::vector<double> upward = times(c < 0 ? -1 : 1, f.subspan(begin));
      slope.assign(upward.size(), 0.0);
      total += log_stage_choice(ends, upward, slope, std::abs(c));
      for (std::size_t i = 0; i < slope.size(); ++i) g[begin + i] += c * slope[i];
    };
    for (Index k = 0; k < singles; ++k) {
      const std::vector<Index> ends = {ranking.bucket_size(k),
                                       ranking.num_items() - ranking.begin(k)};
      const bool last = ends[0] == ends[1];
      add(stage_weights[k], ranking.begin(k), std::span(ends).first(last ? 1 : 2));
    }
    if (singles < ranking.num_buckets())
      add(stage_weights.back(), ranking.begin(singles), later_ends(ranking, singles));
    return total;
  }
};

}  // namespace fubini
