// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/function/examine.hpp"

#include "fubini/check/function/detail/place.hpp"
#include "fubini/check/function/detail/threads.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fubini::check {
namespace {

constexpr std::size_t kShown = 3;  // complaints, and entries that were never judged
constexpr std::size_t kKept = 8;   // points that are asked again at the end, and among threads
constexpr int kPointsASize = 8;    // for each further size

void check_box(const std::vector<double>& border, std::size_t n, const char* which) {
  if (!border.empty() && border.size() != n)
    throw ArgumentError(std::string("check: options.") + which + " has " +
                        std::to_string(border.size()) + " entries; wanted none or " +
                        std::to_string(n) + ", one an argument");
}

void check_arguments(std::span<const double> x, const FunctionOptions& options) {
  if (x.empty()) throw ArgumentError("check: x has no entry; wanted at least one argument");
  for (std::size_t j = 0; j < x.size(); ++j)
    if (!std::isfinite(x[j]))
      throw ArgumentError("check: x[" + std::to_string(j) + "] is " + format_double(x[j]) +
                          "; wanted a finite number");
  if (options.points < 1)
    throw ArgumentError("check: options.points is " + std::to_string(options.points) +
                        "; wanted at least 1");
  if (!(options.seconds > 0))
    throw ArgumentError("check: options.seconds is " + format_double(options.seconds) +
                        "; wanted more than 0");
  check_box(options.lower, x.size(), "lower");
  check_box(options.upper, x.size(), "upper");
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double low = options.lower.empty() ? x[j] : options.lower[j];
    const double high = options.upper.empty() ? x[j] : options.upper[j];
    if (!(low <= x[j] && x[j] <= high))
      throw ArgumentError("check: x[" + std::to_string(j) + "] is " + format_double(x[j]) +
                          "; wanted " + format_double(low) + " to " + format_double(high) +
                          ", the box of options.lower and options.upper");
  }
  for (const Index size : options.sizes)
    if (size < 1)
      throw ArgumentError("check: options.sizes has " + std::to_string(size) +
                          "; wanted at least 1 argument");
}

class Check {
 public:
  Check(const FunctionParts& parts, const FunctionOptions& options)
      : asked_(parts), options_(options), clock_(options.seconds), draws_(options.seed, 11) {
    report_.function = options.name;
    report_.seed = options.seed;
    report_.by_hand = parts.by_hand;
  }

  FunctionReport run(std::span<const double> x) {
    one_size(x, options_);
    for (const Index size : options_.sizes) {
      if (size == std::ssize(x)) continue;
      FunctionOptions other = options_;
      other.points = std::min(options_.points, kPointsASize);
      other.lower.clear();
      other.upper.clear();
      other.entries.clear();
      one_size(of_size(x, size), other);
    }
    report_.seconds = clock_.spent();
    return std::move(report_);
  }

 private:
  std::vector<double> of_size(std::span<const double> x, Index size) {
    std::vector<double> result(size);
    for (std::size_t j = 0; j < result.size(); ++j) {
      const double here = x[j % x.size()], step = here == 0 ? 1 : std::abs(here);
      result[j] = here + step * draws_.between(-0.5, 0.5);
    }
    return result;
  }

  void one_size(std::span<const double> x, const FunctionOptions& options) {
    Examination run{asked_, options, report_, clock_, draws_, sizes_of(x)};
    run.judged.assign(x.size(), false);
    run.why.resize(x.size());
    report_.size = std::max(report_.size, std::ssize(x));
    const std::vector<Point> points = points_around(x, options);
    prefix_ = options_.sizes.empty() ? "" : "n = " + std::to_string(x.size()) + ": ";
    for (std::size_t k = 0; k < points.size(); ++k) {
      if (clock_.over() && k > 0) {
        report_.left_out += std::ssize(points) - static_cast<Index>(k);
        break;
      }
      Point point = points[k];
      point.name = prefix_ + point.name;
      one_point(run, point, points[k + 1 < points.size() ? k + 1 : 0].x);
    }
    once_more(run);
    // What keeps state that was seen already might not outlive four threads.
    const bool sound = report_.outcome() != Outcome::wrong && &options == &options_;
    if (options.threads && sound && !clock_.over()) among_threads(run);
    kept_.clear();
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (run.judged[j]) continue;
      if (report_.num_never_judged++ >= static_cast<std::int64_t>(kShown)) continue;
      report_.never_judged.push_back(
          prefix_ + entry_name(options, j) + ": " +
          (run.why[j].empty() ? "the value is finite at no point" : run.why[j]));
    }
  }

  void one_point(Examination& run, const Point& point, std::span<const double> elsewhere) {
    asked_.value(point.x);
    const Clock clock(0);
    const double value = asked_.value(point.x);
    run.seconds_a_value = clock.spent();
    if (!std::isfinite(value)) {
      if (report_.points + report_.no_value++ == 0)
        report_.notes.push_back("at x itself the value is " + (asked_.thrown.empty()
                                                                   ? format_double(value)
                                                                   : "refused: " + asked_.thrown));
      return;
    }
    if (run.value_at_x == 0) run.value_at_x = std::abs(value);
    auto gradient = asked_.gradient(point.x, Asked::Fill::not_a_number);
    ++report_.points;
    if (!gradient) return complain(point.name + ": " + asked_.thrown);
    report_.entries += std::ssize(point.x);
    Place place(run, point, value, std::move(*gradient));
    place.against_exact_ways();
    place.against_differences();
    place.against_itself(elsewhere);
    if (kept_.size() < kKept) kept_.push_back(place.kept());
  }

  // What a call far away has left behind shows now.
  void once_more(Examination& run) {
    for (const Kept& known : kept_) {
      if (!known.steady) continue;
      const auto gradient = asked_.gradient(known.x, Asked::Fill::large);
      const double value = asked_.value(known.x);
      if (gradient) compare_again(run, known, Against::repeat, value, *gradient);
    }
  }
  static void compare_again(Examination& run, const Kept& known, Against way, double value,
                            std::span<const double> gradient) {
    const Point point{known.place + ", later", known.x};
    Place(run, point, known.value, known.gradient).against_again(way, value, gradient);
  }
  void among_threads(Examination& run) {
    const double call = std::max(run.seconds_a_value, 1e-9) * 4;
    const auto rounds = static_cast<int>(std::clamp(clock_.left() / 10 / call, 1.0, 400.0));
    std::erase_if(kept_, [](const Kept& known) { return !known.steady; });
    for (const Answer& answer : ask_among_threads(asked_.parts(), kept_, rounds)) {
      if (!answer.thrown.empty())
        complain("among threads: " + answer.thrown);
      else
        compare_again(run, kept_[answer.which], Against::threads, answer.value, answer.gradient);
    }
  }

  void complain(const std::string& sentence) {
    ++report_.thrown;
    if (report_.complaints.size() < kShown) report_.complaints.push_back(sentence);
  }

  Asked asked_;
  const FunctionOptions& options_;
  Clock clock_;
  Draws draws_;
  FunctionReport report_;
  std::vector<Kept> kept_;
  std::string prefix_;
};

}  // namespace

FunctionReport examine(const FunctionParts& function, std::span<const double> x,
                       const FunctionOptions& options) {
  check_arguments(x, options);
  return Check(function, options).run(x);
}

}  // namespace fubini::check
