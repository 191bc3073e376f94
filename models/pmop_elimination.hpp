// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/core/options.hpp"
#include "fubini/model/stagewise/stages.hpp"

#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace fubini {

// PMOP factorised backward: the worst bucket is eliminated first, out of all items, then the second
// worst out of what remains, Q_k = X_1 u ... u X_k. An item leaves the sooner the lower its score:
// pmop_full on the reversed partition with scores -f.
//
//   L       = sum over k of  lse(-X_k) - lse(-Q_k) - log m_k - log C(|Q_k|)
//   lse(-A) = log sum over A of exp(-f),   C(n) = (2^n - 1)/n
//   dL/df_i = sum over j >= k of exp(-f_i - lse(-Q_j)) - exp(-f_i - lse(-X_k)),   i in X_k
struct pmop_elimination {
  static constexpr auto description = "ordered partitions, worst bucket out first";
  static constexpr auto cost = Cost::n;

  bool constant = true;

  static constexpr auto options = std::tuple{
      option("constant", &pmop_elimination::constant, "include the normalising constant")};

  Laws laws() const {
    Laws laws{.constant_on_one_bucket = true};
    if (!constant) return laws;
    laws.sums_to_one = Over::ordered_partitions;
    laws.reductions = {{.name = "a pair is pmop_full's", .to = "pmop_full", .items = 2}};
    return laws;
  }

  Recession recession() const { return {Recession::Of::totals_backward}; }

  std::vector<std::string> tie_parameters() const { return {}; }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    const std::vector<Index> ends = reversed_ends(ranking);
    const std::vector<T> leaving = reversed_negative(f);
    T total = log_stage_choice<T>(ends, leaving);
    if (constant) total -= log_stage_constant<constant_t<T>>(ends);
    return total;
  }

  double log_likelihood(const Ranking& ranking, std::span<const double> f, std::span<const double>,
                        Gradient g) const {
    const std::vector<Index> ends = reversed_ends(ranking);
    const std::vector<double> leaving = reversed_negative(f);
    std::vector<double> slope(f.size(), 0.0);
    const double total = log_stage_choice(ends, leaving, slope);
    for (std::size_t i = 0; i < f.size(); ++i) g.scores[i] -= slope[f.size() - 1 - i];
    return constant ? total - log_stage_constant<double>(ends) : total;
  }

 private:
  static std::vector<Index> reversed_ends(const Ranking& ranking) {
    std::vector<Index> ends;
    ends.reserve(ranking.num_buckets());
    for (Index k = ranking.num_buckets(); k-- > 0;)
      ends.push_back(ranking.num_items() - ranking.begin(k));
    return ends;
  }

  template <class T>
  static std::vector<T> reversed_negative(std::span<const T> f) {
    std::vector<T> result;
    result.reserve(f.size());
    for (std::size_t i = f.size(); i-- > 0;) result.push_back(-f[i]);
    return result;
  }
};

}  // namespace fubini
