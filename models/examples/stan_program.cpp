// SPDX-License-Identifier: BSD-3-Clause
// Davidson's model inside a larger density in Stan Math: normal priors on the log-worths, whose
// scale is itself unknown, and a prior on the ties; its gradient, and the posterior mode.
#include <fubini/arithmetic/autodiff.hpp>
#include <models/davidson.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

using namespace fubini;
using stan::math::var;

struct Match {
  int i, j, wins_i, wins_j, ties;
};
const std::vector<Match> kMatches = {{0, 1, 6, 2, 3}, {0, 2, 9, 1, 2}, {1, 2, 4, 3, 5}};

// log posterior of (worth_1, worth_2, worth_3, beta, log_sigma), up to a constant
var log_posterior(const std::vector<var>& x) {
  const var sigma = exp(x[4]);
  var total = -x[3] * x[3] / 2 - x[4] * x[4] / 2;  // beta, log_sigma ~ normal(0, 1)
  for (int k = 0; k < 3; ++k)
    total -= x[k] * x[k] / (2 * sigma * sigma) + x[4];  // normal(0, sigma)
  const std::vector<var> beta = {x[3]};
  for (const Match& m : kMatches) {  // one node of the tape for each ranking
    const std::vector<var> f = {x[m.i], x[m.j]}, turned = {x[m.j], x[m.i]};
    total += m.wins_i * log_likelihood(davidson{}, Ranking({1, 1}), f, beta);
    total += m.wins_j * log_likelihood(davidson{}, Ranking({1, 1}), turned, beta);
    total += m.ties * log_likelihood(davidson{}, Ranking({2}), f, beta);
  }
  return total;
}

int main() {
  std::vector<double> x = {0, 0, 0, 0, 0};
  double norm = 1;
  for (int step = 0; step < 20'000 && norm > 1e-10;
       ++step) {  // plain ascent: it is a small problem
    const NestedTape tape;
    std::vector<var> at(x.begin(), x.end());
    var value = log_posterior(at);
    stan::math::grad(value.vi_);
    norm = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      x[j] += 0.01 * at[j].adj();
      norm += std::abs(at[j].adj());
    }
  }
  std::printf("posterior mode: log-worths %.4f %.4f %.4f, nu = %.4f, sigma = %.4f\n", x[0], x[1],
              x[2], std::exp(x[3]), std::exp(x[4]));
  return norm <= 1e-10 ? 0 : 1;
}
