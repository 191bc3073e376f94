// SPDX-License-Identifier: BSD-3-Clause
// The paper prints three derivatives wrong. The test that accepts the right ones rejects each.
#include "fubini/check/agreement.hpp"
#include "models/davidson.hpp"
#include "models/rao_kupper.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fubini {
namespace {

constexpr std::uint64_t kCases = 200, kSeed = 7;

// Gradients pair by pair as the paper writes them, over probabilities; Base is the definition.
template <class Base>
struct as_printed {
  bool slip_weights = false;
  bool slip_tie = false;

  std::vector<std::string> tie_parameters() const { return Base{}.tie_parameters(); }
  template <class T>
  T log_likelihood(const Ranking& ranking, std::span<const T> f, std::span<const T> ties) const {
    return Base{}.template log_likelihood<T>(ranking, f, ties);
  }
  double log_likelihood(const Ranking& ranking, std::span<const double> f,
                        std::span<const double> ties, Gradient g) const {
    for (Index i = 0; i < ranking.num_items(); ++i) {
      double row_tie = 0;
      for (Index j = i + 1; j < ranking.num_items(); ++j) {
        double d_i = 0, d_j = 0;
        pair(f[i] - f[j], ties[0], ranking.tied(i, j), d_i, d_j, row_tie);
        g.scores[i] += d_i;
        g.scores[j] += d_j;
      }
      g.ties[0] += row_tie;
    }
    return log_likelihood<double>(ranking, f, ties);
  }

  void pair(double d, double tie, bool tied, double& d_i, double& d_j, double& d_tie) const;
};

using printed_rao_kupper = as_printed<rao_kupper>;
using printed_davidson = as_printed<davidson>;

// P_i* = phi_i/(phi_i + theta phi_j) and P_j* = phi_j/(phi_i + theta phi_j) for i > j; the paper
// has P_j, the probability of j > i, in place of P_j*. theta P_j* = 1 - P_i*.
template <>
void printed_rao_kupper::pair(double d, double alpha, bool tied, double& d_i, double& d_j,
                              double& d_tie) const {
  const double lambda = softplus(alpha), theta = std::exp(lambda);
  const double lose_ij = logistic(lambda - d);  // theta P_j*
  const double lose_ji = logistic(lambda + d);  // the same with i and j exchanged
  const double p_j = 1 - lose_ji;               // P(j > i)
  if (tied) {
    d_i = lose_ij - lose_ji;
    d_j = -d_i;
    d_tie += 2 / (theta * (theta + 1)) +
             logistic(alpha) * (logistic(d - lambda) + logistic(-d - lambda));
  } else {
    d_i = lose_ij;
    d_j = slip_weights ? -theta * p_j : -lose_ij;
    d_tie += slip_tie ? -p_j * std::exp(alpha) : -logistic(alpha) * lose_ij;
  }
}

template <>
void printed_davidson::pair(double d, double beta, bool tied, double& d_i, double& d_j,
                            double& d_tie) const {
  const double log_z = log_sum_exp(d / 2, -d / 2, beta);
  const double p_i = std::exp(d / 2 - log_z), p_j = std::exp(-d / 2 - log_z);
  const double p_ij = std::exp(beta - log_z);
  if (tied) {
    d_i = (p_j - p_i) / 2;
    d_j = -d_i;
    d_tie += p_i + p_j;
  } else {
    d_i = p_j + p_ij / 2;
    d_j = slip_weights ? -(p_i + p_ij / 2) : -(p_j + p_ij / 2);
    d_tie -= p_ij;
  }
}

double error_of(const Model& model, const char* name) {
  return measure_agreement(model, built_in_autodiff_models().make(name),
                           built_in_precise_models().make(name),
                           {.cases = kCases, .precise_cases = 0, .seed = kSeed})
      .gradient;
}

TEST(PaperSlips, TheRightFormsAreAccepted) {
  EXPECT_LE(error_of(printed_rao_kupper{}, "rao_kupper"), kAgreement);
  EXPECT_LE(error_of(printed_davidson{}, "davidson"), kAgreement);
}

TEST(PaperSlips, RaoKupperWithPjInPlaceOfPjStarIsRejected) {
  EXPECT_GT(error_of(printed_rao_kupper{.slip_weights = true}, "rao_kupper"), kAgreement);
}

TEST(PaperSlips, RaoKuppersPrintedDerivativeOfAlphaIsRejected) {
  EXPECT_GT(error_of(printed_rao_kupper{.slip_tie = true}, "rao_kupper"), kAgreement);
}

TEST(PaperSlips, DavidsonWithPiInPlaceOfPjIsRejected) {
  EXPECT_GT(error_of(printed_davidson{.slip_weights = true}, "davidson"), kAgreement);
}

}  // namespace
}  // namespace fubini
