// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/compensated_sum.hpp"
#include "fubini/core/normal.hpp"
#include "fubini/core/numerics.hpp"
#include "fubini/core/ranking.hpp"
#include "fubini/core/two_parts.hpp"
#include "fubini/core/vector_math.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/pairwise/pairs.hpp"

#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace fubini {

// Glenn-David (1960): Thurstone's normal differences, a tie where they stay within a threshold.
//
//   P(i > j) = N(d - tau)                        d = f_i - f_j, tau = exp(gamma)
//   P(i ~ j) = N(d + tau) - N(d - tau)           N the normal cdf, n its density
//
//   d/dd log P(i > j)   =  n(d - tau) / N(d - tau),   d/dtau = -d/dd
//   d/dd log P(i ~ j)   = [n(d + tau) - n(d - tau)] / P(i ~ j)
//   d/dtau log P(i ~ j) = [n(d + tau) + n(d - tau)] / P(i ~ j)
//
// R(y) = (1 - N(y))/n(y) is the Mills ratio; a = |d|, u = |a - tau|, v = a + tau, so that
// n(v) = n(u) exp(-2 a tau): no probability is ever formed that could underflow.
struct glenn_david {
  static constexpr auto description = "pairs with ties, normal differences (Glenn-David 1960)";
  static constexpr auto cost = Cost::n_squared;

  Laws laws() const {
    return {.sums_to_one = Over::ordered_partitions,
            .most_items = 2,
            .reductions = {{.name = "tau -> 0 is Thurstone's",
                            .value = thurstone,
                            .on = On::singletons,
                            .ties = -1e3}}};
  }

  Recession recession() const { return {Recession::Of::thresholds}; }

  std::vector<std::string> tie_parameters() const { return {"gamma"}; }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T> ties) const {
    using std::exp;
    const auto win = [](const T& d, std::span<const T> t) {
      return log_normal_cdf(T(d - exp(t[0])));
    };
    const auto tie = [](const T& d, std::span<const T> t) { return log_normal_interval(d, t[0]); };
    return sum_pairs(ranking, f, ties, win, tie);
  }

  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    const double gamma = ties[0];
    GammaSlope d_gamma;
    const auto win = [&](auto d, auto lost, auto slope) {
      return wins(d, lost, slope, gamma, d_gamma);
    };
    const auto tie = [&](auto d, auto lost, auto slope) {
      return draws(d, lost, slope, gamma, d_gamma);
    };
    const double total = sum_wins(ranking, f, g.scores, win) + sum_ties(ranking, f, g.scores, tie);
    g.ties[0] += d_gamma.value();
    return total;
  }

 private:
  // Far out wins and ties pull at gamma with tau/R(y), beside which what remains may be nothing.
  struct GammaSlope {
    static constexpr double kFar = 1000;
    double near = 0, rough = 0;
    CompensatedSum far = {};

    double value() const {  // infinity, and no NaN, where no double holds it
      return near + (std::isfinite(far.value()) ? far.value() : rough);
    }

    // sign tau/R(y), y = sign (d - tau), 1/R(y) = y + 1/y - 2/y^3 + 10/y^5 - ...
    void add_far(double sign, const TwoParts& d, const TwoParts& tau) {
      const TwoParts high = difference(d.high, tau.high);
      const double low = high.low + (d.low - tau.low), apart = high.high + low;
      const double y = sign * apart, s = 1 / y;
      const double rest = sign * ((high.high - apart) + low) + s * (1 - s * s * (2 - 10 * s * s));
      rough += sign * y * tau.high;
      far.add_product(sign * y, tau.high);
      far.add(sign * (y * tau.low + rest * tau.high));
    }
  };

  // The sum of log N(d) over the pairs
  static double thurstone(const Ranking& ranking, std::span<const double> f) {
    double total = 0;
    for (Index i = 0; i < ranking.num_items(); ++i)
      for (Index j = i + 1; j < ranking.num_items(); ++j)
        total += std::log(std::erfc((f[j] - f[i]) / std::sqrt(2.0)) / 2);
    return total;
  }

  static double wins(std::span<const double> d, std::span<const double> lost,
                     std::span<double> slope, double gamma, GammaSlope& d_gamma) {
    const TwoParts threshold = finite_exp(gamma);
    const double tau = threshold.high;
    const std::size_t n = d.size();
    PairBuffer x, y, ratio, density, inner;
    for (std::size_t k = 0; k < n; ++k) {
      x[k] = difference({d[k], lost[k]}, threshold);
      y[k] = std::abs(x[k]);
      density[k] = log_normal_density(y[k]);
    }
    vector_math::mills_ratio(std::span(y).first(n), std::span(ratio).first(n));
    PairBuffer log_density = density;
    vector_math::exp(std::span(density).first(n));
    for (std::size_t k = 0; k < n; ++k) {
      const bool below = x[k] <= 0;  // N = n R below, 1 - n R above
      const double tail = below ? 0 : density[k] * ratio[k];
      inner[k] = below ? ratio[k] : 1 - tail;
      slope[k] = (below ? 1.0 : density[k]) / inner[k];
      if (!below) log_density[k] = rounded_off(tail);
    }
    vector_math::log(std::span(inner).first(n));
    double total = 0, slopes = 0;
    for (std::size_t k = 0; k < n; ++k) {
      total += log_density[k] + inner[k];
      if (x[k] < -GammaSlope::kFar)
        d_gamma.add_far(-1, {d[k], lost[k]}, threshold);
      else
        slopes += slope[k];
    }
    d_gamma.near -= slopes * tau;
    return total;
  }

  static double draws(std::span<const double> d, std::span<const double> lost,
                      std::span<double> slope, double gamma, GammaSlope& d_gamma) {
    const TwoParts threshold = finite_exp(gamma);
    const double tau = threshold.high;
    const std::size_t n = d.size();
    PairBuffer x, u, v, ratio_u, ratio_v, density, shrink, inner;
    const auto size = [&](std::size_t k) {
      return TwoParts{std::abs(d[k]), d[k] < 0 ? -lost[k] : lost[k]};
    };
    for (std::size_t k = 0; k < n; ++k) {
      x[k] = difference(size(k), threshold);
      u[k] = std::abs(x[k]);
      v[k] = std::abs(d[k]) + tau;
      density[k] = log_normal_density(u[k]);
      shrink[k] = -2 * std::abs(d[k]) * tau;
    }
    PairBuffer log_density = density;
    vector_math::mills_ratio(std::span(u).first(n), std::span(ratio_u).first(n));
    vector_math::mills_ratio(std::span(v).first(n), std::span(ratio_v).first(n));
    vector_math::exp(std::span(density).first(n));
    vector_math::exp(std::span(shrink).first(n));
    for (std::size_t k = 0; k < n; ++k) {
      const bool inside = x[k] < 0;
      const double tails = inside ? density[k] * (ratio_u[k] + shrink[k] * ratio_v[k]) : 0;
      inner[k] = inside ? 1 - tails : ratio_u[k] - shrink[k] * ratio_v[k];
      const double scale = (inside ? density[k] : 1.0) / inner[k];
      slope[k] = (d[k] < 0 ? scale : -scale) * (1 - shrink[k]);
      density[k] = scale * (1 + shrink[k]) * tau;  // from here on d/dgamma
      if (inside) log_density[k] = rounded_off(tails);
    }
    vector_math::log(std::span(inner).first(n));
    double total = 0, slopes = 0;
    for (std::size_t k = 0; k < n; ++k) {
      total += narrow(d[k], tau)  // the two probabilities nearly cancel
                   ? narrow_draw(d[k], gamma, slope[k], density[k])
                   : log_density[k] + inner[k];
      if (x[k] > GammaSlope::kFar && shrink[k] == 0)
        d_gamma.add_far(1, size(k), threshold);
      else
        slopes += density[k];
    }
    d_gamma.near += slopes;
    return total;
  }

  // A threshold beyond all numbers is as good as the largest.
  static TwoParts finite_exp(double gamma) {
    TwoParts tau = exp_in_parts(gamma);
    tau.high = std::fmin(tau.high, std::numeric_limits<double>::max());
    return tau;
  }

  // log(1 - x) - log(fl(1 - x)): what rounding took from 1 - x
  static double rounded_off(double x) {
    const double rest = 1 - x;
    return ((1 - rest) - x) / rest;
  }

  static bool narrow(double d, double tau) { return 20 * tau * std::fmax(1, std::abs(d)) < 1; }

  // P = 2 tau n(d) [1 + e],  e = sum over k >= 1 of tau^2k/(2k+1)! He_2k(d),  He_2k' = 2k He_2k-1;
  // 8 terms reach rounding where narrow() holds. With He_k(d) s^k and (tau/s)^k, no power of a large
  // d leaves the numbers.
  static double narrow_draw(double d, double gamma, double& d_d, double& d_gamma) {
    const double s = std::abs(d) > 1e10 ? 1 / std::abs(d) : 1;
    const double x = d * s, square = s * s, tau = std::exp(gamma) / s;
    double odd = x, even = 1, power = 1, e = 0, e_d = 0, e_gamma = 0;
    for (int k = 1; k <= 8; ++k) {
      power *= tau * tau / (2 * k * (2 * k + 1));
      even = x * odd - (2 * k - 1) * square * even;  // He_2k
      e += power * even;
      e_d += power * 2 * k * odd;
      e_gamma += power * 2 * k * even;
      odd = x * even - 2 * k * square * odd;  // He_2k+1
    }
    d_d = -d + s * e_d / (1 + e);
    d_gamma = 1 + e_gamma / (1 + e);
    return std::log(2.0) + gamma + log_normal_density(d) + std::log1p(e);
  }
};

}  // namespace fubini
