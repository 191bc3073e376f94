// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

// Choice stage by stage with geometric-mean potentials, exactly: at stage k the bucket X_k is
// chosen out of all non-empty subsets of what remains, R_k, with potential gamma_m exp(mean of f
// over the subset), m its size and gamma_m a weight that may depend on the number n_k of items in
// R_k.
//
//   Z(R)    = sum over m of gamma_m e_m(exp(f_i / m), i in R)      e_m elementary symmetric
//   L       = sum over k of  mean f over X_k + log gamma_{m_k} - log Z(R_k)
//   dL/df_i = [i in X_k]/m_k - sum over stages with i in R_k of E_k[ 1{i in S} / |S| ]
//   dL/d log gamma_m = (buckets of size m) - sum over k of P_k(|S| = m)
//
// Adding one item with y = exp(f/m) makes e_j + y e_{j-1} of e_j; items are added from the last
// bucket to the first, so one pass for each m serves all stages.
namespace fubini {

// log gamma_m at a stage of n items; -infinity where a size is not allowed
template <class T>
using LogSizeWeight = std::function<T(Index m, Index n)>;

namespace detail {

// The largest score of each R_k
template <class T>
std::vector<constant_t<T>> stage_tops(std::span<const Index> ends, std::span<const T> f) {
  std::vector<constant_t<T>> tops(ends.size(), value_of(f.back()));
  for (std::size_t k = ends.size(); k-- > 0;) {
    if (k + 1 < ends.size()) tops[k] = tops[k + 1];
    for (Index i = k == 0 ? 0 : ends[k - 1]; i < ends[k]; ++i)
      if (tops[k] < value_of(f[i])) tops[k] = value_of(f[i]);
  }
  return tops;
}

// log of the sum of exp(weight) e. Terms that are nothing beside the largest are left out: the
// derivatives of their logarithms would leave the numbers.
template <class Terms>
auto log_weighted_sum(const Terms& terms) {
  using std::log;
  using T = std::remove_cvref_t<decltype(terms[0].e)>;
  const auto size = [](const auto& term) { return value_of(term.weight) + log(value_of(term.e)); };
  if (terms.empty()) return T(-std::numeric_limits<double>::infinity());
  auto best = size(terms[0]);
  for (const auto& term : terms)
    if (best < size(term)) best = size(term);
  std::optional<ScaledSum<T>> sum;
  for (const auto& term : terms) {
    if (size(term) < best - 200) continue;
    const T one = term.weight + log(term.e);
    if (sum)
      *sum += one;
    else
      sum.emplace(one);
  }
  return log(*sum);
}

}  // namespace detail

// log Z(R_k) of each stage k by plain tables, for any scalar; subsets of up to `most` items.
template <class T>
std::vector<T> log_mean_normalisers(std::span<const Index> ends, std::span<const T> f, Index most,
                                    const LogSizeWeight<T>& log_gamma) {
  using std::exp, std::log;
  using C = constant_t<T>;
  const Index n = ends.back(), stages = static_cast<Index>(ends.size());
  const std::vector<C> top = detail::stage_tops(ends, f);
  struct Term {
    T weight, e;
  };
  std::vector<std::vector<Term>> terms(ends.size());
  for (Index m = 1; m <= std::min(most, n); ++m) {
    // e_j of y = exp((f - top)/m)
    std::vector<T> e(m + 1, T(0));
    e[0] = T(1);
    Index added = 0;
    for (Index k = stages; k-- > 0;) {
      if (k + 1 < stages && top[k + 1] < top[k])
        for (Index j = 1; j <= m; ++j) e[j] = e[j] * exp((top[k + 1] - top[k]) * C(j) / C(m));
      for (Index i = ends[k]; i-- > (k == 0 ? 0 : ends[k - 1]);) {
        const T y = exp((f[i] - top[k]) / C(m));
        ++added;
        for (Index j = std::min(added, m); j > 0; --j) e[j] += y * e[j - 1];
      }
      const T weight = log_gamma(m, added);
      const bool allowed = value_of(weight) > -std::numeric_limits<double>::infinity();
      if (added >= m && allowed && value_of(e[m]) > 0) terms[k].push_back({weight, e[m]});
    }
  }
  std::vector<T> result;
  for (Index k = 0; k < stages; ++k) result.push_back(top[k] + detail::log_weighted_sum(terms[k]));
  return result;
}

// The log-likelihood L, for any scalar
template <class T>
T log_mean_choice(std::span<const Index> ends, std::span<const T> f, Index most,
                  const LogSizeWeight<T>& log_gamma) {
  const std::vector<T> log_z = log_mean_normalisers<T>(ends, f, most, log_gamma);
  T total = 0;
  Index begin = 0;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    const Index size = ends[k] - begin;
    if (size > most) return T(-std::numeric_limits<double>::infinity());
    T sum = 0;
    for (Index i = begin; i < ends[k]; ++i) sum += f[i];
    total += sum / constant_t<T>(size) + log_gamma(size, ends.back() - begin) - log_z[k];
    begin = ends[k];
  }
  return total;
}

// The same by hand, in ratios r_j = e_j/e_{j-1} that neither overflow nor cancel at any n: O(n^2 M)
// for subsets of up to M items. Adds dL/df to g and dL/d log gamma_m to sizes[m - 1] (which may be
// shorter than M). A bucket of more than `most` items gives -infinity and no gradient.
double log_mean_choice(std::span<const Index> ends, std::span<const double> f, Index most,
                       const LogSizeWeight<double>& log_gamma, std::span<double> g,
                       std::span<double> sizes);

// One subset of items with scores f, drawn with probability gamma_m exp(mean f) / Z: the size
// first, then item by item; uniform() gives numbers on (0, 1). Positions in increasing order.
std::vector<Index> draw_mean_subset(std::span<const double> f, Index most,
                                    const LogSizeWeight<double>& log_gamma,
                                    const std::function<double()>& uniform);

}  // namespace fubini
