// SPDX-License-Identifier: BSD-3-Clause
// A scorer of one's own with an interaction term: its gradient by autodiff, proved, then fitted
// beside the linear scorer to data in which the interaction is all there is.
#include <fubini/arithmetic/every.hpp>
#include <fubini/check/gradients.hpp>
#include <fubini/core/random.hpp>
#include <fubini/fit/maximise.hpp>
#include <fubini/likelihood/autodiff.hpp>
#include <fubini/score/scorers/linear.hpp>
#include <models/pmop_full.hpp>

#include <cstdio>

using namespace fubini;

// f(x) = w_1 x_1 + w_2 x_2 + v x_1 x_2
struct interaction {
  Index num_weights() const { return 3; }
  template <class T>
  void score(const Items& items, std::span<const T> w, std::span<T> f) const {
    for (Index i = 0; i < items.size(); ++i) {
      const double x = items.feature(i, 0), y = items.feature(i, 1);
      f[i] = w[0] * x + w[1] * y + w[2] * (x * y);
    }
  }
};

int main() {
  Draws draws(1, 0);
  Dataset data = Dataset::dense(2);
  for (int q = 0; q < 50; ++q) {
    std::vector<float> rows;
    std::vector<double> grades;
    for (int i = 0; i < 8; ++i) {
      const double x = draws.between(-1, 1), y = draws.between(-1, 1);
      rows.insert(rows.end(), {static_cast<float>(x), static_cast<float>(y)});
      grades.push_back(x * y + draws.between(-0.2, 0.2) > 0 ? 1 : 0);
    }
    data.add_query("q" + std::to_string(q), grades, rows);
  }
  const check::ScorerUnderTest own{
      "interaction", [](const Dataset&) { return in_every_arithmetic(interaction{}); }};
  const auto report = check::gradients(in_every_arithmetic(pmop_full{}), own, {.cases = 50});
  std::printf("gradient: %s\n", report.verdict().c_str());

  const auto maximum = [&](Likelihood likelihood) {
    const Objective objective(data, likelihood, {.l2 = 0.1});
    return maximise(objective, objective.start());
  };
  const FitSummary plain = maximum(by_hand(pmop_full{}, linear(2)));
  const FitSummary crossed = maximum(by_autodiff(pmop_full{}, interaction{}));
  std::printf("log-likelihood: linear %.1f, with the interaction %.1f\n", plain.objective,
              crossed.objective);
  std::printf("v = %.2f\n", crossed.parameters[2]);
  return report.passed() && crossed.objective > plain.objective ? 0 : 1;
}
