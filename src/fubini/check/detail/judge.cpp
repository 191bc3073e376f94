// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/examination.hpp"
#include "fubini/core/text.hpp"

#include <array>

namespace fubini::check {
namespace {

constexpr std::array kJudged = {Way::truth,   Way::hard,        Way::entrywise, Way::reverse,
                                Way::forward, Way::differences, Way::hessian,   Way::value};

void acquit(Examination& run, Way way) {
  if (run.at(way).failures == 0) return;
  run.result.autodiff_lost += run.at(way).failures;
  run.at(way) = {};
}

double largest_error(std::span<const double> found, const PreciseGradient& truth, double length) {
  double worst = 0;
  for (std::size_t j = 0; j < found.size(); ++j) {
    const double error = std::abs((found[j] - truth.slopes[j].high) - truth.slopes[j].low) / length;
    worst = std::isfinite(error) ? std::max(worst, error) : INFINITY;
  }
  return worst;
}

double length_of(const PreciseGradient& truth) {
  std::vector<double> sizes;
  for (const Precise& slope : truth.slopes) sizes.push_back(slope.high);
  return std::max(norm(sizes), 1.0);
}

double value_off(double found, const PreciseGradient& truth) {
  return value_error(found, truth.value.high);
}

// The largest errors of autodiff of the text in doubles, value or gradient; infinity where it leaves
// the numbers
double reverse_error(Examination& run, double length) {
  return std::max(largest_error(run.reverse().gradient, run.truth(), length),
                  value_off(run.reverse().value, run.truth()));
}
double forward_error(Examination& run, double length) {
  constexpr std::size_t kMost = 12;  // entries, if there are many
  double worst = 0;
  std::vector<double> direction(run.x().size(), 0.0);
  const std::size_t every = std::max<std::size_t>(1, direction.size() / kMost);
  for (std::size_t j = 0; j < direction.size(); j += every) {
    direction[j] = 1;
    const ValueAndSlope found =
        derivative_along(run.subject.model, run.subject.scorer, run.query, run.x(), direction);
    direction[j] = 0;
    const double error = std::max(std::abs(found.slope - run.truth().slopes[j].high) / length,
                                  value_off(found.value, run.truth()));
    worst = std::isfinite(error) ? std::max(worst, error) : INFINITY;
  }
  return worst;
}

// Both modes are off by about as much as the gradient by hand.
bool text_loses_as_much(Examination& run, double error, double length) {
  constexpr double kReverse = 10, kForward = 1e3;
  return error <= kReverse * reverse_error(run, length) &&
         error <= kForward * forward_error(run, length);
}

// Derivatives by differences of values or slopes in 50 digits, from two steps, to 1e-7 or so
class PreciseDifferences {
 public:
  PreciseDifferences(Examination& run, std::span<const double> along) : run_(run), along_(along) {}

  double slope() const {
    const auto value = [](const PreciseGradient& at) { return at.value; };
    return extrapolated(value);
  }
  double of_slope(std::size_t j) const {
    return extrapolated([j](const PreciseGradient& at) { return at.slopes[j]; });
  }

 private:
  template <class Of>
  double extrapolated(const Of& of) const {
    const double coarse = ratio(of, kStep), fine = ratio(of, kStep / 2);
    return (4 * fine - coarse) / 3;
  }
  template <class Of>
  double ratio(const Of& of, double step) const {
    const Precise above = of(at(step)), below = of(at(-step));
    return ((above.high - below.high) + (above.low - below.low)) / (2 * step);
  }
  PreciseGradient at(double step) const {
    std::vector<double> there(run_.x().begin(), run_.x().end());
    for (std::size_t j = 0; j < there.size(); ++j) there[j] += step * along_[j];
    return in_fifty_digits(run_.subject.model, run_.subject.scorer, run_.query, there);
  }

  static constexpr double kStep = 0x1p-14;
  Examination& run_;
  std::span<const double> along_;
};

constexpr double kSame = 1e-5;  // of these differences

// The value's own slope, in 50 digits, is what the gradient by hand says.
bool slopes_are_right(Examination& run, double length) {
  for (const auto& along : run.doubtful_slopes)
    if (!(std::abs(PreciseDifferences(run, along).slope() - run.slope_along(along)) <=
          kSame * length))
      return false;
  return true;
}

// Second derivatives by autodiff are not those of the truth, whose slopes those by hand are.
bool product_is_wrong(Examination& run) {
  const auto& along = *run.doubtful_product;
  std::vector<double> product(along.size());
  hessian_times(run.subject.model, run.subject.scorer, run.query, run.x(), along, product);
  const PreciseDifferences precise(run, along);
  for (std::size_t j = 0; j < product.size(); ++j) {
    const double wanted = precise.of_slope(j);
    if (!(std::abs(product[j] - wanted) <= kSame * std::max(std::abs(wanted), 1.0))) return true;
  }
  return false;
}

void judge_the_right_one(Examination& run, double length) {
  acquit(run, Way::reverse);
  acquit(run, Way::forward);
  acquit(run, Way::value);
  if (run.at(Way::differences).failures > 0 && slopes_are_right(run, length))
    acquit(run, Way::differences);
  if (run.at(Way::hessian).failures > 0 && run.at(Way::differences).failures == 0 &&
      product_is_wrong(run))
    acquit(run, Way::hessian);
}

}  // namespace

void judge(Examination& run) {
  bool doubted = false;
  for (const Way way : kJudged) doubted |= run.at(way).failures > 0;
  if (!doubted) return;
  const double length = length_of(run.truth()), bound = run.truth_bound();
  if (!std::isfinite(length) || !std::isfinite(run.truth().value.high)) return;
  const double error = std::max(largest_error(run.found.gradient, run.truth(), length),
                                value_off(run.found.value, run.truth()));
  if (error <= bound) return judge_the_right_one(run, length);
  if (!text_loses_as_much(run, error, length)) return;
  run.result.lost = true;
  for (const Way way : {Way::hard, Way::truth, Way::reverse, Way::value})
    if (run.at(way).excess > 0) run.result.lost_most = run.at(way).worst;
  for (const Way way : kJudged) run.at(way) = {};
  run.result.error.reset();
}

bool left_numbers_as_text_does(Examination& run) {
  const double length = length_of(run.truth());
  bool number = !std::isnan(run.truth().value.high);
  for (const Precise& slope : run.truth().slopes) number &= !std::isnan(slope.high);
  if (!number) return false;
  if (std::isinf(length) || std::isinf(run.truth().value.high)) {
    run.result.outside = true;  // no double holds it: to refuse is right
    return true;
  }
  if (reverse_error(run, length) < INFINITY) return false;
  for (Comparison& way : run.result.ways) way = {};
  run.result.lost = run.result.overflowed = true;
  run.result.lost_most = {.place = run.trial.name,
                          .entry = "the value",
                          .reproduce = {},
                          .found = INFINITY,
                          .wanted = run.truth().value.high,
                          .error = INFINITY};
  return true;
}

}  // namespace fubini::check
