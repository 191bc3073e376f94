// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/gradients.hpp"

#include "fubini/check/comparison.hpp"
#include "fubini/check/errors.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/objective.hpp"
#include "fubini/fit/parallel.hpp"

#include <algorithm>
#include <barrier>
#include <exception>
#include <functional>
#include <thread>

namespace fubini::check {
namespace {

constexpr int kThreads = 4;  // also where there are fewer cores
constexpr std::size_t kComplaints = 3;

// Lets TBB run so many threads for a while.
class AllowThreads {
 public:
  AllowThreads()
      : control_(
            tbb::global_control::max_allowed_parallelism,
            std::max<std::size_t>(kThreads, tbb::global_control::active_value(
                                                tbb::global_control::max_allowed_parallelism))) {}

 private:
  tbb::global_control control_;
};

using MakeTrial = std::function<Trial(std::uint64_t index)>;
using MakePlan = std::function<TrialPlan(std::uint64_t index)>;

void check_options(const GradientOptions& options) {
  if (options.cases < 1) throw ArgumentError("check: cases is 0; wanted at least 1");
  if (options.max_items < 1 || options.max_large_items < 1)
    throw ArgumentError("check: max_items must be at least 1");
}

void compare_threads_once(GradientReport& report, const ModelFacets& model,
                          const ScorerUnderTest& scorer, const Dataset& data,
                          const GradientOptions& options) {
  const ScorerFacets made = scorer.make(data);
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

GradientReport run(const ModelFacets& model, const ScorerUnderTest& scorer,
                   const Dataset& for_threads, const MakeTrial& make, const MakePlan& plan,
                   std::uint64_t cases, const GradientOptions& options) {
  GradientReport report;
  report.model = model.plain.info().name;
  report.scorer = scorer.name;
  report.own_bound = model.plain.info().accuracy;
  if (options.threads) {
    try {
      compare_threads_once(report, model, scorer, for_threads, options);
    } catch (const std::exception& error) {
      ++report.thrown;
      report.complaints.push_back(error.what());
    }
  }
  // What is not safe among threads is checked on one, so that the rest can be told apart.
  const int threads = report[Way::threads].failures > 0 ? 1 : 0;
  std::vector<TrialResult> results(cases);
  for_each_in_parallel(static_cast<Index>(cases), threads, [&](Index k) {
    const auto index = static_cast<std::uint64_t>(k);
    try {
      results[k] = run_trial(model, make(index), plan(index), options, index);
    } catch (const std::exception& error) {
      results[k].complaint = "case " + std::to_string(index) + ": " + error.what();
    }
  });
  for (const TrialResult& result : results) add(report, result);
  report.by_hand = model.plain.by_hand() && scorer.make(for_threads).plain.by_hand();
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
  const std::string number = format_double(bound, 2);
  switch (way) {
    case Way::truth:
    case Way::hard:
      return "|by hand - 50 digits| <= " + number + " max(norm, 1)";
    case Way::reverse:
      return "|by hand - reverse mode| <= " + number + " max(norm, 1)";
    case Way::forward:
      return "|by hand - forward mode| <= " + number + " max(norm, 1)";
    case Way::differences:
      return "|by hand - differences| <= " + number +
             " max(norm, 1), ten times the differences' own error included";
    case Way::hessian:
      return "|forward over reverse mode - differences of gradients by hand| <= " + number +
             " max(norm, 1), ten times the differences' own error included";
    case Way::value:
      return "|value by hand - 50 digits| <= " + number + " max(|value|, 1)";
    case Way::value_only:
      return "|value alone - value with gradient| <= " + number + " max(|value|, 1)";
    case Way::adds:
      return "a gradient is added to what stands there, times the query's weight, to " + number +
             " max(norm, 1)";
    case Way::repeat:
      return "a second evaluation gives the same bits";
    case Way::threads:
      break;
  }
  return "four threads give the same bits as one";
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
  if (passed()) return by_hand ? "ok" : "ok (no gradient by hand)";
  std::vector<std::string> failed;
  if (thrown > 0) failed.push_back("threw");
  for (std::size_t way = 0; way < kWays; ++way)
    if (ways[way].failures > 0) failed.emplace_back(name(static_cast<Way>(way)));
  return "FAILED: " + join(failed, ", ");
}

namespace {

// The sum over all queries, as a fit asks for it
void compare_sums(Comparison& result, const Subject& subject, const Dataset& data,
                  std::span<const double> parameters) {
  const auto sum = [&](int threads) {
    const Objective objective(data, subject.tested, {.threads = threads});
    Evaluation found{0, std::vector<double>(parameters.size())};
    found.value = objective.value_and_gradient(parameters, found.gradient);
    return found;
  };
  const AllowThreads allow;
  const Evaluation alone = sum(1), among = sum(kThreads);
  const double length = norm(alone.gradient);
  bool worst = note(result, among.value, alone.value, 1, 0, "the value", nullptr);
  for (std::size_t j = 0; j < parameters.size(); ++j)
    worst |= note(result, among.gradient[j], alone.gradient[j], length, 0, subject.entry_name(j),
                  nullptr);
  if (worst) result.worst.place = "the sum over all queries";
}

}  // namespace

Comparison compare_threads(const Subject& subject, const Dataset& data,
                           std::span<const double> parameters) {
  const Index count = data.num_queries();
  const auto at = [&](Index q) { return evaluate(*subject.tested, data.query(q), parameters); };
  std::vector<Evaluation> alone(count);
  for (Index q = 0; q < count; ++q) alone[q] = at(q);

  // Every thread takes every query, each begins elsewhere: threads of our own, since TBB's may come
  // too late on a busy machine.
  std::array<std::vector<Evaluation>, kThreads> among;
  std::array<std::exception_ptr, kThreads> thrown;
  std::barrier together(kThreads);
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < kThreads; ++t)
      threads.emplace_back([&, t] {
        among[t].resize(count);
        together.arrive_and_wait();
        try {
          for (Index k = 0; k < count; ++k) {
            const Index q = (k + t * count / kThreads) % count;
            among[t][q] = at(q);
          }
        } catch (...) {
          thrown[t] = std::current_exception();
        }
      });
  }
  for (const std::exception_ptr& one : thrown)
    if (one) std::rethrow_exception(one);

  Comparison result;
  for (Index q = 0; q < count; ++q) {
    const double length = norm(alone[q].gradient);
    bool worst = false;
    for (const std::vector<Evaluation>& found : among) {
      worst |= note(result, found[q].value, alone[q].value, 1, 0, "the value", nullptr);
      for (std::size_t j = 0; j < parameters.size(); ++j)
        worst |= note(result, found[q].gradient[j], alone[q].gradient[j], length, 0,
                      subject.entry_name(j), nullptr);
    }
    if (worst) result.worst.place = "query '" + std::string(data.query(q).id) + "'";
  }
  compare_sums(result, subject, data, parameters);
  return result;
}

GradientReport gradients(const ModelFacets& model, const ScorerUnderTest& scorer,
                         const GradientOptions& options) {
  constexpr std::uint64_t kLarge = 8, kHessian = 4;
  constexpr Index kQueries = 256;
  check_options(options);
  const std::size_t num_ties = model.plain.tie_parameters().size();
  const auto large = [](std::uint64_t index) { return index % kLarge == kLarge - 1; };
  const auto make = [&](std::uint64_t index) {
    const Index most = large(index) ? options.max_large_items : options.max_items;
    CaseOptions with = varied_options(most, num_ties, options.seed, index);
    // Many equal rows leave a gradient of rounding errors alone, which has no digits to compare.
    if (large(index) && scorer.features && with.spread == Spread::equal)
      with.spread = Spread::ordinary;
    return make_trial(scorer, with, options.seed, index);
  };
  const auto plan = [&](std::uint64_t index) {
    return TrialPlan{.truth = !large(index), .hessian = index % kHessian == 0};
  };
  return run(model, scorer, make_queries(scorer.features, kQueries, options.seed), make, plan,
             options.cases, options);
}

GradientReport gradients(const ModelFacets& model, const ScorerUnderTest& scorer,
                         std::shared_ptr<const Dataset> data, const GradientOptions& options) {
  constexpr std::uint64_t kHessian = 4;
  check_options(options);
  if (data == nullptr || data->num_queries() == 0)
    throw ArgumentError("check: the dataset has no query; wanted at least one");
  scorer.make(*data).plain.check(*data);
  const std::size_t num_ties = model.plain.tie_parameters().size();
  const auto queries = static_cast<std::uint64_t>(data->num_queries());
  const std::uint64_t cases = std::min(options.cases, queries);
  const auto make = [&](std::uint64_t index) {
    const auto q = static_cast<Index>(index * queries / cases);
    return make_trial(scorer, data, q, num_ties, options.seed, index);
  };
  const auto plan = [&](std::uint64_t index) {
    const Index n = data->ranking(static_cast<Index>(index * queries / cases)).num_items();
    return TrialPlan{.truth = n <= options.max_large_items, .hessian = index % kHessian == 0};
  };
  return run(model, scorer, *data, make, plan, cases, options);
}

}  // namespace fubini::check
