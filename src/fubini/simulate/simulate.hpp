// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/dataset.hpp"
#include "fubini/sample/sampler.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace fubini {

// What simulate() takes; how much of it there is room for is another question.
inline constexpr Index kMostSimulatedQueries = Index{1} << 40, kMostSimulatedFeatures = 1'000'000;
inline constexpr double kLargestMeanSize = 100'000, kLargestNoise = 1e6, kLargestScale = 1e6;

struct SimulateOptions {
  Index queries = 1000;
  Index features = 519;
  double mean_size = 24;  // documents a query
  Index first_query = 0;  // pieces of one collection: queries first_query, first_query + 1, ...
  std::uint64_t seed = 1;
  double noise = 1;  // of the grades, in standard deviations of the truth

  // Instead of grades 0 to 4: rankings drawn from this model of the scores scale * truth. Grades
  // count buckets: 0 for the last one. The noise has no part in it.
  std::optional<Sampler> model = {};
  std::vector<double> ties = {};
  double scale = 1;
  SampleOptions draw = {};

  int threads = 0;  // 0: as many as TBB may use
};

// A collection for learning to rank that looks like Yahoo!'s set 1: features in [0, 1] that measure
// a few hidden factors (some sparse, discrete, or the same for a whole query), query sizes with a
// long tail, the same shares of grades, and a truth that is not linear. Queries have their number
// as id. A query depends on the options but for `queries` and `threads`; grades and sizes do not
// depend on `features`, nor a feature on those after it.
Dataset simulate(const SimulateOptions& options);

}  // namespace fubini
