// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/forms.hpp"

#include "fubini/core/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

namespace fubini::check {
namespace {

constexpr Index kItems = 9;
constexpr double kSame = 1e-9;  // relative: values that rounding alone keeps apart

// Asks for the log potentials of random sets, always with the same tie parameters.
class Questions {
 public:
  Questions(const AnyPotential& potential, std::size_t num_ties) : potential_(potential) {
    for (std::size_t t = 0; t < num_ties; ++t) ties_.push_back(draws_.between(-1, 1));
  }
  std::vector<double> scores(Index count) {
    std::vector<double> f(count);
    for (double& x : f) x = draws_.between(-2, 2);
    return f;
  }
  double between(double low, double high) { return draws_.between(low, high); }
  double operator()(std::span<const double> scores) const {
    return potential_.log_potential({scores, {1, kItems}}, ties_);
  }

 private:
  const AnyPotential& potential_;
  Draws draws_{7, 3};
  std::vector<double> ties_;
};

bool same(double a, double b) {
  return std::isfinite(a) && std::isfinite(b) && std::abs(a - b) <= kSame * (1 + std::abs(a));
}

double mean(std::span<const double> f) {
  return std::accumulate(f.begin(), f.end(), 0.0) / static_cast<double>(f.size());
}

constexpr int kTries = 8;

// One line through the means of two sets of a size has to go through all others.
bool is_affine(Questions& ask) {
  for (Index size = 1; size < kItems; ++size) {
    const std::vector<double> low(size, -1.5), high(size, 1.25);
    const double at_low = ask(low), slope = (ask(high) - at_low) / (1.25 + 1.5);
    for (int k = 0; k < kTries; ++k) {
      const std::vector<double> f = ask.scores(size);
      if (!same(at_low + slope * (mean(f) + 1.5), ask(f))) return false;
    }
  }
  return true;
}

// Phi of a set over the sum of its items' Phi is one number for each size.
bool is_additive(Questions& ask) {
  const auto factor = [&](std::span<const double> f) {
    double sum = 0;
    for (const double x : f) sum += std::exp(ask({&x, 1}));
    return ask(f) - std::log(sum);
  };
  for (Index size = 2; size < kItems; ++size) {
    const double first = factor(ask.scores(size));
    for (int k = 0; k < kTries; ++k)
      if (!same(first, factor(ask.scores(size)))) return false;
  }
  return true;
}

// What may be changed in a set without changing its potential
struct Ignores {
  bool inside = true, maximum = true, minimum = true, size = true;
};

Ignores ignored(Questions& ask) {
  Ignores found;
  for (Index size = 3; size < kItems; ++size)
    for (int k = 0; k < kTries; ++k) {
      std::vector<double> f = ask.scores(size);
      std::ranges::sort(f);
      const double value = ask(f);
      const auto still = [&](const std::vector<double>& other) { return same(value, ask(other)); };
      std::vector<double> other = f;
      for (Index i = 1; i + 1 < size; ++i) other[i] = ask.between(f.front(), f.back());
      found.inside &= still(other);
      other = f;
      other.back() += ask.between(0, 1);
      found.maximum &= still(other);
      other = f;
      other.front() -= ask.between(0, 1);
      found.minimum &= still(other);
      other = f;
      other.insert(other.begin() + 1, ask.between(f.front(), f.back()));
      found.size &= still(other);
    }
  return found;
}

}  // namespace

std::optional<RecognisedForm> recognised_form(const AnyPotential& potential, std::size_t num_ties) {
  Questions ask(potential, num_ties);
  if (is_affine(ask))
    return RecognisedForm{Family::affine, "affine in the mean score for every size",
                          "Affine<T> log_potential(const SizeOf& bucket, ties)", "n^3"};
  if (is_additive(ask))
    return RecognisedForm{
        Family::additive, "a sum over the items times a weight of the size",
        "T log_term(const T& f, ties) and T log_size_weight(const SizeOf& bucket, "
        "ties)",
        "n"};
  const Ignores free = ignored(ask);
  if (!free.inside) return {};
  const auto extremes = [](std::string what, const std::string& argument, std::string cost) {
    return RecognisedForm{Family::extremes, std::move(what),
                          "T log_potential(const " + argument + "<T>& bucket, ties)",
                          std::move(cost)};
  };
  if (free.size && free.minimum)
    return extremes("of the largest score alone", "Maximum", "n log n");
  if (free.size && free.maximum)
    return extremes("of the smallest score alone", "Minimum", "n log n");
  if (free.minimum) return extremes("of the size and the largest score", "SizedMaximum", "n^2");
  if (free.maximum) return extremes("of the size and the smallest score", "SizedMinimum", "n^2");
  return extremes("of the size, the largest and the smallest score", "Extremes", "n^3");
}

}  // namespace fubini::check
