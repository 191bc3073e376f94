// SPDX-License-Identifier: BSD-3-Clause
#include "whole_fit.hpp"

#include "collection.hpp"
#include "evaluation.hpp"

#include "fubini/fit/maximise.hpp"
#include "fubini/catalogue/models.hpp"

#include <sys/resource.h>

#include <chrono>

namespace fubini::bench {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

nlohmann::ordered_json whole_fit(Index rows, Index features, int iterations, int threads) {
  const Dataset data = simulated(rows, features);
  const auto start = Clock::now();
  const Scorer linear = scorer("linear", data);
  const Standardisation folding = standardisation_of(data, threads);
  const double standardising = since(start);
  const Objective objective(data, by_hand(built_in_models().make("pmop_full"), linear),
                            {.threads = threads, .folding = folding});
  double evaluating = 0;
  const auto timed = [&](std::span<const double> x, std::span<double> g) {
    const auto begun = Clock::now();
    const double value = objective.value_and_gradient(x, g);
    evaluating += since(begun);
    return value;
  };
  const FitSummary summary =
      lbfgs{}.maximise({timed}, objective.start(), {.iterations = iterations, .tolerance = 0});
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return {{"seconds", since(start)},
          {"standardising", standardising},
          {"evaluating", evaluating},
          {"rows", data.num_rows()},
          {"queries", data.num_queries()},
          {"iterations", summary.iterations},
          {"evaluations", summary.evaluations},
          {"objective", summary.objective},
          {"peak_bytes", static_cast<std::int64_t>(usage.ru_maxrss) * 1024}};
}

}  // namespace fubini::bench
