// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/errors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fubini {
namespace {

struct Accumulator {
  double largest = 0, squares = 0;

  void add(double difference, double reference) {
    const double size = std::abs(difference);
    largest =
        std::max(largest, std::isfinite(size) ? size : std::numeric_limits<double>::infinity());
    squares += reference * reference;
  }
  double error() const { return largest / std::max(std::sqrt(squares), 1.0); }
};

}  // namespace

double gradient_error(const ValueAndGradient& a, const ValueAndGradient& b) {
  Accumulator sum;
  for (std::size_t i = 0; i < b.scores.size(); ++i) sum.add(a.scores[i] - b.scores[i], b.scores[i]);
  for (std::size_t t = 0; t < b.ties.size(); ++t) sum.add(a.ties[t] - b.ties[t], b.ties[t]);
  return sum.error();
}

double gradient_error(const ValueAndGradient& a, const PreciseGradient& truth) {
  Accumulator sum;
  const auto add = [&](double found, const Precise& wanted) {
    sum.add((found - wanted.high) - wanted.low, wanted.high);
  };
  for (std::size_t i = 0; i < truth.scores.size(); ++i) add(a.scores[i], truth.scores[i]);
  for (std::size_t t = 0; t < truth.ties.size(); ++t) add(a.ties[t], truth.ties[t]);
  return sum.error();
}

double value_error(double a, double b) {
  const double difference = std::abs(a - b);
  return std::isfinite(difference) ? difference / std::max(std::abs(b), 1.0)
                                   : std::numeric_limits<double>::infinity();
}

}  // namespace fubini
