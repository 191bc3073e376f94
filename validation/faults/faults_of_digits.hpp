// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "faults_of_terms.hpp"

#include <cmath>
#include <numbers>

// Too few digits, tiny entries.
namespace fubini::faults {

inline const Point kLogits = {0.2, -1, 0.5, 1.1, -0.3};

// One entry of a choice, off by this much of itself
inline Slopes off_by(double relative) {
  return spoilt(choice{}, [relative](In, Out g) { g[3] *= 1 + relative; });
}

template <class Add>
void add_lost_digits(Add& add) {
  add({"off_by_1e-3", "digits", "one entry off by 1e-3 of itself", kLogits, {kLogits}}, choice{},
      off_by(1e-3));
  add({"off_by_1e-4", "digits", "one entry off by 1e-4 of itself", kLogits, {kLogits}}, choice{},
      off_by(1e-4));
  add({"off_by_1e-5", "digits", "one entry off by 1e-5 of itself", kLogits, {kLogits}}, choice{},
      off_by(1e-5));
  add({"off_by_1e-6", "digits", "one entry off by 1e-6 of itself", kLogits, {kLogits}}, choice{},
      off_by(1e-6));
  add({"in_float", "digits", "computed in float: some 1e-7", kSix, {kSix}}, pairs{},
      [](In x, Out g) {
        for (std::size_t i = 0; i < x.size(); ++i) {
          float sum = static_cast<float>(2 * x[i] / (1 + x[i] * x[i]));
          for (std::size_t j = 0; j < x.size(); ++j) {
            const auto d = static_cast<float>(x[i] - x[j]);
            sum += 2 * d / (1 + d * d);
          }
          g[i] = sum;
        }
      });
  add({"one_sided_difference", "digits", "by hand means (f(x + 1e-8) - f(x))/1e-8", kSix, {kSix}},
      softplus_sum{}, [](In x, Out g) {
        Point at(x.begin(), x.end());
        for (std::size_t i = 0; i < x.size(); ++i) {
          const double here = softplus(at[i]), there = softplus(at[i] + 1e-8);
          g[i] = (there - here) / 1e-8 * static_cast<double>(i + 1);
        }
      });
  add({"off_by_1e-8", "digits", "one entry off by 1e-8 of itself", kLogits, {kLogits}}, choice{},
      off_by(1e-8));
  add({"off_by_1e-9", "digits", "one entry off by 1e-9 of itself", kLogits, {kLogits}}, choice{},
      off_by(1e-9));
  add({"off_by_1e-10", "digits", "one entry off by 1e-10 of itself", kLogits, {kLogits}}, choice{},
      off_by(1e-10));
  add({"off_by_1e-11", "digits", "one entry off by 1e-11 of itself", kLogits, {kLogits}}, choice{},
      off_by(1e-11));
  add({"off_by_1e-12", "digits", "one entry off by 1e-12 of itself", kLogits, {kLogits}}, choice{},
      off_by(1e-12));
  add({"ln_two_truncated",
       "digits",
       "0.693147 for log 2 in a derivative by base 2",
       kWeights,
       {kWeights}},
      poisson_regression{}, spoilt(poisson_regression{}, [](In, Out g) {
        for (double& one : g) one *= 0.693147 / std::numbers::ln2;
      }));
  add({"cancels_far_out",
       "digits",
       "1 - 1/(1 + exp(x)): no digits left at x = -30",
       kSix,
       {{-30, -30, -30, -30, -30, -30}}},
      softplus_sum{}, [](In x, Out g) {
        for (std::size_t i = 0; i < x.size(); ++i)
          g[i] = (1 - 1 / (1 + std::exp(x[i]))) * static_cast<double>(i + 1);
      });
}

// 1e6 x_0^2 + x_1^2 + 1e-9 x_2^2
struct scales {
  template <class T>
  T operator()(std::span<const T> x) const {
    return 1e6 * x[0] * x[0] + x[1] * x[1] + 1e-9 * x[2] * x[2];
  }
  void slopes(In x, Out g) const {
    g[0] = 2e6 * x[0];
    g[1] = 2 * x[1];
    g[2] = 2e-9 * x[2];
  }
};

template <class Add>
void add_tiny_entries(Add& add) {
  add({"tiny_doubled",
       "tiny entry",
       "an entry of 1e-15 of the norm is doubled",
       {0.8, 0.5, 0.6},
       {{0.8, 0.5, 0.6}}},
      scales{}, spoilt(scales{}, [](In, Out g) { g[2] *= 2; }));
  add({"small_sign",
       "tiny entry",
       "an entry of 1e-9 has the wrong sign beside others of 1",
       {0.2, -1, 0.5, -20},
       {{0.2, -1, 0.5, -20}}},
      choice{}, spoilt(choice{}, [](In x, Out g) { g[3] = x[3] < x[1] - 15 ? -g[3] : g[3]; }));
  add({"shares_cut",
       "tiny entry",
       "shares below 1e-12 are set to 0",
       kLogits,
       {{0.2, -40, 0.5, 1.1, -0.3}}},
      choice{}, spoilt(choice{}, [](In x, Out g) {
        for (std::size_t i = 1; i < x.size(); ++i) g[i] = g[i] < 1e-12 ? 0 : g[i];
      }));
  add({"tail_doubled",
       "tiny entry",
       "slopes below 1e-10 are doubled",
       kSix,
       {{0, 0, 0, -30, 0, 0}}},
      softplus_sum{}, spoilt(softplus_sum{}, [](In, Out g) {
        for (double& one : g) one *= std::abs(one) < 1e-10 ? 2 : 1;
      }));
}

}  // namespace fubini::faults
