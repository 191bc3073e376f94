// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/model/stagewise/subset_slopes.hpp"
#include "fubini/model/stagewise/potential.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fubini {

// A potential of any form as one that takes subsets, for all that visit subsets one by one:
// samplers, estimates, enumeration, checks.
template <Potential P>
struct any_subset {
  P potential = {};

  std::vector<std::string> tie_parameters() const { return potential_parameters(potential); }

  template <class T>
  T log_potential(const Subset<T>& subset, std::span<const T> ties) const {
    if (subset.size() > largest_possible(potential, subset.size()))
      return T(-std::numeric_limits<double>::infinity());
    if constexpr (AffinePotential<P>) {
      T sum = 0;
      for (const T& f : subset.scores) sum += f;
      const Affine<T> affine = at<T>(subset.size(), subset.stage, ties);
      return affine.log_weight + affine.times_mean * (sum / constant_t<T>(subset.size()));
    } else if constexpr (AdditivePotential<P>) {
      return additive<T>(subset, ties);
    } else if constexpr (ExtremesPotential<P>) {
      return detail::of_extremes<T>(potential,
                                    Extremes<T>{subset.size(), detail::extreme(subset.scores, 1),
                                                detail::extreme(subset.scores, -1), subset.stage},
                                    ties);
    } else {
      return potential.template log_potential<T>(subset, ties);
    }
  }

  // By hand where the form's own slopes are (potential.hpp)
  void add_slopes(const Subset<double>& subset, std::span<const double> ties, double weight,
                  std::span<double> scores, std::span<double> tie_slopes) const
      requires(SlopedAffine<P> || SlopedExtremes<P> || SlopedAdditive<P>) {
    if constexpr (AffinePotential<P>)
      add_affine_slopes(subset, ties, weight, scores, tie_slopes);
    else if constexpr (AdditivePotential<P>)
      detail::add_additive_slopes(potential, subset, ties, weight, scores, tie_slopes);
    else
      detail::add_extremes_slopes(potential, subset, ties, weight, scores, tie_slopes);
  }

  struct OfSums {
    const P* potential;  // which must outlive this
    double sum = 0;
    void add(double f) { sum += f; }
    bool remove(double f) {
      sum -= f;
      return true;
    }
    double log_potential(Index size, const Stage& stage, std::span<const double> ties) const {
      if (size > largest_possible(*potential, size))
        return -std::numeric_limits<double>::infinity();
      const Affine<double> affine =
          potential->template log_potential<double>(SizeOf{size, stage}, ties);
      return affine.log_weight + affine.times_mean * (sum / static_cast<double>(size));
    }
  };
  struct OfExtremes {
    const P* potential;  // which must outlive this
    double high = -std::numeric_limits<double>::infinity(), low = -high;
    void add(double f) {
      high = f > high ? f : high;
      low = f < low ? f : low;
    }
    bool remove(double f) { return low < f && f < high; }
    double log_potential(Index size, const Stage& stage, std::span<const double> ties) const {
      return detail::of_extremes<double>(*potential, {size, high, low, stage}, ties);
    }
  };
  using Running = std::conditional_t<AffinePotential<P>, OfSums, OfExtremes>;
  Running running(const Stage&) const requires(AffinePotential<P> || ExtremesPotential<P>) {
    return {&potential};
  }

 private:
  void add_affine_slopes(const Subset<double>& subset, std::span<const double> ties, double weight,
                         std::span<double> scores, std::span<double> tie_slopes) const {
    const SizeOf bucket{subset.size(), subset.stage};
    const Affine<double> affine = potential.template log_potential<double>(bucket, ties);
    const auto size = static_cast<double>(subset.size());
    double sum = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      sum += subset.scores[i];
      scores[i] += weight * affine.times_mean / size;
    }
    if constexpr (requires { potential.tie_parameters(); })
      potential.add_slopes(bucket, ties, Affine<double>{weight, weight * sum / size}, tie_slopes);
  }
  template <class T>
  Affine<T> at(Index size, const Stage& stage, std::span<const T> ties) const {
    return potential.template log_potential<T>(SizeOf{size, stage}, ties);
  }
  template <class T>
  T additive(const Subset<T>& subset, std::span<const T> ties) const {
    const auto term = [&](const T& f) { return potential.template log_term<T>(f, ties); };
    ScaledSum<T> sum(term(subset.scores[0]));
    for (const T& f : subset.scores.subspan(1)) sum += term(f);
    return potential.template log_size_weight<T>(SizeOf{subset.size(), subset.stage}, ties) +
           log(sum);
  }
};

// The potential itself where it takes subsets already
template <Potential P>
auto of_subsets(P potential) {
  if constexpr (SubsetPotential<P>)
    return potential;
  else
    return any_subset<P>{std::move(potential)};
}
template <Potential P>
using of_subsets_t = decltype(of_subsets(std::declval<P>()));

}  // namespace fubini
