// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/examination.hpp"

namespace fubini::check {
namespace {

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

// One that cannot tell a slope from a wrong one counts as unsure. Whether it agrees.
template <class Name>
bool compare_difference(Examination& run, Way way, double exact, const Difference& difference,
                        bool difference_found, double length, const Name& name) {
  constexpr double kTrust = 10, kTooRough = 1e-5;
  const double error = kTrust * difference.error / std::max(length, 1.0);
  if (std::isfinite(exact) && !(error <= kTooRough)) {
    ++run.at(way).unsure;
    return true;
  }
  const double bound =
      std::max(run.options.bounds.differences, run.subject.model.plain.info().accuracy.bound);
  return run.compare(way, difference_found ? difference.slope : exact,
                     difference_found ? exact : difference.slope, length, bound + error, name);
}

}  // namespace

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
    if (!compare_difference(run, Way::differences, run.found.gradient[j], slope(direction), false,
                            length, [&] { return run.subject.entry_name(j); }))
      run.doubtful_slopes.push_back(direction);
    direction[j] = 0;
  };
  if (count <= wanted) {
    for (Index j = 0; j < count; ++j) one_entry(j);
    return;
  }
  for (Index k = 0; k < wanted; ++k) one_entry(run.draws.below(count));
  const std::vector<double> signs = run.direction();
  if (!compare_difference(run, Way::differences, run.slope_along(signs), slope(signs), false,
                          length, [] { return std::string("random direction"); }))
    run.doubtful_slopes.push_back(signs);
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
    if (!compare_difference(
            run, Way::hessian, product[j], walk.along(by_differences[j]), true, length,
            [&] { return "Hessian times direction, " + run.subject.entry_name(j); }))
      run.doubtful_product = direction;
}

}  // namespace fubini::check
