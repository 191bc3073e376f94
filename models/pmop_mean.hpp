// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/error.hpp"
#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/stagewise/affine.hpp"
#include "fubini/core/options.hpp"
#include "fubini/model/stagewise/potentials/geometric_mean.hpp"
#include "fubini/model/stagewise/potentials/sized.hpp"

#include <cmath>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace fubini {

// PMOP, general case (Tran, Phung, Venkatesh), exactly: at stage k the bucket X_k is chosen out of
// all non-empty subsets of what remains, with potential the geometric mean of phi over the subset,
// times a weight for its size. The paper has to sample; formula, derivative and algorithm stand in
// model/stagewise/affine_stages.hpp.
//
//   Phi(S) = gamma_m exp(mean of f over S),   m = |S|
//
// gamma_m is 1; or 1/C(n_k, m), which makes all sizes equally likely at equal scores (and is the
// law of the paper's Metropolis-Hastings rule as printed); or exp of the given log weights, the
// last of which serves all larger sizes.
struct pmop_mean {
  static constexpr auto description = "ordered partitions, geometric means, exactly (PMOP)";
  static constexpr auto cost = Cost::n_cubed;

  bool uniform_sizes = false;
  std::vector<double> size_weights = {};

  static constexpr auto options =
      std::tuple{option("uniform_sizes", &pmop_mean::uniform_sizes, "weight a size m by 1/C(n, m)"),
                 option("size_weights", &pmop_mean::size_weights,
                        "log gamma_1,log gamma_2,...: weights of bucket sizes")};

  void check() const {
    for (const double weight : size_weights)
      if (!std::isfinite(weight)) throw ArgumentError("pmop_mean: a size weight is not finite");
  }

  Laws laws() const {
    Laws laws{.sums_to_one = Over::ordered_partitions};
    if (!uniform_sizes && size_weights.empty())
      laws.reductions = {{.name = "a pair is Davidson's, nu = 1", .to = "davidson", .items = 2}};
    return laws;
  }

  Recession recession() const { return {Recession::Of::means}; }

  std::vector<std::string> tie_parameters() const { return {}; }
  sized<geometric_mean> stage_potential() const {
    return {{}, {.uniform = uniform_sizes, .log_gamma = size_weights}};
  }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T> ties) const {
    return Exact::log_likelihood<T>(stage_potential(), ranking, f, ties);
  }

  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    return Exact::log_likelihood(stage_potential(), ranking, f, ties, g);
  }

 private:
  using Exact = Engine<Family::affine>;
};

}  // namespace fubini
