// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/function/detail/points.hpp"

#include "fubini/core/random.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace fubini::check {
namespace {

class Maker {
 public:
  Maker(std::span<const double> x, const FunctionOptions& options)
      : x_(x.begin(), x.end()), sizes_(sizes_of(x)), options_(options), draws_(options.seed, 7) {}

  std::vector<Point> all() {
    add("x", x_);
    neighbours();
    whole_points();
    single_entries();
    for (int k = 1; wanted(); ++k) add("random point " + std::to_string(k), random_point());
    return std::move(points_);
  }

 private:
  static constexpr int kFewer = 4;  // points of a long x
  static constexpr int kTries = 4;  // a box may hold no more

  bool wanted() const {
    const bool many = std::ssize(x_) > options_.every_entry;
    return std::ssize(points_) < options_.points / (many ? kFewer : 1) &&
           tries_ < kTries * options_.points;
  }
  double normal() {
    return std::sqrt(-2 * std::log(draws_.uniform())) *
           std::cos(2 * std::numbers::pi * draws_.uniform());
  }

  void add(const std::string& name, std::vector<double> x) {
    ++tries_;
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (!options_.lower.empty()) x[j] = std::max(x[j], options_.lower[j]);
      if (!options_.upper.empty()) x[j] = std::min(x[j], options_.upper[j]);
    }
    if (std::ranges::any_of(points_, [&](const Point& known) { return known.x == x; })) return;
    if (points_.empty() || wanted()) points_.push_back({name, std::move(x)});
  }
  template <class F>
  void add_each(const std::string& name, const F& f) {
    std::vector<double> x = x_;
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = f(j);
    add(name, std::move(x));
  }

  // Near x first: what was kept from the point before would serve here by mistake.
  void neighbours() {
    for (const double apart : {1e-9, 1e-6, 1e-3, 0.1, 0.5})
      add_each("x, moved by " + format_double(apart),
               [&](std::size_t j) { return x_[j] + apart * sizes_[j] * normal(); });
  }
  void whole_points() {
    const double mean = std::accumulate(x_.begin(), x_.end(), 0.0) / static_cast<double>(x_.size());
    add_each("all 0", [](std::size_t) { return 0.0; });
    add_each("all equal", [&](std::size_t) { return mean; });
    add_each("all 1", [](std::size_t) { return 1.0; });
    add_each("whole numbers", [&](std::size_t j) { return std::round(x_[j]); });
    add_each("signs turned", [&](std::size_t j) { return -x_[j]; });
    for (const double factor : {1e-3, 10.0, 1e-8, 1e-12})
      add_each("x times " + format_double(factor),
               [&](std::size_t j) { return factor * (x_[j] == 0 ? normal() : x_[j]); });
    std::vector<double> turned(x_.rbegin(), x_.rend());
    add("x backwards", turned);
    std::ranges::sort(turned);
    add("x sorted", std::move(turned));
  }
  // Each entry by itself where functions switch; of many, some
  void single_entries() {
    constexpr std::size_t kEach = 8;
    constexpr int kEarly = 8;
    const std::size_t n = x_.size(), count = std::min(n, kEach);
    std::vector<std::size_t> chosen(count);
    for (std::size_t k = 0; k < count; ++k)
      chosen[k] = n <= kEach ? k : static_cast<std::size_t>(draws_.below(static_cast<Index>(n)));
    const auto set = [&](std::size_t j, double value, const std::string& shown) {
      std::vector<double> x = x_;
      x[j] = value;
      add("x with " + entry_name(options_, j) + " = " + shown, std::move(x));
    };
    for (const std::size_t j : chosen) {
      set(j, 0, "0");
      if (n > 1) {
        const std::size_t other = (j + 1) % n;
        set(j, x_[other], entry_name(options_, other));
      }
    }
    for (int k = 1; k <= kEarly; ++k)
      add("early random point " + std::to_string(k), random_point());
    const auto both = [&](double value, bool by_size) {
      for (const std::size_t j : chosen)
        for (const double sign : {1.0, -1.0}) {
          const double here = sign * value * (by_size ? sizes_[j] : 1);
          set(j, here, format_double(here, 3));
        }
    };
    for (const double value : {1.0, 100.0, 30.0, 1000.0, 10.0, 800.0}) both(value, false);
    for (const double factor : {1e-3, 1e-6, 100.0, 1e-9}) both(factor, true);
    for (const double value : {300.0, 3000.0, 1e4, 64.0}) both(value, false);
  }
  std::vector<double> random_point() {
    std::vector<double> x = x_;
    const bool varied = draws_.uniform() < 0.5;
    const double magnitude = std::pow(10, draws_.between(-4, 1.5));
    for (std::size_t j = 0; j < x.size(); ++j)
      x[j] = varied ? sizes_[j] * magnitude * normal()
                    : x_[j] + sizes_[j] * std::min(magnitude, 3.0) * normal();
    return x;
  }

  std::vector<double> x_, sizes_;
  const FunctionOptions& options_;
  Draws draws_;
  std::vector<Point> points_;
  int tries_ = 0;
};

}  // namespace

std::vector<double> sizes_of(std::span<const double> x) {
  std::vector<double> result;
  result.reserve(x.size());
  for (const double entry : x) result.push_back(entry == 0 ? 1 : std::abs(entry));
  return result;
}

std::string entry_name(const FunctionOptions& options, std::size_t j) {
  return j < options.entries.size() ? options.entries[j] : "x[" + std::to_string(j) + "]";
}

std::vector<Point> points_around(std::span<const double> x, const FunctionOptions& options) {
  return Maker(x, options).all();
}

}  // namespace fubini::check
