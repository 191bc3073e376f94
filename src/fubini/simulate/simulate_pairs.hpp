// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/model/model.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fubini {

// The probabilities of i > j, j > i and i = j. Throws ArgumentError unless they sum to one. A
// model that says by its laws that it sums over permutations leaves ties out: they have 0.
std::array<double, 3> pair_probabilities(const Model& model, double f_i, double f_j,
                                         std::span<const double> ties);

inline constexpr Index kMostComparedItems = 1'000'000, kMostComparisons = 1'000'000'000;

struct SimulatePairsOptions {
  Index items = 20;
  Index comparisons = 10'000;
  std::uint64_t seed = 1;
  std::vector<double> log_worths = {};  // one an item; empty: drawn from N(0, scale^2)
  double scale = 1;
  std::vector<double> ties = {};
};

struct SimulatedPairs {
  std::vector<double> log_worths;
  Dataset data;  // as read_dataset gives it: a query for each pair and outcome, its count as weight
};

// Comparisons of pairs that are drawn evenly, with outcomes drawn from the model. The first
// comparisons are the same whatever their number.
SimulatedPairs simulate_pairs(const Model& model, const SimulatePairsOptions& options);

// "item1", "item2", ...
std::vector<std::string> simulated_names(Index items);

}  // namespace fubini
