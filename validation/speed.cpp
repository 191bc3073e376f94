// SPDX-License-Identifier: BSD-3-Clause
#include "speed.hpp"

#include "fubini/check/cases.hpp"
#include "fubini/model/autodiff_model.hpp"
#include "fubini/model/catalogue.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>

namespace fubini::validation {
namespace {

struct Setting {
  Case one;
  Model model;
  AutodiffModel autodiff;
};

void run(benchmark::State& state, const Setting& with, bool by_hand) {
  std::vector<double> scores(with.one.scores.size()), ties(with.one.ties.size());
  for (auto _ : state) {
    std::ranges::fill(scores, 0);
    std::ranges::fill(ties, 0);
    const Gradient g{scores, ties};
    const Case& c = with.one;
    double value = by_hand ? with.model.log_likelihood(c.ranking, c.scores, c.ties, g)
                           : with.autodiff.reverse(c.ranking, c.scores, c.ties, g);
    benchmark::DoNotOptimize(value);
    benchmark::ClobberMemory();
  }
}

// Keeps the fastest of the repetitions, in the order in which benchmarks were registered.
class Collector final : public benchmark::ConsoleReporter {
 public:
  explicit Collector(bool verbose) : verbose_(verbose) {}
  bool ReportContext(const Context& context) override {
    return verbose_ ? ConsoleReporter::ReportContext(context) : true;
  }
  void ReportRuns(const std::vector<Run>& runs) override {
    if (verbose_) ConsoleReporter::ReportRuns(runs);
    double best = 0;
    for (const Run& one : runs)
      if (one.run_type == Run::RT_Iteration) {
        const double time = one.GetAdjustedCPUTime();
        best = best == 0 ? time : std::min(best, time);
      }
    if (best > 0) nanoseconds.push_back(best);  // aggregates are reported apart
  }
  std::vector<double> nanoseconds;

 private:
  bool verbose_;
};

}  // namespace

std::map<SpeedKey, Speed> measure_speed(const std::vector<std::string>& models, bool verbose) {
  std::vector<SpeedKey> keys;
  for (const std::string& name : models)
    for (const std::int64_t n : {10, 100, 1000})
      for (const bool singletons : {false, true}) {
        const Model model = built_in_models().make(name);
        const auto with = std::make_shared<const Setting>(
            Setting{make_case({.num_items = n,
                               .shape = singletons ? Shape::singletons : Shape::five_buckets,
                               .num_ties = model.tie_parameters().size()},
                              1, 0),
                    model, built_in_autodiff_models().make(name)});
        keys.emplace_back(name, n, singletons);
        const std::string label =
            name + "/" + std::to_string(n) + (singletons ? "/singletons" : "");
        for (const bool by_hand : {true, false})
          benchmark::RegisterBenchmark(
              (label + (by_hand ? "/hand" : "/autodiff")).c_str(),
              [with, by_hand](benchmark::State& state) { run(state, *with, by_hand); })
              ->MinTime(0.01)
              ->Repetitions(5)
              ->Unit(benchmark::kNanosecond);
      }
  Collector collector(verbose);
  benchmark::RunSpecifiedBenchmarks(&collector);
  std::map<SpeedKey, Speed> speeds;
  for (std::size_t k = 0; k < keys.size(); ++k)
    speeds[keys[k]] = {collector.nanoseconds[2 * k], collector.nanoseconds[2 * k + 1]};
  return speeds;
}

}  // namespace fubini::validation
