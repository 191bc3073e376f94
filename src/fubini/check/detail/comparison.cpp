// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/comparison.hpp"

#include "fubini/check/detail/differences.hpp"
#include "fubini/check/detail/errors.hpp"

#include <numeric>

namespace fubini::check {
namespace {

constexpr Index kLongestReproduction = 60;  // items on a command line

// What all comparisons of one trial share.
struct Examination {
  const Subject& subject;
  const Trial& trial;
  const GradientOptions& options;
  const Query query;
  const Evaluation found;
  Draws draws;
  TrialResult& result;
  double cushion = 1;  // factor on bounds, for data and equal rows: see cancellation()

  Comparison& at(Way way) { return result.ways[static_cast<std::size_t>(way)]; }
  std::span<const double> x() const { return trial.parameters; }

  template <class Name>
  void compare(Way way, double number, double wanted, double norm, double bound, const Name& name) {
    if (!note(at(way), number, wanted, norm, bound, name)) return;
    WorstEntry& worst = at(way).worst;
    worst.place = trial.name;
    if (worst.error > bound && query.items.size() <= kLongestReproduction)
      worst.reproduce = trial.describe();
  }
  void compare_entry(Way way, std::size_t j, double wanted, double norm, double bound) {
    compare(way, found.gradient[j], wanted, norm, bound, [&] { return subject.entry_name(j); });
  }
  void compare_value(Way way, double number, double wanted, double bound) {
    compare(way, number, wanted, std::abs(wanted), bound, [] { return std::string("the value"); });
  }

  // A direction whose entries are +-1: an error in one entry keeps its size.
  std::vector<double> direction() {
    std::vector<double> signs(trial.parameters.size());
    for (double& sign : signs) sign = draws.below(2) == 0 ? -1 : 1;
    return signs;
  }
  double slope_along(std::span<const double> along) const {
    return std::inner_product(along.begin(), along.end(), found.gradient.begin(), 0.0);
  }
  double bound(double ordinary, double hard) const {
    const double own = subject.model.plain.info().accuracy.bound;
    return std::max(own, (trial.ordinary ? ordinary : hard) * cushion);
  }
};

// How much larger the terms of the gradient are than its norm: where they nearly cancel (a year as
// a feature, equal rows), their rounding stays. dL/df with random signs shows their size.
double cancellation(Examination& run) {
  const Subject& subject = run.subject;
  const Trial& trial = run.trial;
  const auto w = trial.weights();
  ScorerMemory kept;
  std::vector<double> f(run.query.items.size()), df(f.size(), 0.0), ties(trial.ties().size(), 0.0);
  subject.working_scorer.forward(run.query.items, w, f, kept);
  subject.working_model.log_likelihood(run.query.ranking, f, trial.ties(), Gradient{df, ties});
  double largest = 0;
  for (int k = 0; k < 4; ++k) {
    for (double& slope : df)
      if (run.draws.below(2) == 0) slope = -slope;
    std::vector<double> dw(w.size(), 0.0);
    subject.working_scorer.backward(run.query.items, w, df, dw, kept);
    largest = std::max(largest, norm(dw));
  }
  return std::max(1.0, largest / std::max(norm(run.found.gradient), 1.0));
}

void against_truth(Examination& run) {
  const PreciseGradient truth =
      in_fifty_digits(run.subject.model, run.subject.scorer, run.query, run.x());
  std::vector<double> wanted;
  for (const Precise& slope : truth.slopes) wanted.push_back(slope.high);
  const double length = norm(wanted), scale = std::max(length, 1.0);
  const double bound = run.bound(run.options.bounds.truth, run.options.bounds.hard);
  double worst = 0;
  for (std::size_t j = 0; j < wanted.size(); ++j) {
    run.compare_entry(run.trial.ordinary ? Way::truth : Way::hard, j, wanted[j], length, bound);
    worst = std::max(worst, std::abs(run.found.gradient[j] - wanted[j]) / scale);
  }
  run.result.error = worst;
  run.compare_value(Way::value, run.found.value, truth.value.high, bound);
}

void against_reverse(Examination& run) {
  const Evaluation reverse = evaluate(*run.subject.reverse, run.query, run.x());
  const double bound = run.bound(run.options.bounds.autodiff, run.options.bounds.autodiff_hard);
  const double length = norm(reverse.gradient);
  for (std::size_t j = 0; j < reverse.gradient.size(); ++j)
    run.compare_entry(Way::reverse, j, reverse.gradient[j], length, bound);
  run.compare_value(Way::value, run.found.value, reverse.value, bound);
}

void against_forward(Examination& run) {
  const auto along = [&](std::span<const double> direction) {
    return derivative_along(run.subject.model, run.subject.scorer, run.query, run.x(), direction);
  };
  const double length = norm(run.found.gradient);
  const double bound = run.bound(run.options.bounds.autodiff, run.options.bounds.autodiff_hard);
  if (std::ssize(run.x()) <= run.options.every_entry) {
    std::vector<double> direction(run.x().size(), 0.0);
    for (std::size_t j = 0; j < direction.size(); ++j) {
      direction[j] = 1;
      run.compare_entry(Way::forward, j, along(direction), length, bound);
      direction[j] = 0;
    }
    return;
  }
  constexpr int kDirections = 4;
  for (int k = 1; k <= kDirections; ++k) {
    const std::vector<double> direction = run.direction();
    // Along a direction the errors of all entries add up.
    run.compare(Way::forward, run.slope_along(direction), along(direction), length,
                bound * std::sqrt(static_cast<double>(direction.size())),
                [k] { return "random direction " + std::to_string(k); });
  }
}

// Steps along a direction, of which a unit moves the largest score, or a tie parameter, by 1.
class Walk {
 public:
  Walk(const Examination& run, std::span<const double> direction) : x_(run.x()), along_(direction) {
    const std::size_t weights = run.trial.weights().size();
    std::vector<double> f(run.query.items.size()), df(f.size());
    scores_along(run.subject.scorer.autodiff.forward, run.query.items, x_.first(weights),
                 along_.first(weights), f, df);
    for (const double slope : df) speed_ = std::max(speed_, std::abs(slope));
    for (const double score : f) largest_score_ = std::max(largest_score_, std::abs(score));
    for (const double slope : along_.subspan(weights)) speed_ = std::max(speed_, std::abs(slope));
    if (!(speed_ > 0 && std::isfinite(speed_))) speed_ = 1;
  }
  std::vector<double> at(double t) const {
    std::vector<double> there(x_.begin(), x_.end());
    for (std::size_t j = 0; j < there.size(); ++j) there[j] += t / speed_ * along_[j];
    return there;
  }
  // From derivatives by t to those along the direction
  Difference along(const Difference& by_t) const {
    return {by_t.slope * speed_, by_t.error * speed_};
  }
  double tolerance(double along) const { return along / speed_; }
  double speed() const { return speed_; }
  double largest_score() const { return largest_score_; }

 private:
  std::span<const double> x_, along_;
  double speed_ = 0, largest_score_ = 0;
};

// One that cannot tell a slope from a wrong one counts as unsure.
template <class Name>
void compare_difference(Examination& run, Way way, double exact, const Difference& difference,
                        bool difference_found, double length, const Name& name) {
  constexpr double kTrust = 10, kTooRough = 1e-5;
  const double error = kTrust * difference.error / std::max(length, 1.0);
  if (std::isfinite(exact) && !(error <= kTooRough)) {
    ++run.at(way).unsure;
    return;
  }
  const double bound =
      std::max(run.options.bounds.differences, run.subject.model.plain.info().accuracy.bound);
  run.compare(way, difference_found ? difference.slope : exact,
              difference_found ? exact : difference.slope, length, bound + error, name);
}

void against_differences(Examination& run) {
  const double length = norm(run.found.gradient);
  const double tolerance = run.options.bounds.differences / 10 * std::max(length, 1.0);
  const auto slope = [&](std::span<const double> direction) {
    const Walk walk(run, direction);
    return walk.along(
        difference([&](double t) { return run.subject.tested->value(run.query, walk.at(t)); },
                   walk.tolerance(tolerance), walk.largest_score()));
  };
  const Index count = std::ssize(run.x()), wanted = run.options.differences;
  std::vector<double> direction(count, 0.0);
  const auto one_entry = [&](Index j) {
    direction[j] = 1;
    compare_difference(run, Way::differences, run.found.gradient[j], slope(direction), false,
                       length, [&] { return run.subject.entry_name(j); });
    direction[j] = 0;
  };
  if (count <= wanted) {
    for (Index j = 0; j < count; ++j) one_entry(j);
    return;
  }
  for (Index k = 0; k < wanted; ++k) one_entry(run.draws.below(count));
  const std::vector<double> signs = run.direction();
  compare_difference(run, Way::differences, run.slope_along(signs), slope(signs), false, length,
                     [] { return std::string("random direction"); });
}

void against_hessian(Examination& run) {
  const std::vector<double> direction = run.direction();
  std::vector<double> product(direction.size());
  hessian_times(run.subject.model, run.subject.scorer, run.query, run.x(), direction, product);
  const double length = norm(product);
  const Walk walk(run, direction);
  const auto by_differences = differences(
      [&](double t) { return evaluate(*run.subject.tested, run.query, walk.at(t)).gradient; },
      walk.tolerance(run.options.bounds.differences / 10 * std::max(length, 1.0)), walk.speed());
  for (std::size_t j = 0; j < product.size(); ++j)
    compare_difference(run, Way::hessian, product[j], walk.along(by_differences[j]), true, length,
                       [&] { return "Hessian times direction, " + run.subject.entry_name(j); });
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
  const double bound = run.bound(run.options.bounds.truth, run.options.bounds.hard);
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
  const double bound = run.bound(run.options.bounds.truth, run.options.bounds.hard);
  const double length = 2 * norm(once);
  for (std::size_t i = 0; i < once.size(); ++i)
    run.compare(Way::adds, twice[i], 2 * once[i], length, bound, [&] {
      return i < f.size() ? "score " + std::to_string(i + 1) : model.tie_parameters()[i - f.size()];
    });
}

}  // namespace

TrialResult run_trial(const ModelTexts& model, const Trial& trial, const TrialPlan& plan,
                      const GradientOptions& options, std::uint64_t index) {
  TrialResult result;
  try {
    const Subject subject(model, trial.scorer);
    const Query query = trial.view();
    Examination run{subject,
                    trial,
                    options,
                    query,
                    evaluate(*subject.tested, query, trial.parameters),
                    Draws(~options.seed, index),
                    result};
    if (!trial.generated || trial.equal) run.cushion = cancellation(run);
    result.entries = std::ssize(trial.parameters);
    if (plan.truth) against_truth(run);
    if (!subject.all_by_autodiff()) against_reverse(run);
    against_forward(run);
    if (trial.equal && !model.plain.info().laws.smooth_at_equal_scores) {
      ++run.at(Way::differences).unsure;  // there is a slope to choose, not to measure
    } else {
      against_differences(run);
      if (plan.hessian) against_hessian(run);
    }
    against_itself(run);
    model_adds(run);
  } catch (...) {
    result.complaint = trial.name + ": " + thrown_words();
    if (trial.view().items.size() <= kLongestReproduction)
      result.complaint += " (" + trial.describe() + ")";
  }
  return result;
}

}  // namespace fubini::check
