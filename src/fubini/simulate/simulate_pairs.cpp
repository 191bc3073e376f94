// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/simulate/simulate_pairs.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/memory.hpp"
#include "fubini/core/random.hpp"
#include "fubini/core/text.hpp"
#include "fubini/model/log_likelihood.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <utility>

namespace fubini {
namespace {

constexpr std::uint64_t kWorths = 0, kComparisons = 1;  // streams
constexpr double kRounding = 1e-9;  // of a sum of three probabilities, generously

using Counts = std::array<double, 3>;

void check_count(const char* name, Index value, Index least, Index most) {
  if (value < least || value > most)
    throw ArgumentError(std::string("simulate_pairs: ") + name + " is " + std::to_string(value) +
                        "; wanted " + std::to_string(least) + " to " + std::to_string(most));
}

std::vector<double> draw_worths(const SimulatePairsOptions& options) {
  std::vector<double> worths;
  Draws draws(options.seed, kWorths);
  for (Index i = 0; i < options.items; ++i) {
    const double radius = std::sqrt(-2 * std::log(draws.uniform()));
    worths.push_back(options.scale * radius * std::cos(2 * std::numbers::pi * draws.uniform()));
  }
  return worths;
}

void check(const Model& model, const SimulatePairsOptions& options) {
  if (model.info().kind == Kind::loss)
    throw ArgumentError("simulate_pairs: model " + model.info().name +
                        " is a loss, not a probability, so nothing can be drawn from it");
  check_count("items", options.items, 2, kMostComparedItems);
  check_count("comparisons", options.comparisons, 1, kMostComparisons);
  if (!std::isfinite(options.scale))
    throw ArgumentError("simulate_pairs: scale is " + format_double(options.scale) +
                        "; wanted a finite number");
  if (!options.log_worths.empty() && std::ssize(options.log_worths) != options.items)
    throw ArgumentError("simulate_pairs: " + std::to_string(options.log_worths.size()) +
                        " log-worths for " + std::to_string(options.items) +
                        " items; wanted one an item, or none");
}

// Of the pairs that may occur, each with its outcomes as queries and lines
void check_room(const SimulatePairsOptions& options) {
  constexpr double kBytes = 700;
  const auto items = static_cast<double>(options.items);
  const double pairs = std::min(static_cast<double>(options.comparisons), items * (items - 1) / 2);
  check_memory("simulate_pairs", format_double(pairs) + " pairs of items", kBytes * pairs,
               "fewer comparisons, or fewer items");
}

}  // namespace

std::array<double, 3> pair_probabilities(const Model& model, double f_i, double f_j,
                                         std::span<const double> ties) {
  const auto probability = [&](const Ranking& ranking, double first, double second) {
    return std::exp(log_likelihood(model, ranking, std::array{first, second}, ties));
  };
  const double i = probability({1, 1}, f_i, f_j), j = probability({1, 1}, f_j, f_i);
  const double tie = probability({2}, f_i, f_j);
  if (std::abs(i + j + tie - 1) <= kRounding) return {i, j, tie};
  const bool no_ties = model.info().laws.sums_to_one == Over::permutations;
  if (no_ties && std::abs(i + j - 1) <= kRounding) return {i, j, 0};
  throw ArgumentError("model " + model.info().name +
                      " is not a probability of pairs: win, loss and tie have " + format_double(i) +
                      ", " + format_double(j) + " and " + format_double(tie) +
                      "; wanted a sum of 1");
}

SimulatedPairs simulate_pairs(const Model& model, const SimulatePairsOptions& options) {
  check(model, options);
  check_room(options);
  std::vector<double> f = options.log_worths.empty() ? draw_worths(options) : options.log_worths;
  struct Pair {
    std::array<double, 3> probabilities;
    Counts counts;
  };
  std::map<std::pair<Index, Index>, Pair> pairs;
  Draws draws(options.seed, kComparisons);
  for (Index c = 0; c < options.comparisons; ++c) {
    Index i = draws.below(options.items), j = draws.below(options.items - 1);
    if (j >= i) ++j;
    if (i > j) std::swap(i, j);
    const double u = draws.uniform();
    const auto [at, fresh] = pairs.try_emplace({i, j});
    Pair& pair = at->second;
    if (fresh) pair = {pair_probabilities(model, f[i], f[j], options.ties), {}};
    const auto& p = pair.probabilities;
    const std::size_t outcome = u < p[0] ? 0 : u < p[0] + p[1] || p[2] == 0 ? 1 : 2;
    ++pair.counts[outcome];
  }

  const std::vector<std::string> names = simulated_names(options.items);
  Dataset data = Dataset::identity(options.items);
  constexpr std::array<std::array<double, 2>, 3> grades = {{{1, 0}, {0, 1}, {0, 0}}};
  constexpr std::array signs = {" > ", " < ", " = "};
  for (const auto& [items, pair] : pairs)
    for (std::size_t outcome = 0; outcome < 3; ++outcome)
      if (pair.counts[outcome] > 0)
        data.add_query(names[items.first] + signs[outcome] + names[items.second], grades[outcome],
                       std::array{items.first, items.second}, pair.counts[outcome]);
  return {std::move(f), std::move(data)};
}

std::vector<std::string> simulated_names(Index items) {
  std::vector<std::string> names;
  for (Index i = 1; i <= items; ++i) names.push_back("item" + std::to_string(i));
  return names;
}

}  // namespace fubini
