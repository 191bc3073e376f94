// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/differences.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace fubini::check {
namespace {

constexpr std::size_t kRows = 8;  // steps first, first/2, ..., first/128: powers of two are exact
constexpr std::array kFirstSteps = {0x1p-16, 0x1p-12, 0x1p-8, 0x1p-4};
constexpr double kRoundings = 4;  // ulp by which a value may be off

struct Sample {
  double step = 0;
  double size = 0;             // largest value seen: what rounding is relative to
  std::vector<double> slopes;  // (f(step) - f(-step)) / (2 step)
  std::vector<double> bends;   // (f(step) + f(-step) - 2 f(0)) / (2 step): goes to 0 with the step,
                               // unless there is a kink
};

std::vector<Sample> take_samples(const std::function<std::vector<double>(double)>& f,
                                 double first_step, double terms) {
  const std::vector<double> here = f(0);
  std::vector<Sample> samples;
  double step = first_step;
  for (std::size_t row = 0; row < kRows; ++row, step /= 2) {
    Sample sample{step, terms, f(step), std::vector<double>(here.size())};
    const std::vector<double> below = f(-step);
    for (std::size_t c = 0; c < below.size(); ++c) {
      const double above = sample.slopes[c];
      sample.size = std::max({sample.size, std::abs(above), std::abs(below[c])});
      sample.slopes[c] = (above - below[c]) / (2 * step);
      sample.bends[c] = (above - here[c] + (below[c] - here[c])) / (2 * step);
    }
    samples.push_back(std::move(sample));
  }
  return samples;
}

// Neville's scheme in step^2: each column removes one more power. The best entry is the one that
// differs least from the two it was made of.
Difference extrapolate(const std::vector<Sample>& samples, std::size_t component) {
  Difference best{samples[0].slopes[component], std::numeric_limits<double>::infinity()};
  std::array<double, kRows> above{}, row{};
  for (std::size_t i = 0; i < kRows; ++i) {
    row[0] = samples[i].slopes[component];
    const double noise =
        kRoundings * std::numeric_limits<double>::epsilon() * samples[i].size / samples[i].step;
    double power = 4;
    for (std::size_t j = 1; j <= i; ++j, power *= 4) {
      row[j] = (row[j - 1] * power - above[j - 1]) / (power - 1);
      const double error =
          std::max(std::abs(row[j] - row[j - 1]), std::abs(row[j] - above[j - 1])) + noise;
      if (error < best.error) best = {row[j], error};  // NaN is never better
    }
    above = row;
  }
  // What the bend goes to as the step goes to 0, from two steps in the middle: the smallest ones
  // show rounding.
  const double kink =
      std::abs(2 * samples[kRows / 2].bends[component] - samples[kRows / 2 - 1].bends[component]);
  best.error = std::max(best.error, kink);
  return best;
}

// Near a kink an extrapolation can fool itself, but not two of them from different steps alike: the
// best counts, and its error is at least its distance to the second best.
struct BestTwo {
  Difference first{0, std::numeric_limits<double>::infinity()}, second = first;

  void add(const Difference& found) {
    if (found.error < first.error)
      second = std::exchange(first, found);
    else if (found.error < second.error)
      second = found;
  }
  Difference result() const {
    if (!(second.error < std::numeric_limits<double>::infinity())) return second;
    return {first.slope, std::max(first.error, std::abs(first.slope - second.slope))};
  }
};

}  // namespace

std::vector<Difference> differences(const std::function<std::vector<double>(double)>& f,
                                    double tolerance, double terms) {
  std::vector<BestTwo> best;
  std::vector<Difference> result;
  for (const double first_step : kFirstSteps) {
    const std::vector<Sample> samples = take_samples(f, first_step, terms);
    double worst = 0;
    best.resize(samples[0].slopes.size());
    result.resize(best.size());
    for (std::size_t c = 0; c < best.size(); ++c) {
      best[c].add(extrapolate(samples, c));
      result[c] = best[c].result();
      worst = std::max(worst, result[c].error);
    }
    if (worst <= tolerance) break;
  }
  return result;
}

Difference difference(const std::function<double(double)>& f, double tolerance, double terms) {
  return differences([&](double t) { return std::vector<double>{f(t)}; }, tolerance, terms)[0];
}

}  // namespace fubini::check
