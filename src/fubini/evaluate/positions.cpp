// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/evaluate/positions.hpp"

#include "fubini/core/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace fubini {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Index last_position(const SortedGrades& sorted, Index cutoff) {
  const auto size = static_cast<Index>(sorted.grades.size());
  return cutoff == 0 ? size : std::min(cutoff, size);
}

// Calls visit(begin, grades) for each group, until it returns false.
template <class Visit>
void for_each_group(const SortedGrades& sorted, const Visit& visit) {
  const std::span<const double> grades(sorted.grades);
  Index begin = 0;
  for (const Index end : sorted.group_ends) {
    if (!visit(begin, grades.subspan(begin, end - begin))) return;
    begin = end;
  }
}

double dcg_of(const SortedGrades& sorted, Index last, Gain gain) {
  double sum = 0;
  for_each_group(sorted, [&](Index begin, std::span<const double> group) {
    double gains = 0, discounts = 0;
    for (const double grade : group) gains += gain_of(grade, gain);
    const auto size = static_cast<Index>(group.size());
    for (Index i = begin; i < std::min(begin + size, last); ++i)
      discounts += 1 / std::log2(static_cast<double>(i) + 2);
    sum += gains / static_cast<double>(size) * discounts;
    return begin + size < last;
  });
  return sum;
}

double best_dcg(const SortedGrades& sorted, Index last, Gain gain) {
  double sum = 0;
  for (Index i = 0; i < last; ++i)
    sum += gain_of(sorted.best[i], gain) / std::log2(static_cast<double>(i) + 2);
  return sum;
}

// p_t for t = 0 .. most: the expected product of (1 - V) over t items drawn from the group without
// replacement. One more item, of chance 1 - V = a, turns p_t of m items into
//   ((m + 1 - t) p_t + t a p_{t-1}) / (m + 1):
// it is either among the t drawn or not. Items with V = 0 come first: all their p_t are 1.
std::vector<double> survival(std::span<const double> stops, Index most) {
  std::vector<double> p(most + 1, 1.0);
  auto m = static_cast<Index>(std::ranges::count(stops, 0.0));
  for (const double stop : stops) {
    if (stop == 0) continue;
    ++m;
    const double a = 1 - stop, size = static_cast<double>(m);
    for (Index t = std::min(most, m); t > 0; --t) {
      const double drawn = static_cast<double>(t) / size;
      p[t] = (1 - drawn) * p[t] + drawn * a * p[t - 1];
    }
  }
  return p;
}

// The same, as far as it matters: p_t never increases, and what comes after it adds at most p_t.
std::vector<double> survival_until_negligible(std::span<const double> stops, Index most) {
  constexpr double kNegligible = 1e-18;
  for (Index length = 256;; length *= 4) {
    std::vector<double> p = survival(stops, std::min(length, most));
    if (length >= most || p.back() < kNegligible) return p;
  }
}

}  // namespace

double gain_of(double grade, Gain gain) {
  if (gain == Gain::linear) return grade;
  // exp2 is exact at whole numbers; expm1 keeps the digits of small ones
  return grade < 0.5 ? std::expm1(grade * std::numbers::ln2) : std::exp2(grade) - 1;
}

std::string gain_wanted(double grade, const Conventions& conventions) {
  constexpr double kLargestGain = 1e300;  // so that sums of them are numbers
  if (gain_of(grade, conventions.gain) <= kLargestGain) return "";
  return "gains of at most " + format_double(kLargestGain);
}

std::string gain_in_words(const Conventions& conventions) {
  return std::string("gain ") + (conventions.gain == Gain::linear ? "grade" : "2^grade - 1") +
         ", discount 1/log2(1 + position)";
}

std::string relevance_in_words(const Conventions& conventions) {
  return "relevant: grade > " + format_double(conventions.relevant_above);
}

SortedGrades sort_by_score(std::span<const double> grades, std::span<const double> scores,
                           TiedScores ties) {
  std::vector<Index> order(grades.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](Index i, Index j) {
    if (scores[i] != scores[j]) return scores[i] > scores[j];
    if (ties == TiedScores::row || grades[i] == grades[j]) return i < j;
    return ties == TiedScores::worst ? grades[i] < grades[j] : grades[i] > grades[j];
  });
  SortedGrades sorted;
  sorted.grades.reserve(order.size());
  for (std::size_t p = 0; p < order.size(); ++p) {
    sorted.grades.push_back(grades[order[p]]);
    const bool open = ties == TiedScores::average && p + 1 < order.size() &&
                      scores[order[p]] == scores[order[p + 1]];
    if (!open) sorted.group_ends.push_back(static_cast<Index>(p) + 1);
  }
  sorted.best.assign(grades.begin(), grades.end());
  std::ranges::sort(sorted.best, std::greater<>());
  return sorted;
}

double dcg_at(const SortedGrades& sorted, Index cutoff, Gain gain) {
  if (sorted.best.empty() || gain_of(sorted.best[0], gain) == 0) return kNone;
  return dcg_of(sorted, last_position(sorted, cutoff), gain);
}

double ndcg_at(const SortedGrades& sorted, Index cutoff, Gain gain) {
  const Index last = last_position(sorted, cutoff);
  const double best = best_dcg(sorted, last, gain);
  return best == 0 ? kNone : std::min(1.0, dcg_of(sorted, last, gain) / best);
}

double err_at(const SortedGrades& sorted, Index cutoff, double max_grade) {
  const double scale = std::exp2(max_grade);
  if (sorted.best.empty() || gain_of(sorted.best[0], Gain::exponential) == 0) return kNone;
  const Index last = last_position(sorted, cutoff);
  double sum = 0, survived = 1;
  std::vector<double> stops;
  for_each_group(sorted, [&](Index begin, std::span<const double> group) {
    stops.clear();
    for (const double grade : group) stops.push_back(gain_of(grade, Gain::exponential) / scale);
    const auto size = static_cast<Index>(group.size());
    const auto p = survival_until_negligible(stops, std::min(size, last - begin));
    for (std::size_t t = 1; t < p.size(); ++t)
      sum += survived * (p[t - 1] - p[t]) / static_cast<double>(begin + static_cast<Index>(t));
    survived *= p.back();  // of the whole group, unless this is the last or nothing survives
    return begin + size < last && survived > 0;
  });
  return sum;
}

// Position i of a group of g items, k of them relevant, holds a relevant one with chance k/g; of
// those before it in the group, (k - 1)/(g - 1) are then expected to be relevant.
double average_precision(const SortedGrades& sorted, double relevant_above) {
  double sum = 0, before = 0;
  for_each_group(sorted, [&](Index begin, std::span<const double> group) {
    const auto k = static_cast<double>(
        std::ranges::count_if(group, [&](double grade) { return grade > relevant_above; }));
    const auto g = static_cast<double>(group.size());
    const double share = g > 1 ? (k - 1) / (g - 1) : 0;
    double precisions = 0;
    for (double i = 1; k > 0 && i <= g; ++i)
      precisions += (before + 1 + (i - 1) * share) / (static_cast<double>(begin) + i);
    sum += k / g * precisions;
    before += k;
    return true;
  });
  return before == 0 ? kNone : sum / before;
}

double reciprocal_rank(const SortedGrades& sorted, Index cutoff, double relevant_above) {
  const Index last = last_position(sorted, cutoff);
  double sum = 0;
  bool found = false;
  for_each_group(sorted, [&](Index begin, std::span<const double> group) {
    const auto k = static_cast<double>(
        std::ranges::count_if(group, [&](double grade) { return grade > relevant_above; }));
    const auto g = static_cast<double>(group.size());
    found = k > 0;
    double none_yet = 1;  // chance that no earlier position of the group is relevant
    for (double i = 1; found && i <= g - k + 1; ++i) {
      if (static_cast<double>(begin) + i > static_cast<double>(last)) break;
      const double here = k / (g - i + 1);
      sum += none_yet * here / (static_cast<double>(begin) + i);
      none_yet *= 1 - here;
    }
    return !found;
  });
  return found ? sum : kNone;
}

}  // namespace fubini
