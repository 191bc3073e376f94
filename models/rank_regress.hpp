// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/core/ranking.hpp"
#include "fubini/model/contract.hpp"
#include "fubini/model/pairwise/pairs.hpp"

#include <span>
#include <string>
#include <vector>

namespace fubini {

// Rank Regress: the quadratic loss on all pairs with different grades. Not a probability.
//
//   L       = - sum over pairs i > j of  (1 - d)^2,   d = f_i - f_j
//   dL/df_i = 2 [ n_w (1 - f_i + mu_w) - n_b (1 - mu_b + f_i) ]
//
// n_b, mu_b, v_b: count, mean and variance of the scores of all items better than i's bucket;
// n_w, mu_w: of all worse ones. By hand in O(n): bucket a (n_a, mu_a, v_a) adds to the loss
//   n_a n_b [ (1 + mu_a - mu_b)^2 + v_a + v_b ]
// Means and variances are merged, never differences of raw sums, which cancel.
struct rank_regress {
  static constexpr auto description = "pairs, quadratic loss (Rank Regress)";
  static constexpr auto cost = Cost::n;
  static constexpr auto kind = Kind::loss;

  Laws laws() const { return {.constant_on_one_bucket = true}; }

  std::vector<std::string> tie_parameters() const { return {}; }

  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T>) const {
    return sum_win_pairs(ranking, f, [](const T& better, const T& worse) {
      const T gap = 1 - (better - worse);
      return T(-gap * gap);
    });
  }

  double log_likelihood(const Ranking& ranking, std::span<const double> f, std::span<const double>,
                        Gradient g) const {
    const double origin = f[0];  // an offset common to all scores drops out before any sum
    thread_local std::vector<Moments> buckets;
    buckets.clear();
    for (Index k = 0; k < ranking.num_buckets(); ++k)
      buckets.push_back(moments(f.subspan(ranking.begin(k), ranking.bucket_size(k)), origin));

    double loss = 0;
    Moments better;
    for (Index k = 0; k < ranking.num_buckets(); ++k) {
      const Moments& a = buckets[k];
      const double gap = 1 + (a.mean - better.mean);
      if (k > 0)  // else nothing times what may be infinite
        loss += a.count * better.count * gap * gap + better.count * a.squares +
                a.count * better.squares;
      for (Index i = ranking.begin(k); i < ranking.end(k); ++i)
        g.scores[i] -= 2 * better.count * (1 + ((f[i] - origin) - better.mean));
      better = merged(better, a);
    }
    Moments worse;
    for (Index k = ranking.num_buckets(); k-- > 0;) {
      for (Index i = ranking.begin(k); i < ranking.end(k); ++i)
        g.scores[i] += 2 * worse.count * (1 - ((f[i] - origin) - worse.mean));
      worse = merged(worse, buckets[k]);
    }
    return -loss;
  }

 private:
  struct Moments {
    double count = 0;
    double mean = 0;
    double squares = 0;  // sum of squared deviations from the mean
  };

  static Moments moments(std::span<const double> f, double origin) {
    Moments m{.count = static_cast<double>(f.size())};
    for (const double x : f) m.mean += x - origin;
    m.mean /= m.count;
    for (const double x : f) m.squares += ((x - origin) - m.mean) * ((x - origin) - m.mean);
    return m;
  }

  static Moments merged(const Moments& a, const Moments& b) {
    const double count = a.count + b.count, shift = b.mean - a.mean;
    return {count, a.mean + shift * (b.count / count),
            a.squares + b.squares + shift * shift * (a.count * b.count / count)};
  }
};

}  // namespace fubini
