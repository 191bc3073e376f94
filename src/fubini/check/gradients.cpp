// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/gradients.hpp"

#include "fubini/check/detail/comparison.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/core/stopping.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <limits>
#include <new>

namespace fubini::check {
namespace {

constexpr std::size_t kComplaints = 3;

using MakeTrial = std::function<Trial(std::uint64_t index)>;
using MakePlan = std::function<TrialPlan(const Trial& trial, std::uint64_t index)>;

void check_options(const GradientOptions& options) {
  if (options.cases < 1) throw ArgumentError("check: cases is 0; wanted at least 1");
  if (options.max_items < 1 || options.max_large_items < 1)
    throw ArgumentError("check: max_items is " + std::to_string(options.max_items) +
                        " and max_large_items " + std::to_string(options.max_large_items) +
                        "; wanted at least 1");
}

void compare_threads_once(GradientReport& report, const ModelTexts& model,
                          const ScorerUnderTest& scorer, const Dataset& data,
                          const GradientOptions& options) {
  const ScorerTexts made = scorer.make(data);
  const Subject subject(model, made);
  Draws draws(options.seed, ~std::uint64_t{0});
  std::vector<double> parameters = made.plain.initial_weights(options.seed);
  for (double& w : parameters) w += draws.between(-1, 1);
  for (const std::string& tie : model.plain.tie_parameters()) {
    static_cast<void>(tie);
    parameters.push_back(draws.between(-1, 1));
  }
  merge(report.ways[static_cast<std::size_t>(Way::threads)],
        compare_threads(subject, data, parameters));
}

void add(GradientReport& report, const TrialResult& result) {
  ++report.cases;
  report.entries += result.entries;
  for (std::size_t way = 0; way < kWays; ++way) merge(report.ways[way], result.ways[way]);
  if (result.error) report.errors.push_back(*result.error);
  if (result.complaint.empty()) return;
  ++report.thrown;
  if (report.complaints.size() < kComplaints) report.complaints.push_back(result.complaint);
}

GradientReport run(const ModelTexts& model, const ScorerUnderTest& scorer,
                   const Dataset& for_threads, const MakeTrial& make, const MakePlan& plan,
                   std::uint64_t cases, const GradientOptions& options) {
  GradientReport report;
  report.model = model.plain.info().name;
  report.scorer = scorer.name;
  report.own_bound = model.plain.info().accuracy;
  report.model_by_hand = model.plain.has_gradient();
  try {
    report.scorer_by_hand = scorer.make(for_threads).plain.has_backward();
    if (options.threads) compare_threads_once(report, model, scorer, for_threads, options);
  } catch (...) {
    ++report.thrown;
    report.complaints.push_back(thrown_words());
  }
  // What is not safe among threads is checked on one, so that the rest can be told apart.
  const int threads = report[Way::threads].failures > 0 ? 1 : 0;
  std::vector<TrialResult> results(cases);
  for_each_in_parallel(static_cast<Index>(cases), threads, [&](Index k) {
    const auto index = static_cast<std::uint64_t>(k);
    try {
      const Trial trial = make(index);
      results[k] = run_trial(model, trial, plan(trial, index), options, index);
    } catch (...) {
      results[k].complaint = "case " + std::to_string(index) + ": " + thrown_words();
    }
  });
  for (const TrialResult& result : results) add(report, result);
  return report;
}

}  // namespace

std::string_view name(Way way) {
  constexpr std::array<std::string_view, kWays> names = {
      "truth", "hard",       "reverse", "forward", "differences", "hessian",
      "value", "value_only", "adds",    "repeat",  "threads"};
  return names[static_cast<std::size_t>(way)];
}

std::string rule(Way way, double bound) {
  constexpr auto kDifferences = " max(norm, 1), ten times the differences' own error included";
  const auto within = [number = format_double(bound, 2)](const char* what, const char* scale) {
    return std::string(what) + number + scale;
  };
  switch (way) {
    case Way::truth:
    case Way::hard: return within("|found - 50 digits| <= ", " max(norm, 1)");
    case Way::reverse: return within("|found - reverse mode| <= ", " max(norm, 1)");
    case Way::forward: return within("|found - forward mode| <= ", " max(norm, 1)");
    case Way::differences: return within("|found - differences| <= ", kDifferences);
    case Way::hessian:
      return within("|differences of gradients - forward over reverse mode| <= ", kDifferences);
    case Way::value: return within("|found - 50 digits, or reverse mode| <= ", " max(|value|, 1)");
    case Way::value_only:
      return within("|value alone - value with gradient| <= ", " max(|value|, 1)");
    case Way::adds:
      return within("a gradient is added to what stands there, times the query's weight, to ",
                    " max(norm, 1)");
    case Way::repeat: return "a second evaluation gives the same bits";
    case Way::threads: break;
  }
  return "four threads give the same bits as one";
}

double GradientReport::ulps() const {
  return std::max((*this)[Way::truth].error, (*this)[Way::hard].error) /
         std::numeric_limits<double>::epsilon();
}

const WorstEntry& GradientReport::worst() const {
  const Comparison &truth = (*this)[Way::truth], &hard = (*this)[Way::hard];
  return truth.excess >= hard.excess ? truth.worst : hard.worst;
}

bool GradientReport::passed() const {
  return thrown == 0 &&
         std::ranges::all_of(ways, [](const Comparison& one) { return one.failures == 0; });
}

std::string GradientReport::verdict() const {
  if (passed()) {
    if (!model_by_hand) return "ok (no gradient by hand)";
    if (!scorer_by_hand) return "ok (scorer by autodiff)";
    return errors.empty() ? "ok (but nothing in 50 digits)" : "ok";
  }
  std::vector<std::string> failed;
  if (thrown > 0) failed.push_back("threw");
  for (std::size_t way = 0; way < kWays; ++way)
    if (ways[way].failures > 0) failed.emplace_back(name(static_cast<Way>(way)));
  return "FAILED: " + join(failed, ", ");
}

void merge(Comparison& into, const Comparison& from) {
  into.entries += from.entries;
  into.failures += from.failures;
  into.unsure += from.unsure;
  into.error = std::max(into.error, from.error);
  if (from.excess > into.excess) {
    into.excess = from.excess;
    into.worst = from.worst;
  }
}

std::string thrown_words() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const Stopped&) {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "something that is no std::exception";
  }
}

GradientReport gradients(const ModelTexts& model, const ScorerUnderTest& scorer,
                         const GradientOptions& options) {
  constexpr std::uint64_t kLarge = 8, kHessian = 4;
  constexpr Index kQueries = 256;
  check_options(options);
  const std::size_t num_ties = model.plain.tie_parameters().size();
  const auto large = [](std::uint64_t index) { return index % kLarge == kLarge - 1; };
  const auto make = [&](std::uint64_t index) {
    const Index most = feasible_items(model.plain.info().cost,
                                      large(index) ? options.max_large_items : options.max_items);
    CaseOptions with = varied_options(most, num_ties, options.seed, index);
    with.largest_bucket = model.plain.info().largest_bucket;
    // Many equal rows leave a gradient of rounding errors alone, which has no digits to compare.
    if (large(index) && scorer.features && with.spread == Spread::equal)
      with.spread = Spread::ordinary;
    return make_trial(scorer, with, options.seed, index);
  };
  const auto plan = [&](const Trial&, std::uint64_t index) {
    return TrialPlan{.truth = !large(index), .hessian = index % kHessian == 0};
  };
  return run(model, scorer,
             make_queries(scorer.features, model.plain.info(), kQueries, options.seed), make, plan,
             options.cases, options);
}

GradientReport gradients(const ModelTexts& model, const ScorerUnderTest& scorer,
                         std::shared_ptr<const Dataset> data, const GradientOptions& options) {
  constexpr std::uint64_t kHessian = 4;
  check_options(options);
  if (data == nullptr || data->num_queries() == 0)
    throw ArgumentError("check: the dataset has no query; wanted at least one");
  const ScorerTexts made = scorer.make(*data);
  made.plain.check(*data);
  const std::size_t num_ties = model.plain.tie_parameters().size();
  const auto queries = static_cast<std::uint64_t>(data->num_queries());
  const std::uint64_t cases = std::min(options.cases, queries);
  const auto make = [&](std::uint64_t index) {
    const auto q = static_cast<Index>(index * queries / cases);
    return make_trial(made, data, q, num_ties, options.seed, index);
  };
  const auto plan = [&](const Trial& trial, std::uint64_t index) {
    constexpr Index kMostSteps = 1'000'000;  // of 160 bytes each
    const Index n = trial.view().items.size(), steps = n * std::ssize(trial.parameters);
    return TrialPlan{.truth = n <= options.max_large_items && steps <= kMostSteps,
                     .hessian = index % kHessian == 0 && steps <= kMostSteps};
  };
  return run(model, scorer, *data, make, plan, cases, options);
}

}  // namespace fubini::check
