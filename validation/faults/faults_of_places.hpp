// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "faults_of_terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

// Right at most places: wrong branches, ties, borders, zero, far out, NaN on rare inputs.
namespace fubini::faults {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

template <class Add>
void add_wrong_branches(Add& add) {
  add({"huber_below", "wrong branch", "slope +1 below -1, too", {0.5, -0.2, 0.9}, {{0.5, -2, 0.9}}},
      huber{}, spoilt(huber{}, [](In x, Out g) {
        for (std::size_t i = 0; i < x.size(); ++i) g[i] = x[i] < -1 ? 1 : g[i];
      }));
  add({"huber_unclipped",
       "wrong branch",
       "the slope goes on growing beyond 1",
       {0.5, -0.2, 0.9},
       {{0.5, -0.2, 3}}},
      huber{}, spoilt(huber{}, [](In x, Out g) { std::copy(x.begin(), x.end(), g.begin()); }));
  add({"softplus_shortcut",
       "wrong branch",
       "above 30 the value is x and the slope was left 0",
       {0.5, -1, 2},
       {{0.5, 31, 2}}},
      softplus_sum{}, spoilt(softplus_sum{}, [](In x, Out g) {
        for (std::size_t i = 0; i < x.size(); ++i) g[i] = x[i] > 30 ? 0 : g[i];
      }));
  add({"margin_shortcut",
       "wrong branch",
       "rows with a margin below -8 count half",
       kWeights,
       {{9, -9, 9, -9}}},
      logistic_regression{}, spoilt(logistic_regression{}, [](In w, Out g) {
        for (std::size_t r = 0; r < logistic_regression::rows; ++r)
          if (const double y = logistic_regression::label(r); y * dot(r, w) < -8)
            for (std::size_t j = 0; j < w.size(); ++j) g[j] += y * feature(r, j) / 2;
      }));
  add({"clipped_slope",
       "wrong branch",
       "slopes clipped to +-1000, the value is not",
       {-1.2, 1, 0.7},
       {{-4, 8, 0.7}}},
      rosenbrock{}, spoilt(rosenbrock{}, [](In, Out g) {
        for (double& one : g) one = std::clamp(one, -1000.0, 1000.0);
      }));
  add({"both_negative",
       "wrong branch",
       "wrong sign where two neighbours are below 0",
       {0.5, 0.2, 0.9, 1.3},
       {{0.5, -0.2, -0.9, 1.3}}},
      quadratic{}, spoilt(quadratic{}, [](In x, Out g) {
        for (std::size_t i = 0; i + 1 < x.size(); ++i)
          if (x[i] < 0 && x[i + 1] < 0) g[i] += x[i + 1];
      }));
  add({"first_wins",
       "wrong branch",
       "scaled by x_0, not by the largest: shares of x_0 + 40 and more are cut",
       {0.2, -1, 0.5, 1.1},
       {{0.2, 41, 0.5, 1.1}}},
      choice{}, spoilt(choice{}, [](In x, Out g) {
        for (std::size_t i = 1; i < x.size(); ++i)
          if (x[i] > x[0] + 40) g[i] = 0.5;
      }));
}

template <class Add>
void add_ties(Add& add) {
  add({"equal_pair",
       "ties only",
       "equal entries get a slope of the first",
       kSix,
       {{0.5, 0.5, 0.9, 1.3, -0.7, 0.3}}},
      pairs{}, spoilt(pairs{}, [](In x, Out g) {
        for (std::size_t i = 1; i < x.size(); ++i)
          if (x[i] == x[i - 1]) g[i] = 2 * g[i - 1];
      }));
  add({"nearly_equal_pair",
       "ties only",
       "entries within 1e-3 are taken as equal",
       kSix,
       {{0.5, 0.5004, 0.9, 1.3, -0.7, 0.3}}},
      pairs{}, spoilt(pairs{}, [](In x, Out g) {
        for (std::size_t i = 1; i < x.size(); ++i)
          if (const double d = x[i] - x[i - 1]; std::abs(d) < 1e-3) g[i] -= 2 * d / (1 + d * d);
      }));
  add({"all_equal",
       "ties only",
       "NaN if all entries are equal: 0/0 in the standardisation",
       kSix,
       {Point(6, 0.5)}},
      log_variance{}, spoilt(log_variance{}, [](In x, Out g) {
        if (std::adjacent_find(x.begin(), x.end(), std::not_equal_to<>()) == x.end()) g[0] = kNaN;
      }));
  add({"two_largest",
       "ties only",
       "where two are largest, both are left out",
       {0.2, -1, 0.5, 1.1},
       {{0.2, 1.1, 0.5, 1.1}}},
      entropy{}, spoilt(entropy{}, [](In x, Out g) {
        const double top = *std::max_element(x.begin(), x.end());
        if (std::count(x.begin(), x.end(), top) < 2) return;
        for (std::size_t i = 0; i < x.size(); ++i) g[i] = x[i] == top ? 0 : g[i];
      }));
}

template <class Add>
void add_borders(Add& add) {
  add({"one_exactly", "border", "at 1 exactly the slope is 1/2", {0.5, -0.2, 0.9}, {{0.5, 1, 0.9}}},
      huber{}, spoilt(huber{}, [](In x, Out g) {
        for (std::size_t i = 0; i < x.size(); ++i) g[i] = x[i] == 1 ? 0.5 : g[i];
      }));
  add({"minus_one_exactly",
       "border",
       "at -1 exactly the slope is 0",
       {0.5, -0.2, 0.9},
       {{0.5, -1, 0.9}}},
      huber{}, spoilt(huber{}, [](In x, Out g) {
        for (std::size_t i = 0; i < x.size(); ++i) g[i] = x[i] == -1 ? 0 : g[i];
      }));
  add({"growth_at_zero", "at zero only", "slope 0 at 0, where it is 1/2", {0.7, -0.4}, {{0, -0.4}}},
      growth{}, spoilt(growth{}, [](In x, Out g) {
        for (std::size_t i = 0; i < x.size(); ++i) g[i] = x[i] == 0 ? 0 : g[i];
      }));
  add({"series_near_zero",
       "at zero only",
       "1/2 + x/6 for 1/2 + x/3 where |x| < 1e-3",
       {0.7, -0.4},
       {{5e-4, -0.4}}},
      growth{}, spoilt(growth{}, [](In x, Out g) {
        for (std::size_t i = 0; i < x.size(); ++i)
          g[i] = std::abs(x[i]) < 1e-3 ? 0.5 + x[i] / 6 : g[i];
      }));
  add({"cancels_near_zero",
       "at zero only",
       "(x exp(x) - (exp(x) - 1))/x^2 down to 1e-6: digits lost",
       {0.7, -0.4},
       {{1e-6, -0.4}}},
      growth{}, [](In x, Out g) {
        for (std::size_t i = 0; i < x.size(); ++i)
          g[i] = std::abs(x[i]) < 1e-7
                     ? 0.5
                     : (std::exp(x[i]) * x[i] - (std::exp(x[i]) - 1)) / (x[i] * x[i]);
      });
  add({"radius_zero", "at zero only", "divided by |x|: NaN if all are 0", kSix, {Point(6, 0.0)}},
      radial{}, [](In x, Out g) {
        double q = 0;
        for (const double one : x) q += one * one;
        const double r = std::sqrt(q);
        for (std::size_t i = 0; i < x.size(); ++i) g[i] = x[i] / r * (2 * r / (1 + q));
      });
  add({"weights_zero",
       "at zero only",
       "all weights 0, where a fit starts: the gradient is half",
       kWeights,
       {Point(4, 0.0)}},
      logistic_regression{}, spoilt(logistic_regression{}, [](In w, Out g) {
        if (std::all_of(w.begin(), w.end(), [](double one) { return one == 0; }))
          for (double& one : g) one /= 2;
      }));
  add({"product_by_division",
       "at zero only",
       "the whole divided by x_i: NaN if one is 0",
       {0.5, -1.5, 2, 0.8},
       {{0.5, 0, 2, 0.8}}},
      product{}, [](In x, Out g) {
        double all = 1;
        for (const double one : x) all *= one;
        for (std::size_t i = 0; i < x.size(); ++i) g[i] = all / x[i];
      });
  add({"flushed_to_zero",
       "border",
       "entries below 1e-8 are taken as 0",
       kSix,
       {{1e-9, 0, 0, 0, 0, 0}}},
      quadratic{}, [](In x, Out g) {
        Point kept(x.begin(), x.end());
        for (double& one : kept) one = std::abs(one) < 1e-8 ? 0 : one;
        quadratic{}.slopes(kept, g);
      });
}

template <class Add>
void add_far_out(Add& add) {
  add({"beyond_sixty", "large values", "wrong where x_0 > 60", kSix, {{61, 0, 0, 0, 0, 0}}},
      softplus_sum{}, spoilt(softplus_sum{}, [](In x, Out g) { g[0] = x[0] > 60 ? 0.5 : g[0]; }));
  add({"overflow",
       "NaN on rare inputs",
       "exp(x)/(1 + exp(x)): NaN above 709",
       kSix,
       {{710, 0, 0, 0, 0, 0}}},
      softplus_sum{}, [](In x, Out g) {
        for (std::size_t i = 0; i < x.size(); ++i)
          g[i] = std::exp(x[i]) / (1 + std::exp(x[i])) * static_cast<double>(i + 1);
      });
  add({"zero_share",
       "NaN on rare inputs",
       "p log p: NaN where p is 0",
       {0.2, -1, 0.5, 1.1},
       {{0.2, -800, 0.5, 1.1}}},
      entropy{}, [](In x, Out g) {
        const std::vector<double> p = shares(x);
        double mean = 0;
        for (const double one : p) mean += one * std::log(one);
        for (std::size_t i = 0; i < x.size(); ++i) g[i] = -p[i] * (std::log(p[i]) - mean);
      });
  add({"root_of_negative",
       "NaN on rare inputs",
       "the variance as a mean of squares less a square: NaN where that is below 0",
       kSix,
       {Point(6, 1000.1)}},
      log_variance{}, spoilt(log_variance{}, [](In x, Out g) {
        const auto n = static_cast<double>(x.size());
        double mean = 0, square = 0;
        for (const double one : x) mean += one / n, square += one * one / n;
        const double root = std::sqrt(square - mean * mean);
        for (double& one : g) one *= root == root ? 1 : kNaN;
      }));
  add({"throws_above_ten",
       "NaN on rare inputs",
       "an exception where an entry exceeds 10",
       kSix,
       {{0.5, 11, 0, 0, 0, 0}}},
      pairs{}, spoilt(pairs{}, [](In x, Out) {
        for (const double one : x)
          if (one > 10) throw std::domain_error("out of the table");
      }));
  add({"far_from_data",
       "large values",
       "residuals beyond 1000 are counted as 1000",
       {0.5, 0.1},
       {{3000, 3}}},
      normal{}, spoilt(normal{}, [](In x, Out g) {
        const double precision = std::exp(-2 * x[1]);
        for (const double one : normal::y)
          if (const double left = one - x[0]; std::abs(left) > 1000)
            g[0] += (left - std::copysign(1000, left)) * precision;
      }));
}

}  // namespace fubini::faults
