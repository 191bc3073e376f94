// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/comparison.hpp"

#include "fubini/check/detail/examination.hpp"
#include "fubini/core/error.hpp"

namespace fubini::check {
namespace {

// dL/df at this trial, and what the scorer kept to pull it back
struct Slopes {
  std::vector<double> scores;
  ScorerMemory kept;
};

Slopes slopes_of_scores(const Examination& run) {
  Slopes result;
  std::vector<double> f(run.query.items.size()), ties(run.trial.ties().size(), 0.0);
  result.scores.assign(f.size(), 0.0);
  run.subject.working_scorer.forward(run.query.items, run.trial.weights(), f, result.kept);
  run.subject.working_model.log_likelihood(run.query.ranking, f, run.trial.ties(),
                                           Gradient{result.scores, ties});
  return result;
}

// Slopes of the weights, with signs of those of the scores drawn anew
std::vector<double> with_signs(Examination& run, Slopes& slopes) {
  for (double& slope : slopes.scores)
    if (run.draws.below(2) == 0) slope = -slope;
  std::vector<double> dw(run.trial.weights().size(), 0.0);
  run.subject.working_scorer.backward(run.query.items, run.trial.weights(), slopes.scores, dw,
                                      slopes.kept);
  return dw;
}

}  // namespace

double cancellation(Examination& run) {
  Slopes slopes = slopes_of_scores(run);
  double largest = 0;
  for (int k = 0; k < 4; ++k) largest = std::max(largest, norm(with_signs(run, slopes)));
  return std::max(1.0, largest / std::max(norm(run.found.gradient), 1.0));
}

std::vector<double> terms_of_entries(Examination& run) {
  Slopes slopes = slopes_of_scores(run);
  std::vector<double> terms(run.trial.parameters.size(), 0.0);
  for (int k = 0; k < 4; ++k) {
    const std::vector<double> dw = with_signs(run, slopes);
    for (std::size_t j = 0; j < dw.size(); ++j) terms[j] = std::max(terms[j], std::abs(dw[j]));
  }
  return terms;
}

void against_reverse(Examination& run) {
  const Evaluation& reverse = run.reverse();
  const double bound = run.autodiff_bound(), length = norm(reverse.gradient);
  for (std::size_t j = 0; j < reverse.gradient.size(); ++j)
    run.compare_entry(Way::reverse, j, reverse.gradient[j], length, bound);
  run.compare_value(Way::value, run.found.value, reverse.value, bound);
}

void against_forward(Examination& run) {
  const double length = norm(run.found.gradient), bound = run.autodiff_bound();
  const auto along = [&](std::span<const double> direction) {
    return derivative_along(run.subject.model, run.subject.scorer, run.query, run.x(), direction);
  };
  if (std::ssize(run.x()) <= run.plan.every_entry) {
    std::vector<double> direction(run.x().size(), 0.0);
    for (std::size_t j = 0; j < direction.size(); ++j) {
      direction[j] = 1;
      run.compare_entry(Way::forward, j, along(direction).slope, length, bound);
      direction[j] = 0;
    }
    return;
  }
  for (int k = 1; k <= run.plan.directions; ++k) {
    const std::vector<double> direction = run.direction();
    const ValueAndSlope found = along(direction);
    // Along a direction the errors of all entries add up.
    run.compare(Way::forward, run.slope_along(direction), found.slope, length,
                bound * std::sqrt(static_cast<double>(direction.size())),
                [k] { return "random direction " + std::to_string(k); });
    run.compare_value(Way::value, run.found.value, found.value, bound);
  }
}

void against_itself(Examination& run) {
  constexpr double kRounding = 1e-13, kSame = 0;
  const Evaluation& found = run.found;
  const double length = norm(found.gradient);
  const Evaluation again = evaluate(*run.subject.tested, run.query, run.x());
  run.compare_value(Way::repeat, again.value, found.value, kSame);
  for (std::size_t j = 0; j < again.gradient.size(); ++j)
    run.compare(Way::repeat, again.gradient[j], found.gradient[j], length, kSame,
                [&] { return run.subject.entry_name(j); });
  run.compare_value(Way::value_only, run.subject.tested->value(run.query, run.x()), found.value,
                    kRounding);

  Query heavy = run.query;
  heavy.weight = 2;
  std::vector<double> sum = found.gradient;
  run.subject.tested->add_gradient(heavy, run.x(), sum);
  const double bound = run.truth_bound();
  for (std::size_t j = 0; j < sum.size(); ++j)
    run.compare(Way::adds, sum[j], 3 * found.gradient[j], 3 * length, bound,
                [&] { return run.subject.entry_name(j); });
}

// The model itself must add to what stands there: the likelihood above gives it zeros.
void model_adds(Examination& run) {
  const Model& model = run.subject.model.plain;
  if (!model.has_gradient()) return;
  const std::vector<double> f =
      scores(run.subject.scorer.plain, run.query.items, run.trial.weights());
  std::vector<double> once(f.size() + run.trial.ties().size(), 0.0);
  const auto add_to = [&](std::vector<double>& all) {
    const std::span<double> view(all);
    model.log_likelihood(run.query.ranking, f, run.trial.ties(),
                         Gradient{view.first(f.size()), view.subspan(f.size())});
  };
  add_to(once);
  std::vector<double> twice = once;
  add_to(twice);
  const double bound = run.truth_bound();
  const double length = 2 * norm(once);
  for (std::size_t i = 0; i < once.size(); ++i)
    run.compare(Way::adds, twice[i], 2 * once[i], length, bound, [&] {
      return i < f.size() ? "score " + std::to_string(i + 1) : model.tie_parameters()[i - f.size()];
    });
}

namespace {

// Steps aside may leave the numbers where the place itself does not.
void where_it_can(Examination& run, Way way, void (*compare)(Examination&)) {
  try {
    compare(run);
  } catch (const NumericalError&) {
    ++run.at(way).unsure;
  }
}

void compare_all(Examination& run) {
  const TrialPlan& plan = run.plan;
  const ModelInfo& model = run.subject.model.plain.info();
  run.cushion = plan.cushion;
  if (!run.trial.generated || run.trial.equal) run.cushion *= cancellation(run);
  if (plan.truth) {
    against_truth(run);
    entry_by_entry(run);
  }
  if (plan.reverse && !run.subject.all_by_autodiff()) against_reverse(run);
  if (plan.forward) against_forward(run);
  if (run.trial.equal && !model.laws.smooth_at_equal_scores) {
    ++run.at(Way::differences).unsure;  // there is a slope to choose, not to measure
  } else {
    if (plan.differences) where_it_can(run, Way::differences, against_differences);
    if (plan.hessian) where_it_can(run, Way::hessian, against_hessian);
  }
  if (plan.repeated) {
    against_itself(run);
    model_adds(run);
  }
}

// Outside a range that was declared nothing can fail, but by what no caller expects to be thrown.
void forgive(TrialResult& result) {
  TrialResult forgiven;
  forgiven.entries = result.entries;
  forgiven.outside = true;
  result = std::move(forgiven);
}

}  // namespace

TrialResult run_trial(const ModelTexts& model, const Trial& trial, const TrialPlan& plan,
                      const GradientOptions& options, std::uint64_t index) {
  TrialResult result;
  const bool outside = trial.outside(model.plain.info());
  try {
    const Subject subject(model, trial.scorer);
    Examination run{subject, trial, plan, options, trial.view(), Draws(~options.seed, index),
                    result};
    result.entries = std::ssize(trial.parameters);
    bool number = true;
    try {
      run.found = evaluate(*subject.tested, run.query, trial.parameters);
    } catch (const NumericalError&) {
      if (outside || !left_numbers_as_text_does(run)) throw;
      number = false;
    }
    if (number) compare_all(run);
    if (number && plan.judged && !outside) judge(run);
  } catch (const NumericalError& error) {
    if (!outside) result.complaint = error.what();
  } catch (...) {
    result.complaint = thrown_words();
  }
  if (!result.complaint.empty()) {
    result.complaint = trial.name + ": " + result.complaint;
    if (trial.view().items.size() <= kLongestReproduction)
      result.complaint += " (" + trial.describe() + ")";
  } else if (outside) {
    forgive(result);
  }
  return result;
}

}  // namespace fubini::check
