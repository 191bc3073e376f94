// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/ascent.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/random.hpp"
#include "fubini/fit/maximise.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace fubini {
namespace {

void check(const Objective& objective, const AscentState& state, const FitOptions& options) {
  const Index size = objective.num_parameters();
  check_count("ascend", "parameters of the state", state.parameters.size(), size);
  for (const auto* moment : {&state.first, &state.second})
    if (!moment->empty()) check_count("ascend", "moments of the state", moment->size(), size);
  check_not_negative("ascend", "rate", options.rate);
  check_at_least("ascend", "iterations", options.iterations.value_or(1), 1);
  check_at_least("ascend", "batch", options.batch.value_or(0), 0);
  if (objective.total_weight() == 0) throw ArgumentError("ascend: all queries have weight 0");
}

// Fisher and Yates, by the pass
void shuffle(std::vector<Index>& queries, std::uint64_t seed, int iteration) {
  std::iota(queries.begin(), queries.end(), Index{0});
  Draws draws(seed, ~static_cast<std::uint64_t>(iteration));
  for (std::size_t k = queries.size(); k > 1; --k)
    std::swap(queries[k - 1], queries[draws.below(static_cast<Index>(k))]);
}

}  // namespace

void ascend(const Objective& objective, AscentState& state, const FitOptions& options,
            const AfterPass& after) {
  constexpr Index kBatch = 32;
  check(objective, state, options);
  const Optimizer optimizer = optimizer_of(options, true);
  const OptimizerInfo& rule = optimizer.info();
  const double rate = options.rate > 0 ? options.rate : rule.rate;
  const auto size = static_cast<std::size_t>(objective.num_parameters());
  if (rule.moments > 1) state.first.resize(size, 0.0);
  if (rule.moments > 0) state.second.resize(size, 0.0);
  const Dataset& data = objective.data();
  std::vector<Index> order(data.num_queries());
  std::iota(order.begin(), order.end(), Index{0});
  const bool exact = objective.likelihood().has_value();
  const Index asked = options.batch.value_or(exact ? kBatch : 0);
  const std::size_t batch = asked == 0 ? order.size() : static_cast<std::size_t>(asked);
  std::vector<double> slope(size);
  while (state.iteration < options.iterations.value_or(kUsualIterations)) {
    const int iteration = state.iteration + 1;
    objective.likelihood().begin_pass(iteration);
    if (batch < order.size()) shuffle(order, options.seed, iteration);
    double value = 0, norm = 0;
    for (std::size_t k = 0; k < order.size(); k += batch) {
      const auto some = std::span<const Index>(order).subspan(k, std::min(batch, order.size() - k));
      double weight = 0;
      for (const Index q : some) weight += data.weight(q);
      if (weight == 0) continue;
      value += objective.value_and_gradient(state.parameters, slope, some);
      norm = 0;
      for (double& s : slope) {
        s /= weight;
        norm += s * s;
      }
      ++state.steps;
      optimizer.step(state, slope, rate);
    }
    state.iteration = iteration;
    if (after && !after(state, value, std::sqrt(norm))) return;
  }
}

}  // namespace fubini
