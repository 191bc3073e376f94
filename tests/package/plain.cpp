// SPDX-License-Identifier: BSD-3-Clause
// Links fubini::fubini only: fits a model, and no header of Stan Math can be reached.
#include <fubini/core/dataset.hpp>
#include <fubini/fit/fit.hpp>
#include <fubini/fit/maximise.hpp>
#include <fubini/score/scorers/linear.hpp>
#include <models/davidson.hpp>

#include <cstdio>
#include <vector>

#if __has_include(<stan/math/rev/core.hpp>) || __has_include(<stan/math.hpp>)
#error "Stan Math is reachable from a program that links fubini::fubini only"
#endif

int main() {
  fubini::Dataset data = fubini::Dataset::dense(1);
  data.add_query("q", std::vector<double>{2, 1, 1, 0}, std::vector<float>{1, 0.25F, 0.5F, 0.75F});
  const fubini::Objective objective(data, by_hand(fubini::davidson{}, fubini::linear(1)),
                                    {.l2 = 0.1});
  const fubini::FitSummary summary = maximise(objective, std::vector<double>{0, 0});
  std::printf("%zu models; %s\n", fubini::built_in_models().size(), summary.message.c_str());
  const fubini::Fit by_name = fit(fubini::built_in(), data, "davidson", {.l2 = 0.1});
  if (by_name.model.weights.size() != 1) return 1;
  return summary.objective > objective.value(std::vector<double>{0, 0}) ? 0 : 1;
}
