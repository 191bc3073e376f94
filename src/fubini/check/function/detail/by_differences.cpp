// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/function/detail/place.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace fubini::check {

// Slopes of the value at one point, by entries and along directions
class ByDifferences {
 public:
  explicit ByDifferences(Place& place) : place_(place), run_(place.run_), x_(place.point_.x) {}

  void run() {
    const std::size_t n = x_.size();
    const bool all = static_cast<Index>(n) <= run_.options.every_entry;
    const int directions = n == 1 ? 0 : all ? 1 : kDirections;
    for (int k = 1; k <= directions; ++k) one_direction(k);
    std::size_t left_out = 0;
    for (const std::size_t j : all ? every_entry() : some_entries()) {
      if (run_.clock.over() && n > 1 && run_.report.entries > 0)
        ++left_out;
      else
        one_entry(j);
    }
    if (left_out > 0)
      run_.note(std::to_string(left_out) + " entries of " + place_.point_.name +
                " were left out by differences: no time");
  }

 private:
  static constexpr int kDirections = 3;
  static constexpr std::int64_t kSearches = 3;  // for the entry, after a direction failed

  // No power of two, nor near one: steps of round numbers meet round values, and hide rounding.
  static constexpr double kReach = 0.2357022603955158;

  using Direction = std::vector<double>;

  std::vector<std::size_t> every_entry() const {
    std::vector<std::size_t> result(x_.size());
    std::iota(result.begin(), result.end(), std::size_t{0});
    return result;
  }
  std::vector<std::size_t> some_entries() const {
    const auto size = [&](std::size_t j) { return std::abs(place_.found_[j] * place_.scale_[j]); };
    std::set<std::size_t> chosen = {0, x_.size() - 1};
    std::size_t smallest = 0, largest = 0;
    for (std::size_t j = 1; j < x_.size(); ++j) {
      if (size(j) < size(smallest)) smallest = j;
      if (!(size(j) <= size(largest))) largest = j;
    }
    chosen.insert({smallest, largest});
    for (int k = 0; k < 4; ++k)
      chosen.insert(static_cast<std::size_t>(run_.draws.below(std::ssize(x_))));
    return {chosen.begin(), chosen.end()};
  }

  // How far one may go along a direction without leaving the box
  void keep_in_box(Line& line, const Direction& direction) const {
    constexpr double kTooNear = 0x1p-20;
    const auto& [lower, upper] = std::tie(run_.options.lower, run_.options.upper);
    double above = line.reach, below = line.reach;
    for (std::size_t j = 0; j < x_.size(); ++j) {
      const double size = std::abs(direction[j]);
      if (size == 0) continue;
      double up = std::numeric_limits<double>::infinity(), down = up;
      if (!upper.empty()) up = (upper[j] - x_[j]) / size;
      if (!lower.empty()) down = (x_[j] - lower[j]) / size;
      if (direction[j] < 0) std::swap(up, down);
      above = std::min(above, up);
      below = std::min(below, down);
    }
    line.above = above > kTooNear * line.reach || above >= below;
    line.below = below > kTooNear * line.reach || below > above;
    line.reach = line.above && line.below ? std::min(above, below) : std::max(above, below);
  }

  Line along(const Direction& direction) {
    Line line;
    line.reach = kReach;
    line.least = 0x1p-36;
    line.at = [this, direction](double t) {
      std::vector<double> there = x_;
      for (std::size_t j = 0; j < there.size(); ++j) there[j] += t * direction[j];
      return Line::Value{t, run_.asked.value(there)};
    };
    keep_in_box(line, direction);
    return line;
  }
  Line along_entry(std::size_t j) {
    const double scale = place_.scale_[j], size = std::abs(x_[j]);
    Line line;
    line.reach = kReach * scale;
    line.least = size == 0 ? 0x1p-40 * scale : 0x1p-36 * size;
    line.at = [this, j](double t) {
      std::vector<double> there = x_;
      there[j] += t;
      const volatile double moved = there[j];
      return Line::Value{moved - x_[j], run_.asked.value(there)};
    };
    Direction unit(x_.size(), 0.0);
    unit[j] = 1;
    keep_in_box(line, unit);
    return line;
  }

  std::vector<Scatter> scatter(double scale) const {
    std::vector<Scatter> result = place_.scatter_;
    for (Scatter& one : result) one.spacing *= scale;
    return result;
  }
  Allowance allowance(double unit, double scale, double rounding) const {
    constexpr double kNothing = 1e-9, kNothingUsual = 1e-12, kUnseen = 0x1p-50;
    const double nothing =
        std::max(kNothing * std::abs(place_.value_), kNothingUsual * run_.value_at_x);
    const double unseen = kUnseen * run_.value_at_x / scale;  // lost in values of usual size
    return {run_.options.bounds.differences, std::max(rounding, unseen), unit, nothing / scale,
            kUnseen * run_.value_at_x};
  }

  // A difference that the gradient's own rounding explains is none.
  Place::Fault fault_of(Judged& judged, const Place::Entry& entry, double noise) const {
    constexpr double kExplained = 10;
    if (judged.judgement != Judgement::differs) return Place::Fault::none;
    const Place::Fault fault = place_.lost_or_wrong(entry, kExplained * noise + judged.allowed);
    if (fault != Place::Fault::wrong) judged.allowed += kExplained * noise;
    return fault;
  }

  void one_entry(std::size_t j) {
    const double found = place_.found_[j];
    Allowance allowed = allowance(place_.unit(j), place_.scale_[j], place_.rounding(j));
    if (!place_.lost_.empty()) allowed.absolute += place_.lost_[j];
    const std::vector<Scatter> scattered = scatter(place_.scatter_size_[j]);
    const Line line = along_entry(j);
    Judged judged = judge(line, found, allowed, scattered);
    const std::string name = place_.entry_name(j);
    complex_entry(j, line, allowed, scattered);
    if (judged.judgement == Judgement::undecided) {
      place_.undecided(Against::differences, name, judged.why);
      if (run_.why[j].empty()) run_.why[j] = judged.why + ", at " + place_.point_.name;
      return;
    }
    run_.judged[j] = true;
    const Place::Entry entry{name, found, judged.slope, place_.unit(j), place_.usual(j)};
    const Place::Fault fault =
        fault_of(judged, entry, judged.judgement == Judgement::differs ? place_.noise(j) : 0);
    place_.compare(Against::differences, entry, judged.allowed, fault);
  }

  // Only where the differences see the same slope, so that the value is analytic
  void complex_entry(std::size_t j, const Line& line, Allowance allowed,
                     const std::vector<Scatter>& scattered) {
    const auto& complex_step = run_.asked.parts().complex_step;
    if (!complex_step) return;
    Direction unit(x_.size(), 0.0);
    unit[j] = place_.scale_[j];
    double real = 0;
    const auto slope = run_.asked.guarded([&] { return complex_step(x_, unit, real); });
    if (!slope || !std::isfinite(*slope) ||
        !(std::abs(real - place_.value_) <=
          run_.options.bounds.complex_step * std::abs(place_.value_)))
      return;
    const double wanted = *slope / place_.scale_[j];
    if (judge(line, wanted, allowed, scattered).judgement != Judgement::agrees) return;
    run_.judged[j] = true;
    const Place::Entry entry{place_.entry_name(j), place_.found_[j], wanted, place_.unit(j),
                             place_.usual(j)};
    const double difference = std::abs(entry.found - wanted);
    double bound = run_.options.bounds.complex_step * std::abs(wanted) + place_.rounding(j);
    Place::Fault fault = Place::Fault::none;
    if (!(difference <= bound)) {
      const double explained = 10 * place_.noise(j);
      fault = place_.lost_or_wrong(entry, explained);
      if (fault != Place::Fault::wrong) bound = std::max(bound, explained);
    }
    place_.compare(Against::complex_step, entry, bound, fault);
  }

  // The slope along a direction, and what the gradient says of it
  struct Along {
    Judged judged;
    Place::Entry entry;
    Place::Fault fault = Place::Fault::none;
  };
  Along judge_along(const Direction& direction, const std::string& name) {
    double slope = 0, squares = 0, noise = 0, lost = 0;
    for (std::size_t j = 0; j < x_.size(); ++j) {
      if (direction[j] == 0) continue;
      slope += place_.found_[j] * direction[j];
      const double part = place_.norm_ * direction[j] / place_.scale_[j];
      const double own = place_.found_[j] * direction[j];
      if (!place_.lost_.empty()) lost += place_.lost_[j] * std::abs(direction[j]);
      squares += std::isfinite(own) ? own * own : part * part;
    }
    const double unit = std::sqrt(squares);
    const auto count = static_cast<double>(x_.size());
    const double rounding =
        std::numeric_limits<double>::epsilon() * 8 * std::sqrt(count) * unit + lost;
    Along result;
    result.judged = judge(along(direction), slope, allowance(unit, 1, rounding), scatter(1));
    result.entry = {name, slope, result.judged.slope, unit, place_.usual(), true};
    if (result.judged.judgement == Judgement::differs && std::isfinite(slope))
      for (std::size_t j = 0; j < x_.size(); ++j)
        noise += std::abs(direction[j]) * (direction[j] == 0 ? 0 : place_.noise(j));
    result.fault = fault_of(result.judged, result.entry, noise);
    return result;
  }

  void one_direction(int number) {
    Direction direction(x_.size());
    for (std::size_t j = 0; j < x_.size(); ++j)
      direction[j] =
          (x_[j] == 0 ? place_.scale_[j] : std::abs(x_[j])) * (run_.draws.below(2) == 0 ? -1 : 1);
    Along all = judge_along(direction, "random direction " + std::to_string(number));
    if (all.judged.judgement == Judgement::undecided)
      return place_.undecided(Against::differences, all.entry.name, all.judged.why);
    if (all.judged.judgement == Judgement::agrees) run_.judged.assign(x_.size(), true);
    const bool many = static_cast<Index>(x_.size()) > run_.options.every_entry;
    if (all.fault == Place::Fault::wrong && many &&
        run_.report[Against::differences].failures < kSearches)
      search(direction);
    place_.compare(Against::differences, all.entry, all.judged.allowed, all.fault);
  }

  // The entry that is to blame: by halves
  void search(const Direction& direction) {
    std::size_t begin = 0, end = x_.size();
    while (end - begin > 1) {
      const std::size_t middle = begin + (end - begin) / 2;
      const auto wrong = [&](std::size_t from, std::size_t to) {
        Direction part(x_.size(), 0.0);
        std::copy(direction.begin() + static_cast<std::ptrdiff_t>(from),
                  direction.begin() + static_cast<std::ptrdiff_t>(to),
                  part.begin() + static_cast<std::ptrdiff_t>(from));
        return judge_along(part, "").fault == Place::Fault::wrong;
      };
      if (wrong(begin, middle))
        end = middle;
      else if (wrong(middle, end))
        begin = middle;
      else
        return;
    }
    one_entry(begin);
  }

  Place& place_;
  Examination& run_;
  const std::vector<double>& x_;
};

void Place::against_differences() { ByDifferences(*this).run(); }

}  // namespace fubini::check
