// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fubini/model/contract.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace fubini {

// Plackett-Luce whose later choices count less:
//
//   L = sum over k of  h_k f_k - log sum over j >= k of exp(h_k f_j),  h_k = r^k,  r = logistic(cool)
struct cooled_plackett_luce {
  static constexpr auto description = "one item a stage, later stages cooler";

  std::vector<std::string> tie_parameters() const { return {"cool"}; }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T> ties) const {
    using std::exp, std::log, std::max, std::pow;
    const T rate = logistic(ties[0]);
    T total = 0;
    for (Index k = 0; k < ranking.num_items(); ++k) {
      const T heat = pow(rate, static_cast<int>(k));
      T top = f[k], sum = 0;
      for (const T& score : f.subspan(k)) top = max(top, score);
      for (const T& score : f.subspan(k)) sum += exp(heat * (score - top));
      total += heat * (f[k] - top) - log(sum);
    }
    return total;
  }

  // dL/df_j = sum over k of h_k (1{j = k} - P_k(j)),  dL/dcool = sum over k of
  // k (1 - r) h_k (f_k - mean of f by P_k)
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    const double rate = logistic(ties[0]), rest = logistic(-ties[0]);
    double total = 0;
    for (Index k = 0; k < ranking.num_items(); ++k) {
      const double heat = std::pow(rate, static_cast<int>(k));
      double top = f[k], sum = 0, mean = 0;
      for (const double score : f.subspan(k)) top = std::max(top, score);
      for (const double score : f.subspan(k)) sum += std::exp(heat * (score - top));
      for (std::size_t j = k; j < f.size(); ++j) {
        const double p = std::exp(heat * (f[j] - top)) / sum;
        mean += p * (f[j] - f[k]);
        g.scores[j] -= heat * p;
      }
      g.scores[k] += heat;
      g.ties[0] -= static_cast<double>(k) * rest * heat * mean;
      total += heat * (f[k] - top) - std::log(sum);
    }
    return total;
  }
};

}  // namespace fubini
