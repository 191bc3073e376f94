// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "texts.hpp"
#include "texts_of_fits.hpp"

#include <cmath>

// Dropped terms, signs, factors, entries off by one: wrong nearly everywhere.
namespace fubini::faults {

// The right gradient, then what is done to it
template <class Text, class Deed>
Slopes spoilt(Text text, Deed deed) {
  return [text, deed](In x, Out g) mutable {
    text.slopes(x, g);
    deed(x, g);
  };
}

inline const Point kWeights = {0.4, -0.3, 0.8, 0.1};
inline const Point kSix = {0.5, -0.2, 0.9, 1.3, -0.7, 0.3};
inline const Point kNetwork = {0.3, -0.5, 0.8, 0.1, -0.2, 0.6, 0.1, 0.2, -0.1, 0.7, -0.9, 0.4, 0.2};

template <class Add>
void add_dropped_terms(Add& add) {
  add({"coupling_forgotten",
       "dropped term",
       "the last neighbours' product is not in the gradient",
       kSix,
       {kSix}},
      quadratic{},
      spoilt(quadratic{}, [](In x, Out g) { g[x.size() - 1] += x[x.size() - 2] / 2; }));
  add({"penalty_forgotten",
       "dropped term",
       "the penalty is in the value only",
       kWeights,
       {kWeights}},
      logistic_regression{}, spoilt(logistic_regression{}, [](In w, Out g) {
        for (std::size_t j = 0; j < w.size(); ++j) g[j] -= w[j] / 10;
      }));
  add({"normaliser_forgotten",
       "dropped term",
       "n log sigma has no slope",
       {0.5, 0.1},
       {{0.5, 0.1}}},
      normal{}, spoilt(normal{}, [](In, Out g) { g[1] -= static_cast<double>(normal::y.size()); }));
  add({"second_part_forgotten",
       "dropped term",
       "a mixture's weight pulls on its first part only",
       {0.2, -1.5, 1.5, 0.1},
       {{0.2, -1.5, 1.5, 0.1}}},
      mixture{}, spoilt(mixture{}, [](In x, Out g) {
        for (const double at : mixture::y) {
          const mixture::Part<double> part(x, at);
          g[0] -= logistic(part.second - part.first) * logistic(x[0]);
        }
      }));
  add({"bias_forgotten", "dropped term", "a hidden unit's bias has slope 0", kNetwork, {kNetwork}},
      network{}, spoilt(network{}, [](In, Out g) { g[7] = 0; }));
  add({"mean_forgotten", "dropped term", "entropy: the mean of log p is left out", kSix, {kSix}},
      entropy{}, spoilt(entropy{}, [](In x, Out g) {
        const std::vector<double> p = shares(x);
        double mean = 0;
        for (std::size_t i = 0; i < x.size(); ++i) mean += p[i] * x[i];
        for (std::size_t i = 0; i < x.size(); ++i) g[i] -= p[i] * mean;
      }));
  add({"mean_taken_as_constant",
       "dropped term",
       "variance about a mean of the first n - 1 entries",
       kSix,
       {kSix}},
      log_variance{}, [](In x, Out g) {
        const auto n = static_cast<double>(x.size());
        double mean = 0, square = 0;
        for (std::size_t i = 0; i + 1 < x.size(); ++i) mean += x[i] / (n - 1);
        for (const double one : x) square += (one - mean) * (one - mean);
        for (std::size_t i = 0; i < x.size(); ++i) g[i] = 2 * (x[i] - mean) / (square + n / 100);
      });
}

template <class Add>
void add_signs_and_factors(Add& add) {
  add({"sign_of_valley", "sign", "Rosenbrock: + 2 (1 - x) for -", {-1.2, 1, 0.7}, {{-1.2, 1, 0.7}}},
      rosenbrock{}, spoilt(rosenbrock{}, [](In x, Out g) {
        for (std::size_t i = 0; i + 1 < x.size(); ++i) g[i] += 4 * (1 - x[i]);
      }));
  add({"sign_of_zero_counts",
       "sign",
       "Poisson: rows without counts pull the wrong way",
       kWeights,
       {kWeights}},
      poisson_regression{}, spoilt(poisson_regression{}, [](In w, Out g) {
        for (std::size_t r = 0; r < poisson_regression::rows; ++r)
          if (poisson_regression::count(r) == 0)
            for (std::size_t j = 0; j < w.size(); ++j)
              g[j] -= 2 * std::exp(dot(r, w)) * feature(r, j);
      }));
  add({"sign_of_tanh", "sign", "1 + tanh^2 for 1 - tanh^2 in one weight", kNetwork, {kNetwork}},
      network{}, spoilt(network{}, [](In x, Out g) {
        for (std::size_t r = 0; r < network::rows; ++r) {
          double out = x[12] - network::wanted(r);
          for (std::size_t h = 0; h < 3; ++h) out += x[9 + h] * network::unit(x, r, h);
          const double t = network::unit(x, r, 2);
          g[4] += out * x[11] * 2 * t * t * feature(r, 0);
        }
      }));
  add({"sign_of_rate", "sign", "a decay that grows", {2, -0.5, 0.3}, {{2, -0.5, 0.3}}}, decay{},
      spoilt(decay{}, [](In, Out g) { g[1] = -g[1]; }));
  add({"half_a_square", "factor", "d x^2 = x", kSix, {kSix}}, pairs{},
      spoilt(pairs{}, [](In x, Out g) { g[2] -= x[2] / (1 + x[2] * x[2]); }));
  add({"one_less", "factor", "n - 1 for n in the variance", kSix, {kSix}}, log_variance{},
      spoilt(log_variance{}, [](In x, Out g) {
        const auto n = static_cast<double>(x.size());
        for (double& one : g) one *= n / (n - 1);
      }));
  add({"rate_not_log_rate",
       "factor",
       "the slope by k where log k is the parameter",
       {2, -0.5, 0.3},
       {{2, -0.5, 0.3}}},
      decay{}, spoilt(decay{}, [](In x, Out g) { g[1] /= std::exp(x[1]); }));
}

template <class Add>
void add_off_by_one(Add& add) {
  add({"lag_off_by_one", "off by one", "the chain's slope goes to the step before", kSix, {kSix}},
      chain{}, [](In x, Out g) {
        chain{}.slopes(x, g);
        for (std::size_t t = 1; t < x.size(); ++t) {
          const double step = x[t] - 0.9 * x[t - 1];
          g[t - 1] += 0.9 * step;
          g[t > 1 ? t - 2 : 0] -= 0.9 * step;
        }
      });
  add({"last_entry_left_out", "off by one", "the loop ends one early", kSix, {kSix}},
      softplus_sum{}, spoilt(softplus_sum{}, [](In x, Out g) { g[x.size() - 1] = 0; }));
  add({"two_entries_swapped", "off by one", "slopes of u and v swapped", kSix, {kSix}}, factors{},
      spoilt(factors{}, [](In, Out g) { std::swap(g[2], g[3]); }));
  add({"block_border",
       "off by one",
       "entry 256 of 300 gets its neighbour's slope",
       Point(300, 0.3),
       {[] {
         Point x(300, 0.3);
         x[255] = 0.5;
         return x;
       }()}},
      chain{}, spoilt(chain{}, [](In, Out g) { g[256] = g[255]; }));
  add({"tail_of_blocks",
       "off by one",
       "of 1003 entries the last 3 miss a small term",
       Point(1003, 0.1),
       {Point(1003, 0.1)}},
      chain{}, spoilt(chain{}, [](In x, Out g) {
        for (std::size_t t = x.size() / 8 * 8; t < x.size(); ++t) g[t] -= 1e-4 * logistic(x[t]);
      }));
}

}  // namespace fubini::faults
