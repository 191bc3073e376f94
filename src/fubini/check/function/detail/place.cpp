// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/function/detail/place.hpp"

#include "fubini/core/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fubini::check {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kExplained = 10;  // rounding that was measured explains so many times as much
constexpr double kLittle = 1e-9;   // of the norm: digits lost below that are no news
constexpr std::size_t kShown = 8;  // numbers of a point

bool finite(std::span<const double> x) {
  return std::ranges::all_of(x, [](double entry) { return std::isfinite(entry); });
}

}  // namespace

void Examination::note(const std::string& sentence) {
  if (std::ranges::find(report.notes, sentence) == report.notes.end())
    report.notes.push_back(sentence);
}

Place::Place(Examination& run, const Point& point, double value, std::vector<double> found)
    : run_(run), point_(point), value_(value), found_(std::move(found)) {
  double squares = 0;
  for (std::size_t j = 0; j < size(); ++j) {
    scale_.push_back(std::max(std::abs(point_.x[j]), run_.base[j]));
    const double scaled = found_[j] * scale_[j];
    if (std::isfinite(scaled * scaled)) squares += scaled * scaled;
  }
  norm_ = std::sqrt(squares);
}

double Place::rounding(std::size_t j) const {
  constexpr double kNothing = 0x1p-100;  // of values of usual size
  return 8 * kEpsilon * unit(j) + kNothing * run_.value_at_x / scale_[j];
}

double Place::away(std::span<const double> slopes, std::size_t j) const {
  const double distance = std::abs(slopes[j] - truth_[j]);
  return std::isfinite(distance) ? distance : 0;
}

FunctionEntry Place::described(const Entry& entry, double allowed) const {
  FunctionEntry result{point_.name, entry.name, "", entry.found, entry.wanted, 0, allowed};
  const double difference = std::abs(entry.found - entry.wanted);
  result.error = difference == 0 ? 0 : difference / entry.unit;
  if (!(result.error >= 0)) result.error = std::numeric_limits<double>::infinity();
  if (size() > kShown) return result;
  for (const double x : point_.x)
    result.point += (result.point.empty() ? "" : ", ") + format_double(x);
  return result;
}

void Place::compare(Against way, const Entry& entry, double allowed, Fault beyond) {
  FunctionComparison& into = run_.report[way];
  ++into.entries;
  FunctionEntry here = described(entry, allowed);
  if (beyond == Fault::lost) {
    if (into.lost++ == 0) into.first_lost = here;
    return;
  }
  // An entry says more than a direction: before it, whatever its excess.
  const double difference = std::abs(entry.found - entry.wanted);
  double excess = difference == 0 ? 0 : std::min(difference / allowed, 1e300);
  if (!(excess >= 0)) excess = 1e300;
  if (entry.direction) excess = std::min(excess, 1 + 1e-9);
  const bool first = into.worst.entry.empty() || (beyond == Fault::wrong && into.failures == 0);
  if (beyond == Fault::wrong) ++into.failures;
  constexpr double kRough = 1e-6;  // an agreement within more says little of the error
  if (beyond == Fault::wrong || allowed <= kRough * entry.unit)
    into.error = std::max(into.error, here.error);
  if (!first && excess <= into.excess) return;
  into.excess = excess;
  into.worst = std::move(here);
}

bool Place::is_little(const Entry& entry) {
  return std::abs(entry.found - entry.wanted) <= kLittle * std::max(entry.unit, entry.usual);
}

Place::Fault Place::lost_or_wrong(const Entry& entry, double explained) {
  if (!(std::abs(entry.found - entry.wanted) <= explained)) return Fault::wrong;
  return is_little(entry) ? Fault::none : Fault::lost;
}

void Place::undecided(Against way, const std::string& entry, const std::string& why) {
  FunctionComparison& into = run_.report[way];
  if (into.undecided++ == 0) into.why = entry + " at " + point_.name + ": " + why;
}

// How the gradient scatters among neighbours on one side: the point itself is not among them, so
// that what is wrong there alone does not excuse itself.
double Place::noise(std::size_t j) {
  if (noise_.empty()) {
    noise_.assign(size(), 0.0);
    for (const double spacing : {0x1p-32, 0x1p-22, 0x1p-16}) add_noise(spacing);
  }
  return noise_[j];
}

void Place::add_noise(double spacing) {
  constexpr int kNeighbours = 7, kOrder = 4;
  constexpr double kGrowth = 70;  // of the variance, from noise to its fourth differences
  std::vector<double> step(size());
  for (std::size_t k = 0; k < size(); ++k)
    step[k] = spacing * (point_.x[k] == 0 ? scale_[k] : std::abs(point_.x[k])) *
              run_.draws.between(0.5, 1) * (run_.draws.below(2) == 0 ? -1 : 1);
  std::array<std::vector<double>, kNeighbours> rows;
  for (int i = 0; i < kNeighbours; ++i) {
    std::vector<double> there = point_.x;
    for (std::size_t k = 0; k < size(); ++k) there[k] += (i + 1) * step[k];
    auto found = run_.asked.gradient(there, Asked::Fill::not_a_number);
    if (!found || !finite(*found)) return;
    rows[i] = std::move(*found);
  }
  for (std::size_t k = 0; k < size(); ++k) {
    double largest = 0;
    for (int i = 0; i + kOrder < kNeighbours; ++i)
      largest = std::max(largest, std::abs(rows[i][k] - 4 * rows[i + 1][k] + 6 * rows[i + 2][k] -
                                           4 * rows[i + 3][k] + rows[i + 4][k]));
    noise_[k] = std::max(noise_[k], largest / std::sqrt(kGrowth));
  }
}

void Place::take_reverse() {
  const auto& reverse = run_.asked.parts().reverse;
  if (!reverse) return;
  std::vector<double> slopes(size(), 0.0);
  const auto value = run_.asked.guarded([&] { return reverse(point_.x, slopes); });
  if (!value) return run_.note("reverse mode threw: " + run_.asked.thrown);
  reverse_value_ = *value;
  if (run_.asked.parts().by_hand) reverse_ = slopes;
}

void Place::take_forward() {
  const auto& forward = run_.asked.parts().forward;
  if (!forward || std::ssize(point_.x) > run_.options.every_entry) return;
  std::vector<double> slopes(size()), direction(size(), 0.0);
  for (std::size_t j = 0; j < size(); ++j) {
    direction[j] = 1;
    const auto slope = run_.asked.guarded([&] { return forward(point_.x, direction); });
    if (!slope) return run_.note("forward mode threw: " + run_.asked.thrown);
    slopes[j] = *slope;
    direction[j] = 0;
  }
  forward_ = std::move(slopes);
}

// In steps that are small beside the usual size of the entries, unless they lead out of the domain
void Place::take_scatter() {
  std::vector<double> along(size());
  for (double& part : along)
    part = run_.draws.between(0.5, 1) * (run_.draws.below(2) == 0 ? -1 : 1);
  for (const bool usual : {true, false}) {
    scatter_size_.clear();
    for (std::size_t j = 0; j < size(); ++j)
      scatter_size_.push_back(usual || point_.x[j] == 0 ? scale_[j] : std::abs(point_.x[j]));
    scatter_ = measure_scatter([&](double t) {
      std::vector<double> there = point_.x;
      for (std::size_t j = 0; j < size(); ++j) there[j] += t * along[j] * scatter_size_[j];
      return run_.asked.value(there);
    });
    if (!scatter_.empty()) return;
  }
}

void Place::against_exact_ways() {
  constexpr double kDigitsCost = 2000;  // times a value in doubles, at most a third of the time
  take_scatter();
  take_reverse();
  take_forward();
  if (run_.asked.parts().digits && run_.digits) {
    run_.digits = 3 * kDigitsCost * run_.seconds_a_value < std::max(run_.options.seconds, 1.0);
    if (!run_.digits)
      run_.note("50 digits were left out where a value takes " +
                format_double(run_.seconds_a_value, 2) + " s");
  }
  if (run_.asked.parts().digits && run_.digits) against_truth();
  if (reverse_value_ && truth_.empty()) against_value(*reverse_value_, reverse_value_);
  against_autodiff(Against::reverse, reverse_);
  against_autodiff(Against::forward, forward_);
}

void Place::against_truth() {
  const auto found = run_.asked.guarded([&] { return run_.asked.parts().digits(point_.x); });
  if (!found) return run_.note("50 digits threw: " + run_.asked.thrown);
  for (const Precise& slope : found->slopes) truth_.push_back(slope.high);
  lost_.assign(size(), 0.0);
  for (std::size_t j = 0; j < size(); ++j) {
    const Entry entry{entry_name(j), found_[j], truth_[j], unit(j), usual(j)};
    if (!std::isfinite(truth_[j])) {
      undecided(Against::truth, entry.name, "the slope is no double");
      continue;
    }
    run_.judged[j] = true;
    const double difference = std::abs(found_[j] - truth_[j]);
    double allowed = run_.options.bounds.truth * std::abs(truth_[j]) + rounding(j);
    Fault fault = Fault::none;
    if (!(difference <= allowed)) {
      const double explained = explained_by_text(j);
      fault = lost_or_wrong(entry, kExplained * explained);
      // The gradient's own rounding excuses little where the text's keeps the digits.
      if (fault == Fault::wrong && is_little(entry))
        fault = lost_or_wrong(entry, kExplained * noise(j));
      if (fault != Fault::wrong) allowed = std::max(allowed, kExplained * explained);
      if (fault != Fault::wrong) lost_[j] = difference;
    }
    compare(Against::truth, entry, allowed, fault);
  }
  against_value(found->value.high, reverse_value_);
}

// How far the same text is from 50 digits in doubles
double Place::explained_by_text(std::size_t j) {
  if (run_.asked.parts().by_hand && !reverse_.empty())
    return std::max(away(reverse_, j), forward_.empty() ? 0 : away(forward_, j));
  if (run_.asked.parts().by_hand) return noise(j);
  const double difference = std::abs(found_[j] - truth_[j]);
  const bool agree = !forward_.empty() && std::abs(found_[j] - forward_[j]) <= difference / 2;
  return agree ? difference : noise(j);
}

// A value in doubles that is not its own text's is wrong; one that loses digits is not.
void Place::against_value(double truth, std::optional<double> by_reverse) {
  if (!std::isfinite(truth)) return;
  const Entry entry{"the value", value_, truth,
                    std::max({std::abs(truth), run_.value_at_x, 1e-300})};
  const double scatter = scatter_.empty() ? 0 : scatter_.front().deviation;
  scatter_.push_back({0, std::abs(value_ - truth)});  // what it loses, differences cannot see
  const double allowed = run_.options.bounds.autodiff * std::abs(truth) + kExplained * scatter;
  Fault fault = Fault::none;
  if (!(std::abs(value_ - truth) <= allowed)) {
    const bool own = by_reverse && *by_reverse != truth && std::isfinite(*by_reverse) &&
                     std::abs(value_ - *by_reverse) <= std::abs(value_ - truth) / 2;
    fault = own ? lost_or_wrong(entry, INFINITY) : Fault::wrong;
  }
  compare(Against::value, entry, allowed, fault);
}

void Place::against_autodiff(Against way, std::span<const double> wanted) {
  for (std::size_t j = 0; j < wanted.size(); ++j) {
    const Entry entry{entry_name(j), found_[j], wanted[j], unit(j), usual(j)};
    if (!std::isfinite(wanted[j])) {
      undecided(way, entry.name, "autodiff leaves the numbers");
      continue;
    }
    const double difference = std::abs(found_[j] - wanted[j]);
    double allowed = run_.options.bounds.autodiff * std::abs(wanted[j]) + rounding(j);
    Fault fault = Fault::none;
    if (!(difference <= allowed)) {
      double explained = noise(j);
      // Autodiff rounds too: where 50 digits show that, they alone judge.
      if (!truth_.empty()) explained = std::max(explained, away(wanted, j));
      fault = lost_or_wrong(entry, kExplained * explained);
      if (fault != Fault::wrong) allowed = std::max(allowed, kExplained * explained);
      if (fault == Fault::lost && !truth_.empty()) fault = Fault::none;
    }
    compare(way, entry, allowed, fault);
  }
}

void Place::against_itself(std::span<const double> elsewhere) {
  run_.asked.value(elsewhere);
  run_.asked.gradient(elsewhere, Asked::Fill::not_a_number);
  const auto again = run_.asked.gradient(point_.x, Asked::Fill::large);
  if (!again) return;
  const double value = run_.asked.value(point_.x);
  for (std::size_t j = 0; j < size(); ++j)
    if (Asked::untouched((*again)[j], Asked::Fill::large) ||
        Asked::untouched(found_[j], Asked::Fill::not_a_number))
      compare(Against::writes, {entry_name(j), (*again)[j], found_[j], unit(j)}, 0, Fault::wrong);
  against_again(Against::repeat, value, *again);
}

void Place::against_again(Against way, double value, std::span<const double> gradient) {
  constexpr double kSame = 1e-12;  // sums in another order differ in their last digits
  if (!(std::abs(value - value_) <= kSame * std::abs(value_))) {
    steady_ = false;
    undecided(way, "the value", "it is another one when asked again");
  }
  for (std::size_t j = 0; j < size(); ++j) {
    const Entry entry{entry_name(j), gradient[j], found_[j], unit(j)};
    if (std::isnan(entry.wanted)) continue;
    const double allowed = kSame * std::abs(found_[j]) + rounding(j);
    const bool same =
        entry.found == entry.wanted || std::abs(entry.found - entry.wanted) <= allowed;
    if (same || steady_) compare(way, entry, allowed, same ? Fault::none : Fault::wrong);
  }
}

}  // namespace fubini::check
