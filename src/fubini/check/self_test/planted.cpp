// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/self_test/planted.hpp"

#include "fubini/core/numerics.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <thread>
#include <utility>

namespace fubini::check {
namespace {

struct PairSlopes {
  double i = 0, j = 0, tie = 0;
};

template <class Pair>
AddGradient pair_by_pair(Pair pair) {
  return [pair](const Ranking& ranking, std::span<const double> f, std::span<const double> ties,
                Gradient g) {
    for (Index i = 0; i < ranking.num_items(); ++i) {
      double row_tie = 0;
      for (Index j = i + 1; j < ranking.num_items(); ++j) {
        const PairSlopes slopes = pair(f[i] - f[j], ties[0], ranking.tied(i, j));
        g.scores[i] += slopes.i;
        g.scores[j] += slopes.j;
        row_tie += slopes.tie;
      }
      g.ties[0] += row_tie;
    }
  };
}

double log_sum(std::span<const double> f) { return log(sum_exp(f)); }

}  // namespace

ModelTexts with_gradient(const ModelTexts& model, const AddGradient& add) {
  Model::Parts parts = model.plain.parts();
  parts.gradient = [add, value = parts.value](const Ranking& ranking, auto f, auto ties,
                                              Gradient g) {
    add(ranking, f, ties, g);
    return value(ranking, f, ties);
  };
  return {Model(std::move(parts)), model.autodiff, model.digits};
}

ScorerTexts with_backward(const ScorerTexts& scorer,
                          const std::function<void(std::span<double>)>& spoil) {
  Scorer::Parts parts = scorer.plain.parts();
  parts.backward = [spoil, own = parts.backward](const Items& items, auto w, auto df, auto dw,
                                                 const ScorerMemory& kept) {
    own(items, w, df, dw, kept);
    spoil(dw);
  };
  return {Scorer(std::move(parts)), scorer.autodiff, scorer.digits};
}

// P_i* = phi_i/(phi_i + theta phi_j) and P_j* = phi_j/(phi_i + theta phi_j) for i > j; the paper
// has P_j, the probability of j > i, in place of P_j*. theta P_j* = 1 - P_i*.
AddGradient printed_rao_kupper(Slips slips) {
  return pair_by_pair([slips](double d, double alpha, bool tied) {
    const double lambda = softplus(alpha), theta = std::exp(lambda);
    const double lose_ij = logistic(lambda - d);  // theta P_j*
    const double lose_ji = logistic(lambda + d);  // the same with i and j exchanged
    const double p_j = 1 - lose_ji;               // P(j > i)
    if (tied)
      return PairSlopes{lose_ij - lose_ji, lose_ji - lose_ij,
                        2 / (theta * (theta + 1)) +
                            logistic(alpha) * (logistic(d - lambda) + logistic(-d - lambda))};
    return PairSlopes{lose_ij, slips.weights ? -theta * p_j : -lose_ij,
                      slips.ties ? -p_j * std::exp(alpha) : -logistic(alpha) * lose_ij};
  });
}

AddGradient printed_davidson(Slips slips) {
  return pair_by_pair([slips](double d, double beta, bool tied) {
    const double log_z = log_sum_exp(d / 2, -d / 2, beta);
    const double p_i = std::exp(d / 2 - log_z), p_j = std::exp(-d / 2 - log_z);
    const double p_ij = std::exp(beta - log_z);
    if (tied) return PairSlopes{(p_j - p_i) / 2, (p_i - p_j) / 2, p_i + p_j};
    return PairSlopes{p_j + p_ij / 2, -((slips.weights ? p_i : p_j) + p_ij / 2), -p_ij};
  });
}

// dL/df_i = exp(f_i - lse(X_k)) - sum over j <= k of exp(f_i - lse(R_j)),   i in X_k
AddGradient textbook_pmop_full(Slip slip) {
  return [slip](const Ranking& ranking, std::span<const double> f, std::span<const double>,
                Gradient g) {
    const Index stages = ranking.num_buckets();
    std::vector<double> rest;  // lse(R_j)
    for (Index j = 0; j < stages; ++j) rest.push_back(log_sum(f.subspan(ranking.begin(j))));
    for (Index i = 0; i < ranking.num_items(); ++i) {
      Index k = ranking.bucket_of(i);
      const bool last_of_bucket = i + 1 == ranking.end(k);
      if (slip == Slip::next_bucket && last_of_bucket && k + 1 < stages) ++k;
      const double bucket = log_sum(f.subspan(ranking.begin(k), ranking.bucket_size(k)));
      double slope = std::exp(f[i] - bucket);
      for (Index j = 0; j <= k; ++j) {
        const bool stale = slip == Slip::stale_prefix_sum && j == k && j > 0;
        const double term = std::exp(f[i] - rest[stale ? j - 1 : j]);
        if (slip == Slip::dropped_term && j == k) continue;
        slope += slip == Slip::wrong_sign ? term : -term;
      }
      g.scores[i] += slope;
    }
  };
}

// Atomics, so that only the result is undefined, not the program; and a pause in which another
// thread comes between, also on one core or a busy machine.
AddGradient through_shared_scratch(const Model& model) {
  constexpr std::size_t kShared = 32;
  using Scratch = std::array<std::atomic<double>, kShared>;
  return [model, scratch = std::make_shared<Scratch>()](const Ranking& ranking,
                                                        std::span<const double> f,
                                                        std::span<const double> ties, Gradient g) {
    std::vector<double> own(f.size(), 0.0), own_ties(ties.size(), 0.0);
    model.log_likelihood(ranking, f, ties, Gradient{own, own_ties});
    for (std::size_t i = 0; i < own.size(); ++i) (*scratch)[i % kShared] = own[i];
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    for (std::size_t i = 0; i < own.size(); ++i)
      g.scores[i] += own.size() <= kShared ? (*scratch)[i].load() : own[i];
    for (std::size_t t = 0; t < own_ties.size(); ++t) g.ties[t] += own_ties[t];
  };
}

}  // namespace fubini::check
