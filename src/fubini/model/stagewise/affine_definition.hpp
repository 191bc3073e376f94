// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/numerics.hpp"
#include "fubini/model/stagewise/forms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

// Normalisers of affine potentials for any scalar: the definition (affine_stages.hpp has the
// formulas).
namespace fubini {
namespace detail {

template <class T>
struct SizeTerm {
  T weight, e;  // of exp(weight) e
};

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

}  // namespace detail

// log Z of one stage where scores are far apart: subsets of m items relative to the best, T_m, as in
// detail/affine_far.hpp: no factor is above 1, and that of T_m is 1. Sizes that are nothing beside
// another one are left out.
template <class T, class At>
T log_affine_normaliser_apart(std::span<const T> f, Index most, const At& at) {
  using std::exp, std::log;
  using C = constant_t<T>;
  const Index n = std::ssize(f);
  std::vector<Index> order(n);
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order,
                           [&](Index i, Index j) { return value_of(f[j]) < value_of(f[i]); });
  struct Best {
    T weight;
    Index size;
  };
  std::vector<Best> best;
  std::vector<detail::SizeTerm<T>> terms;
  for (Index m = 1; m <= std::min(most, n); ++m) {
    const Affine<T> of_size = at(m);
    if (!(value_of(of_size.log_weight) > -std::numeric_limits<double>::infinity())) continue;
    const bool reversed = value_of(of_size.times_mean) < 0;
    T sum = 0;
    for (Index i = 0; i < m; ++i) sum += f[order[reversed ? n - 1 - i : i]];
    best.push_back({of_size.log_weight + of_size.times_mean * (sum / C(m)), m});
  }
  C top = value_of(best[0].weight);
  for (const auto& one : best)
    if (top < value_of(one.weight)) top = value_of(one.weight);
  for (const auto& [weight, m] : best) {
    if (value_of(weight) + C(m) * log(C(n)) < top - 200) continue;
    const T a = at(m).times_mean;
    if (value_of(a) < 0) std::ranges::reverse(order);
    const C reference = value_of(f[order[m - 1]]);
    std::vector<T> e(m + 1, T(0));
    e[0] = T(1);
    for (Index i = 0; i < n; ++i) {
      const T gain = a * ((f[order[i]] - reference) / C(m));
      const T in = i < m ? T(1) : T(exp(gain)), out = i < m ? T(exp(-gain)) : T(1);
      for (Index j = std::min(i + 1, m); j > 0; --j) e[j] = e[j] * out + e[j - 1] * in;
      e[0] *= out;
    }
    if (value_of(a) < 0) std::ranges::reverse(order);
    terms.push_back({weight, e[m]});
  }
  return detail::log_weighted_sum(terms);
}

// log Z(R_k) of each stage k, for any scalar; subsets of up to `most` items. By plain tables for all
// stages, where scores are not so far apart that their exponentials leave the numbers.
// at(m, k) gives the Affine<T> of a size and stage, times_mean the same at all.
template <class T, class At>
std::vector<T> log_affine_normalisers(std::span<const Index> ends, std::span<const T> f, Index most,
                                      const At& at) {
  using std::exp, std::sqrt;
  using C = constant_t<T>;
  const Index n = ends.back(), stages = static_cast<Index>(ends.size());
  const std::vector<C> top = detail::stage_tops(ends, f);
  const C tiny = sqrt(C(std::numeric_limits<double>::min()));
  std::vector<std::vector<detail::SizeTerm<T>>> terms(ends.size());
  std::vector<char> apart(ends.size(), 0);
  for (Index m = 1; m <= std::min(most, n); ++m) {
    const T a = at(m, 0).times_mean;
    // e_j of y = exp(a (f - top)/m)
    std::vector<T> e(m + 1, T(0));
    e[0] = T(1);
    Index added = 0;
    for (Index k = stages; k-- > 0;) {
      if (k + 1 < stages && top[k + 1] < top[k])
        for (Index j = 1; j <= m; ++j) e[j] = e[j] * exp(a * ((top[k + 1] - top[k]) * C(j) / C(m)));
      for (Index i = ends[k]; i-- > (k == 0 ? 0 : ends[k - 1]);) {
        const T y = exp(a * ((f[i] - top[k]) / C(m)));
        ++added;
        for (Index j = std::min(added, m); j > 0; --j) e[j] += y * e[j - 1];
      }
      if (added < m) continue;
      const T weight = at(m, k).log_weight;
      if (!(value_of(weight) > -std::numeric_limits<double>::infinity())) continue;
      if (!(value_of(e[m]) > tiny)) apart[k] = 1;
      terms[k].push_back({weight + a * top[k], e[m]});
    }
  }
  std::vector<T> result;
  for (Index k = 0; k < stages; ++k)
    result.push_back(apart[k] == 0
                         ? detail::log_weighted_sum(terms[k])
                         : log_affine_normaliser_apart<T>(f.subspan(k == 0 ? 0 : ends[k - 1]), most,
                                                          [&](Index m) { return at(m, k); }));
  return result;
}

}  // namespace fubini
