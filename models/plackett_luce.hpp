// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/stagewise/potentials/geometric_mean.hpp"
#include "fubini/model/stagewise/potentials/sized.hpp"
#include "fubini/model/stagewise/stages.hpp"

#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace fubini {

// Plackett-Luce, known in learning to rank as ListMLE: one item is chosen at each stage. Ties are
// broken by the order in which the items stand, that is by the stable sort of the grades.
//
//   L       = sum over i of  f_i - lse(f_i, ..., f_n)
//   dL/df_i = 1 - sum over j <= i of exp(f_i - lse(f_j, ..., f_n))
struct plackett_luce {
  static constexpr auto description = "one item a stage, ties broken by input order (ListMLE)";
  static constexpr auto cost = Cost::n;

  Laws laws() const {
    return {.sums_to_one = Over::permutations,
            .order_invariant = false,
            .reductions = {{.name = "a pair is Bradley-Terry's",
                            .to = "bradley_terry",
                            .on = On::singletons,
                            .items = 2}}};
  }

  Recession recession() const { return {Recession::Of::order}; }

  std::vector<std::string> tie_parameters() const { return {}; }
  sized<geometric_mean> stage_potential() const { return {{}, {.others = false}}; }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    return log_stage_choice<T>(singletons(ranking.num_items()), f);
  }

  double log_likelihood(const Ranking& ranking, std::span<const double> f, std::span<const double>,
                        Gradient g) const {
    return log_stage_choice(singletons(ranking.num_items()), f, g.scores);
  }

 private:
  // 1, 2, ..., n: the bucket ends when every item stands alone
  static std::span<const Index> singletons(Index n) {
    thread_local std::vector<Index> ends;
    while (static_cast<Index>(ends.size()) < n) ends.push_back(static_cast<Index>(ends.size()) + 1);
    return std::span(ends).first(n);
  }
};

}  // namespace fubini
