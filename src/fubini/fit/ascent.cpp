// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/ascent.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/random.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace fubini {
namespace {

void check(const Objective& objective, const AscentState& state, const AscentOptions& options) {
  const auto fail = [](const std::string& sentence) { throw ArgumentError("ascend: " + sentence); };
  const auto size = static_cast<std::size_t>(objective.num_parameters());
  if (state.parameters.size() != size)
    fail("the state has " + std::to_string(state.parameters.size()) + " parameters; wanted " +
         std::to_string(size));
  for (const auto* moment : {&state.first, &state.second})
    if (!moment->empty() && moment->size() != size)
      fail("the state has " + std::to_string(moment->size()) + " moments; wanted " +
           std::to_string(size));
  if (!(options.rate > 0) || !std::isfinite(options.rate))
    fail("rate is " + format_double(options.rate) + "; wanted a positive number");
  if (options.iterations < 0)
    fail("iterations is " + std::to_string(options.iterations) + "; wanted 0 or more");
  if (options.batch < 0) fail("batch is " + std::to_string(options.batch) + "; wanted 0 or more");
  if (objective.total_weight() == 0) fail("all queries have weight 0");
}

void step(AscentState& state, std::span<const double> slope, const AscentOptions& options) {
  constexpr double kFirst = 0.9, kSecond = 0.999, kTiny = 1e-8;  // Adam's usual ones
  std::vector<double>& x = state.parameters;
  ++state.steps;
  const auto t = static_cast<double>(state.steps);
  const double rate = options.rate;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double s = slope[j];
    switch (options.update) {
      case Update::fixed:
        x[j] += rate * s;
        break;
      case Update::adagrad:
        state.second[j] += s * s;
        x[j] += rate * s / (std::sqrt(state.second[j]) + kTiny);
        break;
      case Update::adam:
        state.first[j] = kFirst * state.first[j] + (1 - kFirst) * s;
        state.second[j] = kSecond * state.second[j] + (1 - kSecond) * s * s;
        x[j] += rate * state.first[j] / (1 - std::pow(kFirst, t)) /
                (std::sqrt(state.second[j] / (1 - std::pow(kSecond, t))) + kTiny);
        break;
    }
  }
}

// Fisher and Yates, by the pass
void shuffle(std::vector<Index>& queries, std::uint64_t seed, int iteration) {
  std::iota(queries.begin(), queries.end(), Index{0});
  Draws draws(seed, ~static_cast<std::uint64_t>(iteration));
  for (std::size_t k = queries.size(); k > 1; --k)
    std::swap(queries[k - 1], queries[draws.below(static_cast<Index>(k))]);
}

}  // namespace

void ascend(const Objective& objective, AscentState& state, const AscentOptions& options) {
  check(objective, state, options);
  const auto size = static_cast<std::size_t>(objective.num_parameters());
  if (options.update == Update::adam) state.first.resize(size, 0.0);
  if (options.update != Update::fixed) state.second.resize(size, 0.0);
  const Dataset& data = objective.data();
  std::vector<Index> order(data.num_queries());
  std::iota(order.begin(), order.end(), Index{0});
  const std::size_t batch =
      options.batch == 0 ? order.size() : static_cast<std::size_t>(options.batch);
  std::vector<double> slope(size);
  while (state.iteration < options.iterations) {
    const int iteration = state.iteration + 1;
    if (options.before) options.before(iteration);
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
      step(state, slope, options);
    }
    state.iteration = iteration;
    if (options.progress && !options.progress(state, value, std::sqrt(norm))) return;
  }
}

}  // namespace fubini
