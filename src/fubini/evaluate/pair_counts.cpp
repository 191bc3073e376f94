// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/evaluate/pair_counts.hpp"

#include "fubini/core/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace fubini {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Pairs inside runs of equal neighbours
template <class Same>
std::int64_t pairs_in_runs(std::int64_t size, const Same& same) {
  std::int64_t pairs = 0, run = 0;
  for (std::int64_t i = 1; i < size; ++i) {
    run = same(i - 1, i) ? run + 1 : 0;
    pairs += run;
  }
  return pairs;
}

// Pairs i < j with x_i < x_j; x ends up decreasing.
std::int64_t sort_counting_rises(std::vector<double>& x) {
  std::vector<double> merged(x.size());
  std::int64_t rises = 0;
  const std::size_t size = x.size();
  for (std::size_t width = 1; width < size; width *= 2) {
    for (std::size_t begin = 0; begin < size; begin += 2 * width) {
      const std::size_t middle = std::min(begin + width, size);
      const std::size_t end = std::min(middle + width, size);
      std::size_t left = begin, right = middle;
      for (std::size_t to = begin; to < end; ++to) {
        const bool from_right = left == middle || (right < end && x[right] > x[left]);
        if (from_right) rises += static_cast<std::int64_t>(middle - left);
        merged[to] = from_right ? x[right++] : x[left++];
      }
    }
    x.swap(merged);
  }
  return rises;
}

}  // namespace

PairCounts count_pairs(std::span<const double> grades, std::span<const double> scores) {
  std::vector<std::pair<double, double>> items;  // grade, score
  items.reserve(grades.size());
  for (std::size_t i = 0; i < grades.size(); ++i) items.emplace_back(grades[i], scores[i]);
  std::ranges::sort(items, std::greater<>());
  const auto size = static_cast<std::int64_t>(items.size());
  const std::int64_t in_grade =
      pairs_in_runs(size, [&](auto i, auto j) { return items[i].first == items[j].first; });
  const std::int64_t in_both =
      pairs_in_runs(size, [&](auto i, auto j) { return items[i] == items[j]; });
  std::vector<double> x;
  x.reserve(items.size());
  for (const auto& item : items) x.push_back(item.second);
  PairCounts counts;
  counts.discordant = sort_counting_rises(x);
  const std::int64_t in_score = pairs_in_runs(size, [&](auto i, auto j) { return x[i] == x[j]; });
  counts.tied_grades = in_grade - in_both;
  counts.tied_scores = in_score - in_both;
  counts.concordant = size * (size - 1) / 2 - in_grade - counts.tied_scores - counts.discordant;
  return counts;
}

double kendall_tau_b(const PairCounts& counts) {
  const auto difference = static_cast<double>(counts.concordant - counts.discordant);
  const auto untied = static_cast<double>(counts.concordant + counts.discordant);
  const double product = (untied + static_cast<double>(counts.tied_scores)) *
                         (untied + static_cast<double>(counts.tied_grades));
  return product == 0 ? kNone : difference / std::sqrt(product);
}

double pairwise_accuracy(const PairCounts& counts) {
  const auto pairs =
      static_cast<double>(counts.concordant + counts.discordant + counts.tied_scores);
  if (pairs == 0) return kNone;
  return (static_cast<double>(counts.concordant) + 0.5 * static_cast<double>(counts.tied_scores)) /
         pairs;
}

}  // namespace fubini
