// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/potential.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

// The potentials that come with Fubini.
namespace fubini {

// exp of the mean score: the paper's general case. models/pmop_mean.hpp has its exact likelihood.
struct geometric_mean {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    T sum = 0;
    for (const T& f : subset.scores) sum += f;
    return sum / constant_t<T>(subset.size());
  }
  void add_slopes(const Subset<double>& subset, std::span<const double>, double weight,
                  std::span<double> scores, std::span<double>) const {
    for (double& slope : scores) slope += weight / static_cast<double>(subset.size());
  }
  struct Running {
    double sum = 0;
    void add(double f) { sum += f; }
    bool remove(double f) {
      sum -= f;
      return true;
    }
    double log_potential(Index size, const Stage&, std::span<const double>) const {
      return sum / static_cast<double>(size);
    }
  };
  Running running(const Stage&) const { return {}; }
};

// The mean of exp(f): full decomposition, of which models/pmop_full.hpp has the closed form. With
// stage weights the mean of exp(c_k f) at stage k; the last weight serves all later stages.
struct arithmetic_mean {
  std::vector<double> stage_weights = {};

  double factor(const Stage& stage) const {
    if (stage_weights.empty()) return 1;
    return stage_weights[std::min(stage.number, std::ssize(stage_weights) - 1)];
  }

  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    using std::log;
    const double c = factor(subset.stage);
    ScaledSum<T> sum(T(c * subset.scores[0]));
    for (const T& f : subset.scores.subspan(1)) sum += T(c * f);
    return log(sum) - log(constant_t<T>(subset.size()));
  }
  void add_slopes(const Subset<double>& subset, std::span<const double> ties, double weight,
                  std::span<double> scores, std::span<double>) const {
    const double c = factor(subset.stage);
    const double log_sum =
        log_potential<double>(subset, ties) + std::log(static_cast<double>(subset.size()));
    for (std::size_t i = 0; i < scores.size(); ++i)
      scores[i] += weight * c * std::exp(c * subset.scores[i] - log_sum);
  }
  struct Running {
    double c = 1, top = -std::numeric_limits<double>::infinity(), sum = 0;
    void add(double f) {
      if (c * f > top) {
        sum = sum * std::exp(top - c * f) + 1;
        top = c * f;
      } else {
        sum += std::exp(c * f - top);
      }
    }
    bool remove(double f) {
      constexpr double kEnoughLeft = 0.25;  // more would take digits with it
      const double left = sum - std::exp(c * f - top);
      if (left < kEnoughLeft * sum) return false;
      sum = left;
      return true;
    }
    double log_potential(Index size, const Stage&, std::span<const double>) const {
      return top + std::log(sum / static_cast<double>(size));
    }
  };
  Running running(const Stage& stage) const { return {.c = factor(stage)}; }
};

// The product of exp(f): each item is in the bucket on its own account. Not invariant to a shift.
struct product {
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T>) const {
    T sum = 0;
    for (const T& f : subset.scores) sum += f;
    return sum;
  }
  void add_slopes(const Subset<double>&, std::span<const double>, double weight,
                  std::span<double> scores, std::span<double>) const {
    for (double& slope : scores) slope += weight;
  }
  // Z = product of (1 + exp(f)) - 1 = exp(s) - 1, s = sum of log(1 + exp(f)); where s is nothing,
  // the sum of exp(f) to all digits
  template <class T>
  T log_normaliser(std::span<const T> f, const Stage&, std::span<const T>) const {
    using std::expm1, std::log;
    T s = 0;
    for (const T& x : f) s += softplus(x);
    if (value_of(s) < kNothing) return log(sum_exp(f));
    return s + log(-expm1(-s));
  }
  void add_normaliser_slopes(std::span<const double> f, const Stage&, std::span<const double>,
                             double weight, std::span<double> scores, std::span<double>) const {
    double s = 0;
    for (const double x : f) s += softplus(x);
    const double top = *std::ranges::max_element(f);
    double sum = 0;
    for (const double x : f) sum += std::exp(x - top);
    for (std::size_t i = 0; i < f.size(); ++i)
      scores[i] +=
          weight * (s < kNothing ? std::exp(f[i] - top) / sum : logistic(f[i]) / -std::expm1(-s));
  }
  static constexpr double kNothing = 1e-60;  // beyond 50 digits

  struct Running : geometric_mean::Running {
    double log_potential(Index, const Stage&, std::span<const double>) const { return sum; }
  };
  Running running(const Stage&) const { return {}; }
};

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

// How much a size m counts, out of n items that remain.
struct SizeWeights {
  bool uniform = false;                // 1/C(n, m): all sizes alike at equal scores
  std::vector<double> log_gamma = {};  // of sizes 1, 2, ...; the last serves all larger ones
  std::vector<Index> learned = {};     // increasing sizes from 2 whose log-weights are learned
  bool others = true;  // subsets of sizes above 1 that are not learned may be chosen

  std::vector<std::string> tie_parameters() const {
    std::vector<std::string> names;
    for (const Index m : learned) names.push_back("log_gamma_" + std::to_string(m));
    return names;
  }
  // Where the log-weight of size m stands among the tie parameters; -1 if it is not learned
  Index place(Index m) const {
    const auto at = std::ranges::lower_bound(learned, m);
    return at != learned.end() && *at == m ? at - learned.begin() : -1;
  }
  Index largest(Index n) const {  // of n items
    if (others) return n;
    return learned.empty() ? 1 : std::min(learned.back(), n);
  }
  template <class T>
  T log_weight(Index m, Index n, std::span<const T> ties) const {
    using C = constant_t<T>;
    const Index own = place(m);
    if (own < 0 && m > 1 && !others) return T(-std::numeric_limits<double>::infinity());
    C fixed = 0;
    if (uniform) fixed -= log_choose<C>(n, m);
    if (!log_gamma.empty()) fixed += C(log_gamma[std::min<Index>(m, std::ssize(log_gamma)) - 1]);
    return own < 0 ? T(fixed) : T(fixed + ties[own]);
  }
};

// Any potential times a weight for the size of the subset. Tie parameters: those of the sizes
// first, then the potential's own.
template <Potential P>
struct sized {
  P potential = {};
  SizeWeights sizes = {};

  std::vector<std::string> tie_parameters() const {
    std::vector<std::string> names = sizes.tie_parameters();
    for (std::string& name : potential_parameters(potential)) names.push_back(std::move(name));
    return names;
  }
  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    return sizes.log_weight<T>(subset.size(), subset.stage.remaining, ties) +
           potential.template log_potential<T>(subset, ties.subspan(own()));
  }
  void add_slopes(const Subset<double>& subset, std::span<const double> ties, double weight,
                  std::span<double> scores,
                  std::span<double> tie_slopes) const requires SlopedPotential<P> {
    if (const Index t = sizes.place(subset.size()); t >= 0) tie_slopes[t] += weight;
    potential.add_slopes(subset, ties.subspan(own()), weight, scores, tie_slopes.subspan(own()));
  }
  struct Running {
    decltype(std::declval<const P&>().running(Stage{})) inner;
    const SizeWeights* sizes;  // of the potential, which must outlive this
    std::size_t own;
    void add(double f) { inner.add(f); }
    bool remove(double f) { return inner.remove(f); }
    double log_potential(Index size, const Stage& stage, std::span<const double> ties) const {
      return sizes->log_weight<double>(size, stage.remaining, ties) +
             inner.log_potential(size, stage, ties.subspan(own));
    }
  };
  Running running(const Stage& stage) const requires RunningPotential<P> {
    return {potential.running(stage), &sizes, own()};
  }

 private:
  std::size_t own() const { return sizes.learned.size(); }
};

}  // namespace fubini
