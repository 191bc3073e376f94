// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/comparison.hpp"

#include "fubini/check/differences.hpp"
#include "fubini/check/errors.hpp"
#include "fubini/core/error.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace fubini::check {
namespace {

constexpr Index kLongestReproduction = 60;  // items on a command line

// What all comparisons of one trial share.
struct Run {
  const Subject& subject;
  const Trial& trial;
  const GradientOptions& options;
  const Query query;
  const Evaluation found;
  Draws draws;
  TrialResult& result;

  Comparison& at(Way way) { return result.ways[static_cast<std::size_t>(way)]; }
  std::span<const double> x() const { return trial.parameters; }

  void compare(Way way, std::size_t j, double wanted, double norm, double bound) {
    note(at(way), found.gradient[j], wanted, norm, bound, subject.entry_name(j), &trial);
  }
  // A direction whose entries are +-1: an error in one entry keeps its size.
  std::vector<double> direction() {
    std::vector<double> signs;
    for (std::size_t j = 0; j < trial.parameters.size(); ++j)
      signs.push_back(draws.below(2) == 0 ? -1 : 1);
    return signs;
  }
  std::vector<double> moved(double t, std::span<const double> along) const {
    std::vector<double> there(x().begin(), x().end());
    for (std::size_t j = 0; j < there.size(); ++j) there[j] += t * along[j];
    return there;
  }
  double slope_along(std::span<const double> along) const {
    return std::inner_product(along.begin(), along.end(), found.gradient.begin(), 0.0);
  }
  double bound(double ordinary, double hard) const { return trial.ordinary ? ordinary : hard; }
};

void against_truth(Run& run) {
  const PreciseQueryGradient truth =
      in_fifty_digits(run.subject.model.precise, run.subject.scorer.precise, run.query, run.x());
  std::vector<double> wanted;
  for (const Precise& slope : truth.slopes) wanted.push_back(slope.high);
  const double length = norm(wanted), scale = std::max(length, 1.0);
  const double own = run.subject.model.plain.info().accuracy.bound;
  const Bounds& bounds = run.options.bounds;
  const double bound = std::max(own, run.bound(bounds.truth, bounds.hard));
  double worst = 0;
  for (std::size_t j = 0; j < wanted.size(); ++j) {
    run.compare(run.trial.ordinary ? Way::truth : Way::hard, j, wanted[j], length, bound);
    worst = std::max(worst, std::abs(run.found.gradient[j] - wanted[j]) / scale);
  }
  run.result.error = worst;
  note(run.at(Way::value), run.found.value, truth.value.high, std::abs(truth.value.high), bound,
       "the value", &run.trial);
}

void against_reverse(Run& run) {
  const Evaluation reverse = evaluate(*run.subject.reverse, run.query, run.x());
  const Bounds& bounds = run.options.bounds;
  const double length = norm(reverse.gradient);
  for (std::size_t j = 0; j < reverse.gradient.size(); ++j)
    run.compare(Way::reverse, j, reverse.gradient[j], length,
                run.bound(bounds.autodiff, bounds.autodiff_hard));
}

void against_forward(Run& run) {
  const auto along = [&](std::span<const double> direction) {
    return forward_derivative(run.subject.model.autodiff, run.subject.scorer.autodiff, run.query,
                              run.x(), direction);
  };
  const double length = norm(run.found.gradient);
  const Bounds& bounds = run.options.bounds;
  const double bound = run.bound(bounds.autodiff, bounds.autodiff_hard);
  if (static_cast<Index>(run.x().size()) <= run.options.every_entry) {
    std::vector<double> direction(run.x().size(), 0.0);
    for (std::size_t j = 0; j < direction.size(); ++j) {
      direction[j] = 1;
      run.compare(Way::forward, j, along(direction), length, bound);
      direction[j] = 0;
    }
    return;
  }
  constexpr int kDirections = 4;
  for (int k = 1; k <= kDirections; ++k) {
    const std::vector<double> direction = run.direction();
    // Along a direction the errors of all entries add up.
    note(run.at(Way::forward), run.slope_along(direction), along(direction), length,
         bound * std::sqrt(static_cast<double>(direction.size())),
         "random direction " + std::to_string(k), &run.trial);
  }
}

// A difference that cannot tell a slope from a wrong one counts as unsure.
void note_difference(Run& run, Way way, double found, const Difference& wanted, double length,
                     const std::string& entry) {
  constexpr double kTrust = 10, kTooRough = 1e-5;
  const double error = kTrust * wanted.error / std::max(length, 1.0);
  if (!(error <= kTooRough))
    ++run.at(way).unsure;
  else
    note(run.at(way), found, wanted.slope, length, run.options.bounds.differences + error, entry,
         &run.trial);
}

void against_differences(Run& run) {
  const double length = norm(run.found.gradient);
  const double tolerance = run.options.bounds.differences / 10 * std::max(length, 1.0);
  const auto slope = [&](std::span<const double> along) {
    return difference(
        [&](double t) { return run.subject.tested->value(run.query, run.moved(t, along)); },
        tolerance);
  };
  const auto count = static_cast<Index>(run.x().size());
  std::vector<double> direction(count, 0.0);
  const auto one_entry = [&](Index j) {
    direction[j] = 1;
    note_difference(run, Way::differences, run.found.gradient[j], slope(direction), length,
                    run.subject.entry_name(j));
    direction[j] = 0;
  };
  const Index wanted = run.options.differences;
  if (count <= wanted) {
    for (Index j = 0; j < count; ++j) one_entry(j);
    return;
  }
  for (Index k = 0; k < wanted; ++k) one_entry(run.draws.below(count));
  const std::vector<double> signs = run.direction();
  note_difference(run, Way::differences, run.slope_along(signs), slope(signs), length,
                  "random direction");
}

void against_hessian(Run& run) {
  const std::vector<double> along = run.direction();
  std::vector<double> product(along.size());
  hessian_times(run.subject.model.autodiff, run.subject.scorer.autodiff, run.query, run.x(), along,
                product);
  const double length = norm(product);
  const auto by_differences = differences(
      [&](double t) {
        return evaluate(*run.subject.tested, run.query, run.moved(t, along)).gradient;
      },
      run.options.bounds.differences / 10 * std::max(length, 1.0));
  for (std::size_t j = 0; j < product.size(); ++j)
    note_difference(run, Way::hessian, product[j], by_differences[j], length,
                    "Hessian times direction, " + run.subject.entry_name(j));
}

// What the calls promise beside the derivatives.
void against_itself(Run& run) {
  constexpr double kRounding = 1e-13, kSame = 0;
  const double sum_bound = run.bound(run.options.bounds.truth, run.options.bounds.hard);
  const Evaluation& found = run.found;
  const double length = norm(found.gradient);
  const Evaluation again = evaluate(*run.subject.tested, run.query, run.x());
  note(run.at(Way::repeat), again.value, found.value, std::abs(found.value), kSame, "the value",
       &run.trial);
  for (std::size_t j = 0; j < again.gradient.size(); ++j)
    note(run.at(Way::repeat), again.gradient[j], found.gradient[j], length, kSame,
         run.subject.entry_name(j), &run.trial);
  note(run.at(Way::value_only), run.subject.tested->value(run.query, run.x()), found.value,
       std::abs(found.value), kRounding, "the value", &run.trial);

  Query heavy = run.query;
  heavy.weight = 2;
  std::vector<double> sum = found.gradient;
  run.subject.tested->add_gradient(heavy, run.x(), sum);
  for (std::size_t j = 0; j < sum.size(); ++j)
    note(run.at(Way::adds), sum[j], 3 * found.gradient[j], 3 * length, sum_bound,
         run.subject.entry_name(j), &run.trial);
}

// The model itself must add to what stands there: the likelihood above gives it zeros.
void model_adds(Run& run) {
  const Model& model = run.subject.model.plain;
  if (!model.by_hand()) return;
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
  for (std::size_t i = 0; i < once.size(); ++i)
    note(run.at(Way::adds), twice[i], 2 * once[i], 2 * norm(once), bound,
         i < f.size() ? "score " + std::to_string(i + 1) : model.tie_parameters()[i - f.size()],
         &run.trial);
}

}  // namespace

Subject::Subject(const ModelFacets& m, const ScorerFacets& s)
    : model(m), scorer(s), reverse(by_autodiff(m.autodiff, s.autodiff)) {
  by_hand = m.plain.by_hand() && s.plain.by_hand();
  tested = by_hand ? fubini::by_hand(m.plain, s.plain) : reverse;
}

std::string Subject::entry_name(std::size_t j) const {
  const auto weights = static_cast<std::size_t>(scorer.plain.num_weights());
  return j < weights ? scorer.plain.weight_name(static_cast<Index>(j))
                     : model.plain.tie_parameters()[j - weights];
}

Evaluation evaluate(const QueryLikelihood& likelihood, const Query& query,
                    std::span<const double> parameters) {
  Evaluation result{0, std::vector<double>(parameters.size(), 0.0)};
  result.value = likelihood.add_gradient(query, parameters, result.gradient);
  return result;
}

bool note(Comparison& into, double found, double wanted, double norm, double bound,
          const std::string& entry, const Trial* trial) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  ++into.entries;
  const bool same = std::bit_cast<std::uint64_t>(found) == std::bit_cast<std::uint64_t>(wanted);
  double error = same ? 0 : std::abs(found - wanted) / std::max(norm, 1.0);
  if (!std::isfinite(found) || !std::isfinite(wanted) || !std::isfinite(norm)) error = kInfinity;
  into.error = std::max(into.error, error);
  if (error > bound) ++into.failures;
  const double excess = error == 0 ? 0 : bound == 0 ? kInfinity : error / bound;
  if (excess <= into.excess) return false;
  into.excess = excess;
  into.worst = {trial == nullptr ? "" : trial->name, entry, "", found, wanted, norm, error, bound};
  if (excess > 1 && trial != nullptr && trial->view().items.size() <= kLongestReproduction)
    into.worst.reproduce = trial->describe();
  return true;
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

TrialResult run_trial(const ModelFacets& model, const Trial& trial, const TrialPlan& plan,
                      const GradientOptions& options, std::uint64_t index) {
  TrialResult result;
  try {
    const Subject subject(model, trial.scorer);
    const Query query = trial.view();
    Run run{subject,
            trial,
            options,
            query,
            evaluate(*subject.tested, query, trial.parameters),
            Draws(~options.seed, index),
            result};
    result.entries = static_cast<std::int64_t>(trial.parameters.size());
    if (plan.truth) against_truth(run);
    if (subject.by_hand) against_reverse(run);
    against_forward(run);
    against_differences(run);
    if (plan.hessian) against_hessian(run);
    against_itself(run);
    model_adds(run);
  } catch (const std::exception& error) {
    result.complaint = trial.name + ": " + error.what();
    if (trial.view().items.size() <= kLongestReproduction)
      result.complaint += " (" + trial.describe() + ")";
  }
  return result;
}

}  // namespace fubini::check
