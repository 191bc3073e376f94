// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/gradients.hpp"

#include "fubini/check/detail/comparison.hpp"
#include "fubini/check/detail/effort.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/parallel.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/fit.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>

namespace fubini::check {
namespace {

constexpr std::size_t kComplaints = 3;
constexpr std::uint64_t kFirstPlace = 1'000'000;  // numbers of places, beyond those of cases

// A trial to come
struct Job {
  std::string name;
  std::uint64_t index = 0;
  TrialPlan plan = {};
  std::function<Trial()> make = {};
};

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
  for (std::size_t j = 0; j < parameters.size(); ++j) {
    const Range range = range_of(made.plain.info().weight_ranges, j);
    parameters[j] = std::clamp(parameters[j] + draws.between(-1, 1), range.low, range.high);
  }
  for (std::size_t t = 0; t < model.plain.tie_parameters().size(); ++t)
    parameters.push_back(draw_within(range_of(model.plain.info().ranges.ties, t), 1, draws));
  merge(report.ways[static_cast<std::size_t>(Way::threads)],
        compare_threads(subject, data, parameters));
}

void add(GradientReport& report, const TrialResult& result) {
  ++report.cases;
  report.entries += result.entries;
  for (std::size_t way = 0; way < kWays; ++way) merge(report.ways[way], result.ways[way]);
  if (result.error) report.errors.push_back(*result.error);
  report.autodiff_lost += result.autodiff_lost;
  if (result.outside) ++report.outside;
  if (result.lost) {
    ++report.loss.cases;
    if (result.overflowed) ++report.loss.overflowed;
    if (result.lost_most.error >= report.loss.worst.error) report.loss.worst = result.lost_most;
  }
  if (result.complaint.empty()) return;
  ++report.thrown;
  if (report.complaints.size() < kComplaints) report.complaints.push_back(result.complaint);
}

GradientReport begin(const ModelTexts& model, const ScorerUnderTest& scorer,
                     const Dataset& for_threads, const GradientOptions& options) {
  GradientReport report;
  report.model = model.plain.info().name;
  report.scorer = scorer.name;
  report.own_bound = model.plain.info().accuracy;
  report.model_by_hand = model.plain.has_gradient();
  report.declares_ranges = model.plain.info().declares_ranges;
  try {
    const ScorerTexts made = scorer.make(for_threads);
    report.scorer_by_hand = made.plain.has_backward();
    report.declares_ranges |= made.plain.info().declares_ranges;
    if (options.threads) compare_threads_once(report, model, scorer, for_threads, options);
  } catch (...) {
    ++report.thrown;
    report.complaints.push_back(thrown_words());
  }
  return report;
}

// Says now and then what runs, whichever thread it is on.
class Teller {
 public:
  Teller(const GradientOptions& options, std::size_t total)
      : tell_(options.progress), total_(total) {}
  void operator()(const std::string& what) {
    const std::size_t done = done_++;
    if (!tell_) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock() || since_.spent() < next_) return;
    next_ = since_.spent() + 0.1;
    tell_(done, total_, what);
  }

 private:
  const decltype(GradientOptions::progress)& tell_;
  std::size_t total_;
  std::atomic<std::size_t> done_ = 0;
  std::mutex mutex_;
  Deadline since_{0};
  double next_ = 0;
};

void run(GradientReport& report, const ModelTexts& model, const std::vector<Job>& jobs,
         const GradientOptions& options) {
  const Deadline deadline(options.budget.seconds);
  // What is not safe among threads is checked on one, so that the rest can be told apart.
  const int threads = report[Way::threads].failures > 0 ? 1 : 0;
  std::vector<std::optional<TrialResult>> results(jobs.size());
  Teller tell(options, jobs.size());
  for_each_in_parallel(std::ssize(jobs), threads, [&](Index k) {
    if (deadline.over()) return;
    const Job& job = jobs[k];
    tell(job.name);
    TrialResult& result = results[k].emplace();
    try {
      result = run_trial(model, job.make(), job.plan, options, job.index);
    } catch (...) {
      result.complaint = job.name + ": " + thrown_words();
    }
  });
  std::optional<std::size_t> lost;
  for (std::size_t k = 0; k < jobs.size(); ++k) {
    if (!results[k]) {
      leave_out(report.left_out, "cases",
                "the budget of " + format_double(options.budget.seconds, 3) + " seconds was spent",
                jobs[k].name);
      continue;
    }
    add(report, *results[k]);
    if (results[k]->lost && !lost) lost = k;
  }
  if (!lost || deadline.over()) return;
  const Beginning beginning = where_it_begins(model, jobs[*lost].make(), options);
  report.loss.begins = beginning.where;
  report.loss.hint = beginning.hint;
}

std::vector<Job> drawn(const ModelTexts& model, const ScorerUnderTest& scorer,
                       const GradientOptions& options) {
  constexpr std::uint64_t kLarge = 8, kHessian = 4;
  const std::size_t num_ties = model.plain.tie_parameters().size();
  std::vector<Job> jobs;
  for (std::uint64_t index = 0; index < options.cases; ++index) {
    const bool large = index % kLarge == kLarge - 1;
    const auto make = [&model, &scorer, &options, num_ties, large, index] {
      const ModelInfo& info = model.plain.info();
      const Index most =
          feasible_items(info.cost, large ? options.max_large_items : options.max_items);
      CaseOptions with = varied_options(most, num_ties, options.seed, index);
      with.largest_bucket = info.largest_bucket;
      with.ranges = info.ranges;
      // Many equal rows leave a gradient of rounding errors alone, which has no digits to compare.
      if (large && scorer.features && with.spread == Spread::equal) with.spread = Spread::ordinary;
      return make_trial(scorer, with, options.seed, index);
    };
    TrialPlan plan{.truth = !large, .hessian = index % kHessian == 0};
    plan.every_entry = options.every_entry;
    jobs.push_back({"case " + std::to_string(index), index, plan, make});
  }
  return jobs;
}

// In 50 digits, or by autodiff where that takes little memory, or along one direction; the largest by
// differences of values by hand
TrialPlan plan_of(const Place& place, Cost cost, bool by_hand) {
  constexpr double kByReverse = 1e5;
  constexpr Index kByForward = 4500;  // whatever the gradient costs, the text may take n^2
  TrialPlan plan{.truth = place.truth, .differences = false, .hessian = false, .repeated = false};
  const Index n = place.options.num_items;
  plan.reverse =
      by_hand && !place.truth &&
      (cost == Cost::exponential || static_cast<double>(n) * static_cast<double>(n) <= kByReverse);
  plan.forward = !place.truth && !plan.reverse && n <= kByForward;
  plan.differences = n > kByForward;
  plan.judged = place.truth || plan.reverse;
  plan.every_entry = 0;
  plan.directions = 1;
  // A plain sum of n^2/2 terms, as people write it, loses so many digits.
  if (!place.truth) plan.cushion = std::max(1.0, static_cast<double>(n) / 16);
  return plan;
}

void add_places(std::vector<Job>& jobs, GradientReport& report, const ModelTexts& model,
                const ScorerUnderTest& scorer, const GradientOptions& options, bool of_scorer) {
  PlaceOptions with = options.places.options;
  with.scorer = of_scorer;
  if (of_scorer) with.most_items = std::min<Index>(with.most_items, 600);
  const ModelInfo& info = model.plain.info();
  std::uint64_t index = kFirstPlace + (of_scorer ? kFirstPlace : 0);
  for (Place& place : places(info, model.plain.tie_parameters(), with, report.left_out)) {
    const TrialPlan plan = plan_of(place, info.cost, model.plain.has_gradient());
    const std::string name = place.what + (of_scorer ? ", through " + scorer.name : "");
    const auto make = [scorer, &options, place = std::move(place), name, index] {
      Trial trial = make_trial(scorer, place.options, options.seed, index);
      trial.name = name + " of seed " + std::to_string(options.seed);
      return trial;
    };
    jobs.push_back({name, index++, plan, make});
  }
}

// Four threads take every query each, and sum all of them
bool threads_fit(const ModelTexts& model, const Dataset& data, Index weights,
                 const GradientOptions& options) {
  constexpr double kTimes = 7, kThreads = 4;
  const Allowance allowed = allowance(options.budget, 4 * options.trial_seconds);
  double seconds = 0, bytes = 0;
  for (Index q = 0; q < data.num_queries(); ++q) {
    const GradientCost cost = cost_of_gradient(model, data.query(q).items.size(), weights);
    seconds += kTimes * cost.seconds;
    bytes = std::max(bytes, kThreads * cost.bytes);
  }
  return seconds <= allowed.seconds && bytes <= 2 * allowed.bytes;
}

// Scores that are parameters themselves
const ScorerUnderTest& scores_alone() {
  static const ScorerUnderTest worths = scorer(built_in_with_autodiff().scorers, "worths");
  return worths;
}

}  // namespace

GradientReport gradients(const ModelTexts& model, const ScorerUnderTest& scorer,
                         const GradientOptions& options) {
  constexpr Index kQueries = 256;
  check_options(options);
  GradientReport report =
      begin(model, scorer,
            make_queries(scorer.features, model.plain.info(), kQueries, options.seed), options);
  std::vector<Job> jobs = drawn(model, scorer, options);
  if (options.places.of_scorer && scorer.features)
    add_places(jobs, report, model, scorer, options, true);
  if (options.places.of_model)
    add_places(jobs, report, model, scorer.features ? scores_alone() : scorer, options, false);
  run(report, model, jobs, options);
  return report;
}

GradientReport gradients(const ModelTexts& model, const ScorerUnderTest& scorer,
                         std::shared_ptr<const Dataset> data, const GradientOptions& options) {
  constexpr std::uint64_t kHessian = 4;
  check_options(options);
  if (data == nullptr || data->num_queries() == 0)
    throw ArgumentError("check: the dataset has no query; wanted at least one");
  const ScorerTexts made = scorer.make(*data);
  made.plain.check(*data);
  const ModelInfo& info = model.plain.info();
  const std::size_t num_ties = model.plain.tie_parameters().size();
  const auto queries = static_cast<std::uint64_t>(data->num_queries());
  const std::uint64_t cases = std::min(options.cases, queries);
  GradientOptions with = options;
  std::vector<LeftOut> left_out;
  std::vector<Job> jobs;
  const Allowance allowed = allowance(options.budget, options.trial_seconds);
  for (std::uint64_t index = 0; index < cases; ++index) {
    const auto q = static_cast<Index>(index * queries / cases);
    const Query query = data->query(q);
    const Index n = query.items.size();
    const std::string name = "query " + shown(query.id) + " (" + std::to_string(n) + " items)";
    const auto make = [&made, &data, q, num_ties, &options, index, &info] {
      return make_trial(made, data, q, num_ties, options.seed, index, info.ranges);
    };
    TrialPlan plan{.truth = n <= options.max_large_items, .hessian = index % kHessian == 0};
    plan.every_entry = options.every_entry;
    const auto tell = [&](const std::string& what, const std::string& why) {
      leave_out(left_out, what, why, name);
    };
    if (!plan.truth)
      tell("50 digits", "more than " + std::to_string(options.max_large_items) + " items");
    if (const auto affords = affordable(plan, model, n, made.plain.num_weights(), allowed, tell)) {
      jobs.push_back({name, index, *affords, make});
    } else if (options.threads) {
      with.threads = false;
    }
  }
  if (with.threads && !threads_fit(model, *data, made.plain.num_weights(), options))
    with.threads = false;
  if (options.threads && !with.threads)
    leave_out(left_out, "threads", "some queries take too long, or too much memory",
              "the sum over all queries");
  GradientReport report = begin(model, scorer, *data, with);
  report.left_out = std::move(left_out);
  run(report, model, jobs, options);
  return report;
}

}  // namespace fubini::check
