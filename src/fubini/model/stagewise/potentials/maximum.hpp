// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/potential.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace fubini {

// The largest exp(f): a bucket is as good as its best item. Where several are the best, each has an
// equal share in the derivative.
struct maximum {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    constant_t<T> best = value_of(subset.scores[0]);
    for (const T& f : subset.scores)
      if (best < value_of(f)) best = value_of(f);
    T sum = 0;
    Index count = 0;
    for (const T& f : subset.scores) {
      if (value_of(f) < best) continue;
      sum += f;
      ++count;
    }
    return sum / constant_t<T>(count);
  }
  void add_slopes(const Subset<double>& subset, std::span<const double>, double weight,
                  std::span<double> scores, std::span<double>) const {
    const double best = *std::ranges::max_element(subset.scores);
    const auto count = static_cast<double>(std::ranges::count(subset.scores, best));
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (subset.scores[i] == best) scores[i] += weight / count;
  }
  // Sorted, item i is the largest of 2^(i-1) subsets; a group of g equal ones that stands above k
  // others, of 2^k (2^g - 1).
  template <class T>
  T log_normaliser(std::span<const T> f, const Stage&, std::span<const T>) const {
    std::optional<ScaledSum<T>> sum;
    for_each_group(f, [&](Index below, std::span<const Index> group) {
      T mean = 0;
      for (const Index i : group) mean += f[i];
      const T term = mean / constant_t<T>(std::ssize(group)) +
                     log_count<constant_t<T>>(below, std::ssize(group));
      if (sum)
        *sum += term;
      else
        sum.emplace(term);
    });
    return log(*sum);
  }
  void add_normaliser_slopes(std::span<const double> f, const Stage&, std::span<const double>,
                             double weight, std::span<double> scores, std::span<double>) const {
    const double top = *std::ranges::max_element(f);  // relative to it, digits are kept
    std::vector<double> terms(f.size());
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for_each_group(f, [&](Index below, std::span<const Index> group) {
      const double term = f[group[0]] - top + log_count<double>(below, std::ssize(group));
      largest = std::max(largest, term);
      for (const Index i : group) terms[i] = term;
    });
    for_each_group(f, [&](Index, std::span<const Index> group) {
      sum += std::exp(terms[group[0]] - largest);
    });
    for_each_group(f, [&](Index, std::span<const Index> group) {
      const double share = std::exp(terms[group[0]] - largest) / sum / double(group.size());
      for (const Index i : group) scores[i] += weight * share;
    });
  }

  struct Running {
    double best = -std::numeric_limits<double>::infinity();
    void add(double f) { best = std::max(best, f); }
    bool remove(double f) { return f < best; }
    double log_potential(Index, const Stage&, std::span<const double>) const { return best; }
  };
  Running running(const Stage&) const { return {}; }

 private:
  // Calls visit(number of lower items, positions) for each group of equal scores, lowest first.
  template <class T, class Visit>
  static void for_each_group(std::span<const T> f, const Visit& visit) {
    std::vector<Index> order(f.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::stable_sort(order,
                             [&](Index i, Index j) { return value_of(f[i]) < value_of(f[j]); });
    for (Index begin = 0, end = 0; begin < std::ssize(order); begin = end) {
      while (end < std::ssize(order) && !(value_of(f[order[begin]]) < value_of(f[order[end]])))
        ++end;
      visit(begin, std::span<const Index>(order).subspan(begin, end - begin));
    }
  }
  template <class C>
  static C log_count(Index below, Index group) {
    using std::log;
    return C(below) * log(C(2)) + log_num_subsets<C>(group);
  }
};

}  // namespace fubini
