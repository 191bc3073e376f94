// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/errors.hpp"

#include "fubini/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fubini::check {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Accumulator {
  double largest = 0, largest_reference = 0, squares = 0;  // squares relative to largest_reference
  bool finite = true;

  void add(double difference, double reference) {
    finite = finite && std::isfinite(difference) && std::isfinite(reference);
    largest = std::max(largest, std::abs(difference));
    const double size = std::abs(reference);
    if (size > largest_reference) {
      const double shrink = largest_reference / size;
      squares = squares * shrink * shrink + 1;
      largest_reference = size;
    } else if (size > 0) {
      squares += (size / largest_reference) * (size / largest_reference);
    }
  }
  double norm() const { return finite ? largest_reference * std::sqrt(squares) : kInfinity; }
  double error() const { return finite ? largest / std::max(norm(), 1.0) : kInfinity; }
};

void check_sizes(const ValueAndGradient& a, std::size_t scores, std::size_t ties) {
  if (a.scores.size() != scores || a.ties.size() != ties)
    throw ArgumentError("gradient_error: " + std::to_string(a.scores.size()) + " scores and " +
                        std::to_string(a.ties.size()) + " tie parameters against " +
                        std::to_string(scores) + " and " + std::to_string(ties));
}

}  // namespace

double gradient_error(const ValueAndGradient& a, const ValueAndGradient& b) {
  check_sizes(a, b.scores.size(), b.ties.size());
  Accumulator sum;
  for (std::size_t i = 0; i < b.scores.size(); ++i) sum.add(a.scores[i] - b.scores[i], b.scores[i]);
  for (std::size_t t = 0; t < b.ties.size(); ++t) sum.add(a.ties[t] - b.ties[t], b.ties[t]);
  return sum.error();
}

double gradient_error(const ValueAndGradient& a, const PreciseGradient& truth) {
  const std::size_t n = a.scores.size();
  check_sizes(a, n, truth.slopes.size() - n);
  Accumulator sum;
  const auto add = [&](double found, const Precise& wanted) {
    sum.add((found - wanted.high) - wanted.low, wanted.high);
  };
  for (std::size_t i = 0; i < n; ++i) add(a.scores[i], truth.slopes[i]);
  for (std::size_t t = 0; t < a.ties.size(); ++t) add(a.ties[t], truth.slopes[n + t]);
  return sum.error();
}

double norm(std::span<const double> x) {
  Accumulator sum;
  for (const double entry : x) sum.add(0, entry);
  return sum.norm();
}

double value_error(double a, double b) {
  if (!std::isfinite(a) || !std::isfinite(b)) return kInfinity;
  return std::abs(a - b) / std::max(std::abs(b), 1.0);
}

}  // namespace fubini::check
