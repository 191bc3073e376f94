// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/arithmetic/autodiff.hpp"
#include "fubini/model/stagewise/pmop.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fubini {

// A potential whose slopes are autodiff of its own text, whatever its form: of what it says of a
// bucket, never of the sum over all subsets.
template <class P>
struct differentiated_potential : P {
  void add_slopes(const Subset<double>& subset, std::span<const double> ties, double weight,
                  std::span<double> scores,
                  std::span<double> tie_slopes) const requires SubsetPotential<P> {
    const std::size_t size = subset.scores.size();
    std::vector<double> x(subset.scores.begin(), subset.scores.end());
    x.insert(x.end(), ties.begin(), ties.end());
    std::vector<double> slopes(x.size(), 0.0);
    const auto value = [&](std::span<const var> all) {
      return P::template log_potential<var>({all.first(size), subset.stage}, all.subspan(size));
    };
    reverse_gradient(value, x, slopes);
    for (std::size_t i = 0; i < size; ++i) scores[i] += weight * slopes[i];
    for (std::size_t t = 0; t < ties.size(); ++t) tie_slopes[t] += weight * slopes[size + t];
  }

  void add_slopes(const SizeOf& bucket, std::span<const double> ties, const Affine<double>& weight,
                  std::span<double> tie_slopes) const requires AffinePotential<P> {
    const auto value = [&](std::span<const var> t) {
      const Affine<var> here = P::template log_potential<var>(bucket, t);
      var sum = 0;
      if (weight.log_weight != 0) sum += weight.log_weight * here.log_weight;
      if (weight.times_mean != 0) sum += weight.times_mean * here.times_mean;
      return sum;
    };
    reverse_gradient(value, ties, tie_slopes);
  }

  template <class Bucket>
  void add_slopes(const Bucket& bucket, std::span<const double> ties, double weight, Bucket& slopes,
                  std::span<double> tie_slopes) const requires PotentialOf<P, Bucket> {
    const std::size_t count = scores_of(bucket).size();
    std::vector<double> x = scores_of(bucket);
    x.insert(x.end(), ties.begin(), ties.end());
    std::vector<double> found(x.size(), 0.0);
    const auto value = [&](std::span<const var> all) {
      return P::template log_potential<var>(of(bucket, all), all.subspan(count));
    };
    reverse_gradient(value, x, found);
    add_scores(slopes, found, weight);
    for (std::size_t t = 0; t < ties.size(); ++t) tie_slopes[t] += weight * found[count + t];
  }

  void add_term_slopes(double f, std::span<const double> ties, double weight, double& slope,
                       std::span<double> tie_slopes) const requires AdditivePotential<P> {
    std::vector<double> x = {f};
    x.insert(x.end(), ties.begin(), ties.end());
    std::vector<double> found(x.size(), 0.0);
    const auto value = [&](std::span<const var> all) {
      return P::template log_term<var>(all[0], all.subspan(1));
    };
    reverse_gradient(value, x, found);
    slope += weight * found[0];
    for (std::size_t t = 0; t < ties.size(); ++t) tie_slopes[t] += weight * found[1 + t];
  }
  void add_size_slopes(const SizeOf& bucket, std::span<const double> ties, double weight,
                       std::span<double> tie_slopes) const requires AdditivePotential<P> {
    const auto value = [&](std::span<const var> t) {
      return weight * P::template log_size_weight<var>(bucket, t);
    };
    reverse_gradient(value, ties, tie_slopes);
  }

 private:
  // The scores of a bucket's extremes, and the bucket with vars in their place
  static std::vector<double> scores_of(const Maximum<double>& b) { return {b.maximum}; }
  static std::vector<double> scores_of(const Minimum<double>& b) { return {b.minimum}; }
  static std::vector<double> scores_of(const SizedMaximum<double>& b) { return {b.maximum}; }
  static std::vector<double> scores_of(const SizedMinimum<double>& b) { return {b.minimum}; }
  static std::vector<double> scores_of(const Extremes<double>& b) { return {b.maximum, b.minimum}; }

  using Vars = std::span<const var>;
  static Maximum<var> of(const Maximum<double>&, Vars x) { return {x[0]}; }
  static Minimum<var> of(const Minimum<double>&, Vars x) { return {x[0]}; }
  static SizedMaximum<var> of(const SizedMaximum<double>& b, Vars x) {
    return {b.size, x[0], b.stage};
  }
  static SizedMinimum<var> of(const SizedMinimum<double>& b, Vars x) {
    return {b.size, x[0], b.stage};
  }
  static Extremes<var> of(const Extremes<double>& b, Vars x) {
    return {b.size, x[0], x[1], b.stage};
  }

  template <class Bucket>
  static void add_scores(Bucket& slopes, std::span<const double> found, double weight) {
    if constexpr (requires { slopes.maximum; }) slopes.maximum += weight * found[0];
    if constexpr (requires { slopes.minimum; })
      slopes.minimum += weight * found[scores_of(slopes).size() - 1];
  }
};

// A model of such a potential without slopes by hand: its family's engine with these slopes, in place
// of autodiff of the whole sum.
template <class M>
concept OfUnslopedFamily = GenericModel<M> && !HandGradient<M> && requires(const M& model) {
  requires family_of<std::remove_cvref_t<decltype(model.potential)>>()
  != Family::any_subset;
  requires std::derived_from<M, pmop<std::remove_cvref_t<decltype(model.potential)>>>;
};

template <OfUnslopedFamily M>
Model differentiated(const M& model) {
  using P = std::remove_cvref_t<decltype(model.potential)>;
  using Sloped = pmop<differentiated_potential<P>>;
  if constexpr (HandGradient<Sloped>) {
    Model::Parts parts = Model(model).parts();
    const Sloped sloped{{model.potential}};
    parts.gradient = [sloped](const Ranking& ranking, auto f, auto ties, Gradient g) {
      return sloped.log_likelihood(ranking, f, ties, g);
    };
    return Model(std::move(parts));
  } else {
    return differentiated(Model(model), define<Reverse>(model));
  }
}

}  // namespace fubini
