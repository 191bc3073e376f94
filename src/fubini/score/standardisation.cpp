// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/score/standardisation.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/memory.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/score/detail/row_runs.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fubini {
namespace {

// The sum over rows of term(j, x), feature by feature; sparse rows have the terms they store.
template <class Term>
std::vector<double> sum_features(const Dataset& data, int threads, const Term& term) {
  constexpr Index kMostRuns = 64;
  const std::vector<Index> runs = detail::runs_of(data, kMostRuns);
  check_memory(
      "standardisation_of", std::to_string(data.num_features()) + " features",
      8.0 * static_cast<double>(std::ssize(runs) + 2) * static_cast<double>(data.num_features()),
      "fewer features, or them as they are (--raw)");
  std::vector<std::vector<double>> parts(runs.size() - 1);
  for_each_in_parallel(std::ssize(parts), threads, [&](Index k) {
    std::vector<double> sum(data.num_features(), 0.0);
    for (Index q = runs[k]; q < runs[k + 1]; ++q) {
      const Items items = data.query(q).items;
      for (Index i = 0; i < items.size(); ++i)
        items.for_each_feature(i, [&](Index j, double x) { sum[j] += term(j, x); });
    }
    parts[k] = std::move(sum);
  });
  std::vector<double> total(data.num_features(), 0.0);
  for (const auto& part : parts)
    for (std::size_t j = 0; j < total.size(); ++j) total[j] += part[j];
  return total;
}

}  // namespace

Standardisation standardisation_of(const Dataset& data, int threads) {
  if (data.kind() == Items::Kind::identity)
    throw ArgumentError("standardisation_of: the data has no features; wanted feature rows");
  const auto rows = static_cast<double>(std::max<Index>(data.num_rows(), 1));
  Standardisation result;
  result.mean = sum_features(data, threads, [](Index, double x) { return x; });
  for (double& mean : result.mean) mean /= rows;
  const auto& mean = result.mean;
  result.scale =
      sum_features(data, threads, [&](Index j, double x) { return (x - mean[j]) * (x - mean[j]); });
  const std::vector<double> stored = sum_features(data, threads, [](Index, double) { return 1.0; });
  for (std::size_t j = 0; j < mean.size(); ++j) {
    const double squares = result.scale[j] + (rows - stored[j]) * mean[j] * mean[j];
    const double scale = std::sqrt(squares / rows);
    // What rounding leaves of a constant feature is no spread.
    const bool constant = scale <= 1e-7 * std::abs(mean[j]);
    result.scale[j] = constant || scale == 0 ? 1 : scale;
  }
  return result;
}

}  // namespace fubini
