// SPDX-License-Identifier: BSD-3-Clause
// Compiled with what pkg-config says and nothing else: reads packed data and fits a model, so it
// calls every library that libfubini.a stands on.
#include <fubini/fit/maximise.hpp>
#include <fubini/io/read.hpp>
#include <fubini/score/scorers/linear.hpp>
#include <models/pmop_full.hpp>

#include <cstdio>

int main(int, char** arguments) {
  const fubini::ReadData read = fubini::read_dataset(arguments[1]);
  const fubini::linear scorer(read.data.num_features());
  const fubini::Objective objective(read.data, by_hand(fubini::pmop_full{}, scorer), {.l2 = 0.1});
  const fubini::FitSummary summary = maximise(objective, objective.start());
  std::printf("%td rows; %s\n", read.data.num_rows(), summary.message.c_str());
  return summary.objective > objective.value(objective.start()) ? 0 : 1;
}
