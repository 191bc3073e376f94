// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/optimizers/lbfgs.hpp"

#include "fubini/core/arguments.hpp"
#include "fubini/core/memory.hpp"
#include "fubini/fit/options.hpp"

#include <lbfgs.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace fubini {
namespace {

void check_call(std::span<const double> start, const FitOptions& options, int memory) {
  if (start.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw ArgumentError("fit: more parameters than libLBFGS can count");
  check_at_least("fit", "iterations", options.iterations.value_or(1), 1);
  check_not_negative("fit", "tolerance", options.tolerance.value_or(0));
  check_not_negative("fit", "gradient_tolerance", options.gradient_tolerance.value_or(0));
  check_not_negative("fit", "l1", options.l1);
  constexpr double kOthers = 12;  // where it is, was and may go, slopes, the best, the answer
  check_memory("lbfgs",
               "a memory of " + std::to_string(memory) + " steps for " +
                   std::to_string(start.size()) + " parameters",
               8 * (2.0 * memory + kOthers) * static_cast<double>(start.size()),
               "fewer parameters, a smaller memory as in lbfgs:memory=3, or the optimizer sgd");
}

double norm(const std::vector<double>& x) {
  return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
}

// One fit: what libLBFGS's callbacks see. It minimises, so signs turn here.
class Search {
 public:
  Search(const Maximand& f, const FitOptions& options, int memory)
      : f_(f),
        options_(options),
        memory_(memory),
        iterations_allowed_(options.iterations.value_or(kUsualIterations)),
        tolerance_(options.tolerance.value_or(kUsualTolerance)) {}

  FitSummary maximise(std::span<const double> start);

 private:
  using Memory = std::unique_ptr<double, decltype(&lbfgs_free)>;

  // Around this point the objective is measured by its gradients (see polish).
  struct Base {
    std::vector<double> x, slope;  // slope of what libLBFGS minimises
    double value;
  };

  // From base to x, by the trapezoidal rule: exact where the objective is quadratic.
  static double rise(const Base& base, std::span<const double> x, std::span<const double> slope) {
    double total = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
      total += (base.slope[j] + slope[j]) / 2 * (x[j] - base.x[j]);
    return total;
  }

  static double evaluate(void* self, const double* x, double* g, int n, double) {
    return static_cast<Search*>(self)->evaluate({x, static_cast<std::size_t>(n)},
                                                {g, static_cast<std::size_t>(n)});
  }
  static int progress(void* self, const double* x, const double*, double fx, double, double gnorm,
                      double, int n, int, int) {
    return static_cast<Search*>(self)->progress({x, static_cast<std::size_t>(n)}, -fx, gnorm);
  }

  double answer(std::span<const double> x, std::span<double> g);
  double evaluate(std::span<const double> x, std::span<double> g);
  int progress(std::span<const double> x, double value, double gradient_norm);
  int search(int line_search, std::span<double> x);
  int polish(std::span<double> x);

  const Maximand& f_;
  const FitOptions& options_;
  int memory_, iterations_allowed_;
  double tolerance_;
  std::optional<StopReason> reason_;
  std::exception_ptr thrown_;
  std::optional<Base> base_;
  std::optional<Base> last_;   // what was asked last is asked again at both ends of a search
  bool left_numbers_ = false;  // an evaluation was not finite
  std::optional<double> last_value_;
  int iterations_ = 0;
  int evaluations_ = 0;
};

double Search::answer(std::span<const double> x, std::span<double> g) {
  if (!last_ || !std::ranges::equal(last_->x, x)) {
    last_.reset();
    const double value = f_.evaluate(x, g);
    last_ = Base{{x.begin(), x.end()}, {g.begin(), g.end()}, value};
  }
  std::ranges::copy(last_->slope, g.begin());
  return last_->value;
}

double Search::evaluate(std::span<const double> x, std::span<double> g) {
  constexpr double kRejected = 1e100;  // finite, so that the line search's own numbers stay finite
  if (thrown_) return kRejected;       // libLBFGS cannot be left from here: let it end
  ++evaluations_;
  try {
    const double value = answer(x, g);
    if (std::isfinite(value)) {
      for (double& slope : g) slope = -slope;
      return base_ ? rise(*base_, x, g) : -value;
    }
  } catch (const NumericalError&) {  // a step too far; the line search must come back
  } catch (...) {
    thrown_ = std::current_exception();
  }
  left_numbers_ = true;
  std::ranges::fill(g, 0.0);
  return kRejected;
}

int Search::progress(std::span<const double> x, double value, double gradient_norm) {
  if (base_) value += base_->value;
  ++iterations_;
  const std::optional<double> previous = std::exchange(last_value_, value);
  try {
    if (options_.progress && !options_.progress({.iteration = iterations_,
                                                 .iterations = iterations_allowed_,
                                                 .objective = value,
                                                 .gradient_norm = gradient_norm,
                                                 .evaluations = evaluations_,
                                                 .parameters = x}))
      reason_ = StopReason::cancelled;
  } catch (...) {
    thrown_ = std::current_exception();
  }
  if (!reason_ && previous && tolerance_ > 0 &&
      std::abs(value - *previous) < tolerance_ * std::abs(value))
    reason_ = StopReason::converged;
  if (!reason_ && iterations_ >= iterations_allowed_) reason_ = StopReason::max_iterations;
  return reason_ || thrown_ ? 1 : 0;
}

int Search::search(int line_search, std::span<double> x) {
  lbfgs_parameter_t parameters;
  lbfgs_parameter_init(&parameters);
  parameters.m = memory_;
  parameters.epsilon = options_.gradient_tolerance.value_or(0);
  parameters.linesearch = line_search;
  if (options_.l1 > 0) {
    parameters.orthantwise_c = options_.l1;
    parameters.orthantwise_start = 0;
    parameters.orthantwise_end = static_cast<int>(f_.penalised);
  }
  double unused = 0;
  return ::lbfgs(static_cast<int>(x.size()), x.data(), &unused, &evaluate, &progress, this,
                 &parameters);
}

// Near the maximum the objective changes by less than its own rounding, and a line search that
// compares values finds no way on although the gradient still points there. From here on changes
// are measured by integrating the gradient, which keeps its digits. Kept only if the gradient fell.
int Search::polish(std::span<double> x) {
  Base base{{x.begin(), x.end()}, std::vector<double>(x.size()), 0};
  base.value = answer(x, base.slope);
  for (double& slope : base.slope) slope = -slope;
  base_ = base;
  const int status = search(LBFGS_LINESEARCH_MORETHUENTE, x);
  if (thrown_) return status;

  std::vector<double> slope(x.size());
  bool finite = false;
  try {
    finite = std::isfinite(answer(x, slope));
  } catch (const NumericalError&) {  // no better than where it began
  }
  if (finite && norm(slope) < norm(base.slope)) return status;
  std::ranges::copy(base.x, x.begin());
  return LBFGSERR_ROUNDING_ERROR;
}

FitSummary Search::maximise(std::span<const double> start) {
  std::vector<double> gradient(start.size());
  if (const double value = answer(start, gradient); !std::isfinite(value))
    throw NumericalError("fit: the objective is " + std::to_string(value) +
                         " at the start; wanted a finite number");

  const Memory x(lbfgs_malloc(static_cast<int>(start.size())), &lbfgs_free);
  if (!x) throw std::bad_alloc();
  std::ranges::copy(start, x.get());
  const std::span<double> there(x.get(), start.size());

  int status = search(
      options_.l1 > 0 ? LBFGS_LINESEARCH_BACKTRACKING_WOLFE : LBFGS_LINESEARCH_MORETHUENTE, there);
  // More-Thuente interpolates, which a step outside the numbers spoils; halving steps does not.
  if (left_numbers_ && !reason_ && !thrown_ && options_.l1 == 0)
    status = search(LBFGS_LINESEARCH_BACKTRACKING_WOLFE, there);
  if (status < 0 && !reason_ && !thrown_ && options_.l1 == 0) status = polish(there);
  if (thrown_) std::rethrow_exception(thrown_);
  if (status == LBFGSERR_OUTOFMEMORY) throw std::bad_alloc();

  FitSummary summary;
  summary.parameters.assign(there.begin(), there.end());
  summary.objective = answer(summary.parameters, gradient);
  for (Index j = 0; options_.l1 > 0 && j < f_.penalised; ++j)
    summary.objective -= options_.l1 * std::abs(summary.parameters[j]);
  summary.gradient_norm = norm(gradient);
  summary.iterations = iterations_;
  summary.evaluations = evaluations_;
  const bool vanished = status == LBFGS_SUCCESS || status == LBFGS_ALREADY_MINIMIZED;
  summary.reason =
      reason_.value_or(vanished ? StopReason::gradient_vanished : StopReason::no_progress);
  return summary;
}

}  // namespace

void lbfgs::check() const {
  constexpr int kMost = 1000;
  if (memory < 1 || memory > kMost)
    refuse("lbfgs", "memory", std::to_string(memory), "1 to " + std::to_string(kMost));
}

FitSummary lbfgs::maximise(const Maximand& f, std::span<const double> start,
                           const FitOptions& how) const {
  check();
  check_call(start, how, memory);
  return Search(f, how, memory).maximise(start);
}

}  // namespace fubini
