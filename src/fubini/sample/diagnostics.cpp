// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/sample/diagnostics.hpp"

#include "fubini/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

namespace fubini {
namespace {

constexpr double kRounding = 1e-12;  // of the largest value: what differs by less is a constant

// Values as shares of the way from the lowest to the highest of all, whatever their size. Empty if
// they differ by rounding alone.
class Range {
 public:
  void add(std::span<const double> x) {
    for (const double value : x) {
      lowest_ = std::min(lowest_, value);
      highest_ = std::max(highest_, value);
    }
  }
  bool empty() const {
    return !(width() > kRounding / 2 * std::max(std::abs(lowest_), std::abs(highest_)));
  }
  std::vector<double> shares(std::span<const double> x) const {
    std::vector<double> result;
    for (const double value : x) result.push_back((value / 2 - lowest_ / 2) / width());
    return result;
  }

 private:
  double width() const { return highest_ / 2 - lowest_ / 2; }  // half of it, which is finite
  double lowest_ = std::numeric_limits<double>::max();
  double highest_ = std::numeric_limits<double>::lowest();
};

double mean(std::span<const double> x) {
  return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

double variance(std::span<const double> x) {
  const double centre = mean(x);
  double sum = 0;
  for (const double value : x) sum += (value - centre) * (value - centre);
  return sum / static_cast<double>(x.size() - 1);
}

// At a lag, divided by n at every lag, as Geyer's rule wants it
double autocovariance(std::span<const double> x, double centre, std::size_t lag) {
  double sum = 0;
  for (std::size_t t = 0; t + lag < x.size(); ++t) sum += (x[t] - centre) * (x[t + lag] - centre);
  return sum / static_cast<double>(x.size());
}

}  // namespace

double effective_sample_size(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  if (values.size() < 4)
    throw ArgumentError("effective_sample_size: " + std::to_string(values.size()) +
                        " steps; wanted at least 4");
  Range range;
  range.add(values);
  if (range.empty()) return n;  // a constant
  const std::vector<double> trace = range.shares(values);
  const double centre = mean(trace), total = autocovariance(trace, centre, 0);
  double sum = -1, before = 2;
  for (std::size_t lag = 0; lag + 1 < trace.size(); lag += 2) {
    const double pair =
        (autocovariance(trace, centre, lag) + autocovariance(trace, centre, lag + 1)) / total;
    if (pair <= 0) break;
    before = std::min(before, pair);
    sum += 2 * before;
  }
  return std::min(n / std::max(sum, 1e-12), n * std::log10(n));
}

double split_r_hat(const std::vector<std::vector<double>>& traces) {
  if (traces.empty()) throw ArgumentError("split_r_hat: no chain; wanted at least one");
  Range range;
  for (const std::vector<double>& trace : traces) {
    if (trace.size() != traces[0].size() || trace.size() < 4)
      throw ArgumentError("split_r_hat: chains must have the same length, at least 4 steps");
    range.add(trace);
  }
  if (range.empty()) return 1;
  std::vector<std::vector<double>> halves;
  for (const std::vector<double>& trace : traces) {
    const std::size_t half = trace.size() / 2;
    halves.push_back(range.shares(std::span(trace).first(half)));
    halves.push_back(range.shares(std::span(trace).last(half)));
  }
  std::vector<double> means;
  double within = 0;
  for (const auto& half : halves) {
    means.push_back(mean(half));
    within += variance(half) / static_cast<double>(halves.size());
  }
  const auto n = static_cast<double>(halves[0].size());
  const double between = variance(means);
  if (within < kRounding * kRounding) return std::numeric_limits<double>::infinity();
  return std::sqrt((n - 1) / n + between / within);
}

double total_variation(const std::map<std::uint32_t, std::int64_t>& counts,
                       const std::map<std::uint32_t, double>& law) {
  double total = 0, sum = 0;
  for (const auto& [bits, count] : counts) total += static_cast<double>(count);
  for (const auto& [bits, p] : law) {
    const auto found = counts.find(bits);
    const double q = found == counts.end() ? 0 : static_cast<double>(found->second) / total;
    sum += std::abs(p - q);
  }
  for (const auto& [bits, count] : counts)
    if (!law.contains(bits)) sum += static_cast<double>(count) / total;
  return sum / 2;
}

double pareto_shape(std::vector<double> x) {
  constexpr std::size_t kFewest = 5;
  constexpr double kPriorShape = 0.5, kPriorWeight = 10, kPriorScale = 3;
  const auto all = static_cast<double>(x.size());
  const auto tail = static_cast<std::size_t>(std::min(0.2 * all, 3 * std::sqrt(all)));
  if (tail < kFewest) return 0;
  std::ranges::nth_element(x, x.end() - static_cast<std::ptrdiff_t>(tail + 1));
  const double threshold = *(x.end() - static_cast<std::ptrdiff_t>(tail + 1));
  x.erase(x.begin(), x.end() - static_cast<std::ptrdiff_t>(tail));
  std::ranges::sort(x);
  for (double& one : x) one -= threshold;
  const auto count = static_cast<double>(tail);
  const double quarter = x[static_cast<std::size_t>(std::floor(count / 4 + 0.5)) - 1];
  if (!(quarter > 0)) return 0;  // nothing varies

  const auto shape = [&](double theta) {
    double sum = 0;
    for (const double one : x) sum += std::log1p(-theta * one);
    return sum / count;
  };
  const std::size_t candidates = 30 + static_cast<std::size_t>(std::sqrt(count));
  std::vector<double> thetas, log_likelihoods;
  for (std::size_t j = 1; j <= candidates; ++j) {
    const double theta =
        1 / x.back() +
        (1 - std::sqrt(static_cast<double>(candidates) / (static_cast<double>(j) - 0.5))) /
            kPriorScale / quarter;
    const double k = shape(theta);
    thetas.push_back(theta);
    log_likelihoods.push_back(count * (std::log(-theta / k) - k - 1));
  }
  const double best = *std::ranges::max_element(log_likelihoods);
  double total = 0, theta = 0;
  for (std::size_t j = 0; j < candidates; ++j) {
    const double weight = std::exp(log_likelihoods[j] - best);
    total += weight;
    theta += weight * thetas[j];
  }
  return (shape(theta / total) * count + kPriorShape * kPriorWeight) / (count + kPriorWeight);
}

}  // namespace fubini
