// SPDX-License-Identifier: BSD-3-Clause
#include "speed.hpp"

#include "fubini/check/cases.hpp"
#include "fubini/arithmetic/derivatives.hpp"
#include "fubini/fit/fit.hpp"
#include "fubini/catalogue/models.hpp"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>

namespace fubini::validation {
namespace {

// Nanoseconds
struct Speed {
  double by_hand = 0;
  double by_autodiff = 0;
  double ratio() const { return by_autodiff / by_hand; }
};

// (model, items, singletons): buckets are five otherwise
using SpeedKey = std::tuple<std::string, std::int64_t, bool>;

struct Setting {
  check::Case one;
  Model model;
  Definition<Reverse> text;
};

void run(benchmark::State& state, const Setting& with, bool by_hand) {
  std::vector<double> scores(with.one.scores.size()), ties(with.one.ties.size());
  for (auto _ : state) {
    std::ranges::fill(scores, 0);
    std::ranges::fill(ties, 0);
    const Gradient g{scores, ties};
    const check::Case& c = with.one;
    double value = by_hand ? with.model.log_likelihood(c.ranking, c.scores, c.ties, g)
                           : reverse_gradient(with.text, c.ranking, c.scores, c.ties, g);
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

std::map<SpeedKey, Speed> measure_speed(const std::vector<std::string>& models, bool full,
                                        bool verbose) {
  const Catalogues known = built_in_with_autodiff();
  std::vector<SpeedKey> keys;
  for (const std::string& name : models)
    for (const std::int64_t n : {10, 100, 1000})
      for (const bool singletons : {false, true}) {
        const Model model = built_in_models().make(name);
        const auto with = std::make_shared<const Setting>(Setting{
            check::make_case(
                {.num_items = n,
                 .shape = singletons ? check::Shape::singletons : check::Shape::five_buckets,
                 .num_ties = model.tie_parameters().size(),
                 .largest_bucket = model.info().largest_bucket},
                1, 0),
            model, known.models.texts(name).autodiff.reverse});
        keys.emplace_back(name, n, singletons);
        const std::string label =
            name + "/" + std::to_string(n) + (singletons ? "/singletons" : "");
        for (const bool by_hand : {true, false})
          benchmark::RegisterBenchmark(
              (label + (by_hand ? "/hand" : "/autodiff")).c_str(),
              [with, by_hand](benchmark::State& state) { run(state, *with, by_hand); })
              ->MinTime(full ? 0.01 : 0.005)
              ->Repetitions(full ? 5 : 3)
              ->Unit(benchmark::kNanosecond);
      }
  Collector collector(verbose);
  benchmark::RunSpecifiedBenchmarks(&collector);
  std::map<SpeedKey, Speed> speeds;
  for (std::size_t k = 0; k < keys.size(); ++k)
    speeds[keys[k]] = {collector.nanoseconds[2 * k], collector.nanoseconds[2 * k + 1]};
  return speeds;
}

}  // namespace

Section compare_speed(const std::vector<std::string>& models, bool full, bool verbose) {
  Section section;
  section.title = "By hand against autodiff";
  section.text =
      "How many times faster the gradient by hand is than Stan Math's reverse mode on the "
      "definition: value and gradient of one query, scores given, five buckets (s: all "
      "singletons), then the microseconds by hand / by autodiff. Both were measured in this run, "
      "the fastest of several repetitions.";
  section.table = {{"model", "n=10", "n=100", "n=1000", "s n=1000", "us at n=10", "us at n=1000"}};
  const auto speeds = measure_speed(models, full, verbose);
  for (const std::string& name : models) {
    const auto at = [&](std::int64_t n, bool singletons) {
      return speeds.at({name, n, singletons});
    };
    const auto ratio = [&](std::int64_t n, bool s) {
      return fmt::format("{:.1f}x", at(n, s).ratio());
    };
    const auto times = [&](std::int64_t n) {
      const Speed speed = at(n, false);
      return fmt::format("{:.4g} / {:.4g}", speed.by_hand / 1e3, speed.by_autodiff / 1e3);
    };
    section.table.push_back({name, ratio(10, false), ratio(100, false), ratio(1000, false),
                             ratio(1000, true), times(10), times(1000)});
  }
  return section;
}

}  // namespace fubini::validation
