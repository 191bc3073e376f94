// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/subset_slopes.hpp"
#include "fubini/model/stagewise/potential.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace fubini {

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
    if (learned.empty() || m < learned.front()) return -1;
    const Index next = m - learned.front();  // mostly they follow one another
    if (next < std::ssize(learned) && learned[next] == m) return next;
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
    if (others && !uniform && log_gamma.empty() && learned.empty()) return T(0);
    const Index own = place(m);
    if (own < 0 && m > 1 && !others) return T(-std::numeric_limits<double>::infinity());
    C fixed = 0;
    if (uniform) fixed -= log_choose<C>(n, m);
    if (!log_gamma.empty()) fixed += C(log_gamma[std::min<Index>(m, std::ssize(log_gamma)) - 1]);
    return own < 0 ? T(fixed) : T(fixed + ties[own]);
  }
};

// Any potential times a weight for the size of the subset. Tie parameters: those of the sizes
// first, then the potential's own. Affine and additive ones stay what they are; of extremes it
// takes the size besides.
template <Potential P>
struct sized {
  static constexpr bool fixed_means = !requires(const P& inner) { inner.tie_parameters(); };
  static constexpr bool kUpper = PotentialOf<P, Maximum<double>> ||
                                 PotentialOf<P, SizedMaximum<double>> ||
                                 PotentialOf<P, Extremes<double>>;
  static constexpr bool kLower = PotentialOf<P, Minimum<double>> ||
                                 PotentialOf<P, SizedMinimum<double>> ||
                                 PotentialOf<P, Extremes<double>>;

  P potential = {};
  SizeWeights sizes = {};

  std::vector<std::string> tie_parameters() const {
    std::vector<std::string> names = sizes.tie_parameters();
    for (std::string& name : potential_parameters(potential)) names.push_back(std::move(name));
    return names;
  }
  Index largest_bucket() const {  // 0: any
    if constexpr (requires { potential.largest_bucket(); })
      if (sizes.others) return potential.largest_bucket();
    return sizes.others ? 0 : sizes.largest(std::numeric_limits<Index>::max());
  }

  template <class T>
  Affine<T> log_potential(const SizeOf& bucket,
                          std::span<const T> ties) const requires AffinePotential<P> {
    Affine<T> inner = potential.template log_potential<T>(bucket, ties.subspan(own()));
    inner.log_weight += weight<T>(bucket, ties);
    return inner;
  }
  void add_slopes(const SizeOf& bucket, std::span<const double> ties, const Affine<double>& weight,
                  std::span<double> tie_slopes) const requires SlopedAffine<P> {
    if (const Index t = sizes.place(bucket.size); t >= 0) tie_slopes[t] += weight.log_weight;
    if constexpr (requires { potential.tie_parameters(); })
      potential.add_slopes(bucket, ties.subspan(own()), weight, tie_slopes.subspan(own()));
  }

  template <class T>
  T log_term(const T& f, std::span<const T> ties) const requires AdditivePotential<P> {
    return potential.template log_term<T>(f, ties.subspan(own()));
  }
  void add_term_slopes(double f, std::span<const double> ties, double weight, double& slope,
                       std::span<double> tie_slopes) const requires SlopedAdditive<P> {
    if constexpr (requires { potential.add_term_slopes(f, ties, weight, slope, tie_slopes); })
      potential.add_term_slopes(f, ties.subspan(own()), weight, slope, tie_slopes.subspan(own()));
    else  // the score plus a constant
      slope += weight;
  }
  void add_size_slopes(const SizeOf& bucket, std::span<const double> ties, double weight,
                       std::span<double> tie_slopes) const requires SlopedAdditive<P> {
    if (const Index t = sizes.place(bucket.size); t >= 0) tie_slopes[t] += weight;
    if constexpr (requires { potential.tie_parameters(); })
      potential.add_size_slopes(bucket, ties.subspan(own()), weight, tie_slopes.subspan(own()));
  }
  template <class T>
  T log_size_weight(const SizeOf& bucket,
                    std::span<const T> ties) const requires AdditivePotential<P> {
    return weight<T>(bucket, ties) +
           potential.template log_size_weight<T>(bucket, ties.subspan(own()));
  }

  template <class T>
  T log_potential(const SizedMaximum<T>& bucket, std::span<const T> ties) const
      requires(kUpper && !kLower) {
    return with_size<T>({bucket.size, bucket.maximum, bucket.maximum, bucket.stage}, ties);
  }
  template <class T>
  T log_potential(const SizedMinimum<T>& bucket, std::span<const T> ties) const
      requires(kLower && !kUpper) {
    return with_size<T>({bucket.size, bucket.minimum, bucket.minimum, bucket.stage}, ties);
  }
  template <class T>
  T log_potential(const Extremes<T>& bucket, std::span<const T> ties) const
      requires(kUpper&& kLower) {
    return with_size<T>(bucket, ties);
  }
  void add_slopes(const SizedMaximum<double>& bucket, std::span<const double> ties, double weight,
                  SizedMaximum<double>& slopes, std::span<double> tie_slopes) const
      requires(kUpper && !kLower && SlopedExtremes<P>) {
    slopes.maximum += inner_slopes({bucket.size, bucket.maximum, bucket.maximum, bucket.stage},
                                   ties, weight, tie_slopes)
                          .maximum;
  }
  void add_slopes(const SizedMinimum<double>& bucket, std::span<const double> ties, double weight,
                  SizedMinimum<double>& slopes, std::span<double> tie_slopes) const
      requires(kLower && !kUpper && SlopedExtremes<P>) {
    slopes.minimum += inner_slopes({bucket.size, bucket.minimum, bucket.minimum, bucket.stage},
                                   ties, weight, tie_slopes)
                          .minimum;
  }
  void add_slopes(const Extremes<double>& bucket, std::span<const double> ties, double weight,
                  Extremes<double>& slopes, std::span<double> tie_slopes) const
      requires(kUpper&& kLower&& SlopedExtremes<P>) {
    const auto found = inner_slopes(bucket, ties, weight, tie_slopes);
    slopes.maximum += found.maximum;
    slopes.minimum += found.minimum;
  }

  template <class T>
  T log_potential(const Subset<T>& subset,
                  std::span<const T> ties) const requires SubsetPotential<P> {
    return weight<T>({subset.size(), subset.stage}, ties) +
           potential.template log_potential<T>(subset, ties.subspan(own()));
  }
  void add_slopes(const Subset<double>& subset, std::span<const double> ties, double weight,
                  std::span<double> scores,
                  std::span<double> tie_slopes) const requires SlopedPotential<P> {
    if (const Index t = sizes.place(subset.size()); t >= 0) tie_slopes[t] += weight;
    potential.add_slopes(subset, ties.subspan(own()), weight, scores, tie_slopes.subspan(own()));
  }
  template <class Inner>
  struct RunningWith {
    Inner inner;
    const SizeWeights* sizes;  // of the potential, which must outlive this
    std::size_t own;
    void add(double f) { inner.add(f); }
    bool remove(double f) { return inner.remove(f); }
    double log_potential(Index size, const Stage& stage, std::span<const double> ties) const {
      return sizes->log_weight<double>(size, stage.remaining, ties) +
             inner.log_potential(size, stage, ties.subspan(own));
    }
  };
  auto running(const Stage& stage) const requires RunningPotential<P> {
    return RunningWith<decltype(potential.running(stage))>{potential.running(stage), &sizes, own()};
  }

 private:
  template <class T>
  T with_size(const Extremes<T>& bucket, std::span<const T> ties) const {
    return weight<T>({bucket.size, bucket.stage}, ties) +
           detail::of_extremes<T>(potential, bucket, ties.subspan(own()));
  }
  auto inner_slopes(const Extremes<double>& bucket, std::span<const double> ties, double weight,
                    std::span<double> tie_slopes) const {
    if (const Index t = sizes.place(bucket.size); t >= 0) tie_slopes[t] += weight;
    return detail::slopes_of_extremes(potential, bucket, ties.subspan(own()), weight,
                                      tie_slopes.subspan(own()));
  }
  std::size_t own() const { return sizes.learned.size(); }
  template <class T>
  T weight(const SizeOf& bucket, std::span<const T> ties) const {
    return sizes.log_weight<T>(bucket.size, bucket.stage.remaining, ties);
  }
};

}  // namespace fubini
