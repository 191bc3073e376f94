// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/examination.hpp"
#include "fubini/core/error.hpp"

namespace fubini::check {

const PreciseGradient& Examination::truth() {
  if (!kept_truth) kept_truth = in_fifty_digits(subject.model, subject.scorer, query, x());
  return *kept_truth;
}

const Evaluation& Examination::reverse() {
  if (kept_reverse) return *kept_reverse;
  try {
    kept_reverse = evaluate(*subject.reverse, query, x());
  } catch (const NumericalError&) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    kept_reverse = Evaluation{kNone, std::vector<double>(x().size(), kNone)};
  }
  return *kept_reverse;
}

void against_truth(Examination& run) {
  const PreciseGradient& truth = run.truth();
  std::vector<double> wanted;
  for (const Precise& slope : truth.slopes) wanted.push_back(slope.high);
  const double length = norm(wanted), scale = std::max(length, 1.0), bound = run.truth_bound();
  double worst = 0;
  for (std::size_t j = 0; j < wanted.size(); ++j) {
    run.compare_entry(run.trial.ordinary ? Way::truth : Way::hard, j, wanted[j], length, bound);
    worst = std::max(worst, std::abs(run.found.gradient[j] - wanted[j]) / scale);
  }
  run.result.error = worst;
  run.compare_value(Way::value, run.found.value, truth.value.high, bound);
}

namespace {

constexpr double kUlp = std::numeric_limits<double>::epsilon();

double distance(double found, const Precise& wanted) {
  return std::abs((found - wanted.high) - wanted.low);
}

// How far each entry moves if every parameter moves by its last digit, in units of that: the most
// of a few draws of signs.
std::vector<double> conditions(Examination& run) {
  constexpr int kDraws = 3;
  constexpr double kStep = 4;  // last digits
  std::vector<double> most(run.x().size(), 0.0);
  for (int k = 0; k < kDraws; ++k) {
    std::vector<double> moved(run.x().begin(), run.x().end());
    for (double& x : moved) {
      const double step = kStep * kUlp * std::max(std::abs(x), 1.0);
      x += run.draws.below(2) == 0 ? -step : step;
    }
    const PreciseGradient there =
        in_fifty_digits(run.subject.model, run.subject.scorer, run.query, moved);
    for (std::size_t j = 0; j < most.size(); ++j) {
      const Precise &a = there.slopes[j], &b = run.truth().slopes[j];
      most[j] = std::max(most[j], std::abs((a.high - b.high) + (a.low - b.low)) / (kStep * kUlp));
    }
  }
  return most;
}

// What rounding makes of a sum of terms as large as the whole gradient: such an entry may be 0, a few
// last digits of that, or what smaller terms left where next to nothing is wanted; but not another
// number of the entry's own size.
bool is_rounding_of_the_norm(double found, double wanted, double error, double length) {
  constexpr double kMany = 16, kFew = 0x1p-10;
  const bool swamped = found == 0 || std::abs(wanted) < kFew * std::abs(found);
  for (const double last : {kUlp * std::max(length, 1.0), kUlp * length})
    if (error <= kMany * last && (swamped || error >= kFew * last)) return true;
  return false;
}

// Then terms_of_entries() knows the terms of every entry. Inside a network there are others: the slope
// of a unit far out is 1 - h*h, of which doubles keep no digit.
bool is_linear(const Examination& run) {
  constexpr double kSame = 1e-9;
  const Scorer& scorer = run.trial.scorer.plain;
  std::vector<double> weights(run.x().begin(), run.x().begin() + scorer.num_weights());
  const std::vector<double> once = scores(scorer, run.query.items, weights);
  for (double& w : weights) w *= 2;
  const std::vector<double> twice = scores(scorer, run.query.items, weights);
  for (std::size_t i = 0; i < once.size(); ++i)
    if (!(std::abs(twice[i] - 2 * once[i]) <= kSame * norm(twice))) return false;
  return true;
}

}  // namespace

void entry_by_entry(Examination& run) {
  if (!is_linear(run)) return;
  constexpr double kUnderflow = 1e-290;  // below, doubles themselves lose digits
  constexpr double kDigits = 1e-34;      // of the norm: sums in 50 digits have lost what is below
  const PreciseGradient& truth = run.truth();
  const std::vector<double>& found = run.found.gradient;
  const double bound = run.truth_bound();
  std::vector<double> sizes;
  for (const Precise& slope : truth.slopes) sizes.push_back(slope.high);
  const double length = norm(sizes);
  const double smallest = std::max(kUnderflow, kDigits * std::max(length, 1.0));
  std::vector<std::size_t> doubtful;
  for (std::size_t j = 0; j < found.size(); ++j) {
    const double error = distance(found[j], truth.slopes[j]);
    if (!(error > bound * std::abs(sizes[j]) + smallest) ||
        is_rounding_of_the_norm(found[j], sizes[j], error, length) ||
        error > bound * std::max(length, 1.0))  // it has failed already
      ++run.at(Way::entrywise).entries;
    else
      doubtful.push_back(j);
  }
  if (doubtful.empty()) return;
  const std::vector<double> condition = conditions(run), terms = terms_of_entries(run);
  const Evaluation& reverse = run.reverse();
  for (const std::size_t j : doubtful) {
    const double by_text = distance(reverse.gradient[j], truth.slopes[j]);
    const double scale = std::abs(sizes[j]) + condition[j] + terms[j] + 16 * by_text / bound;
    if (note_scaled(run.at(Way::entrywise), found[j], sizes[j], length, std::max(scale, smallest),
                    bound, [&] { return run.subject.entry_name(j); }))
      run.place(run.at(Way::entrywise).worst);
  }
}

}  // namespace fubini::check
