// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/objective.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/error.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fubini {
namespace {

constexpr Index kChunkRows = 512;  // enough work to hide a task, few enough to share out

struct Partial {
  double value = 0;
  AlignedVector<double> gradient;  // empty until a chunk fills it
};

Partial combine(Partial left, const Partial& right) {
  left.value += right.value;
  if (left.gradient.empty())
    left.gradient = right.gradient;
  else
    for (std::size_t j = 0; j < right.gradient.size(); ++j) left.gradient[j] += right.gradient[j];
  return left;
}

std::vector<Index> chunks_of(const Dataset& data) {
  std::vector<Index> begin = {0};
  for (Index q = 1; q < data.num_queries(); ++q)
    if (data.first_row(q) - data.first_row(begin.back()) >= kChunkRows) begin.push_back(q);
  begin.push_back(data.num_queries());
  return begin;
}

}  // namespace

Objective::Objective(const Dataset& data, Likelihood likelihood, ObjectiveOptions options)
    : data_(&data), likelihood_(std::move(likelihood)), options_(options) {
  if (likelihood_ == nullptr) throw ArgumentError("Objective: the likelihood is null");
  if (!std::isfinite(options_.l2) || options_.l2 < 0)
    throw ArgumentError("Objective: l2 is " + std::to_string(options_.l2) +
                        "; wanted a finite number, 0 or more");
  if (options_.threads < 0)
    throw ArgumentError("Objective: threads is " + std::to_string(options_.threads) +
                        "; wanted 0 or more");
  if (data.num_queries() == 0)
    throw ArgumentError("Objective: the dataset has no query; wanted at least one");
  likelihood_->check(data);
  ties_ = likelihood_->tie_parameters();
  chunk_begin_ = chunks_of(data);
}

double Objective::value(std::span<const double> parameters) const {
  return evaluate(parameters, {});
}

double Objective::value_and_gradient(std::span<const double> parameters,
                                     std::span<double> gradient) const {
  if (static_cast<Index>(gradient.size()) != num_parameters())
    throw ArgumentError("Objective: room for " + std::to_string(gradient.size()) +
                        " derivatives; wanted " + std::to_string(num_parameters()));
  return evaluate(parameters, gradient);
}

double Objective::evaluate(std::span<const double> parameters, std::span<double> gradient) const {
  if (static_cast<Index>(parameters.size()) != num_parameters())
    throw ArgumentError("Objective: " + std::to_string(parameters.size()) + " parameters; wanted " +
                        std::to_string(num_parameters()) + " (" + std::to_string(num_weights()) +
                        " weights, then " + std::to_string(ties_.size()) + " tie parameters)");
  for (std::size_t j = 0; j < parameters.size(); ++j)
    if (!std::isfinite(parameters[j]))
      throw NumericalError("Objective: parameter " + std::to_string(j + 1) + " is " +
                           std::to_string(parameters[j]) + "; wanted a finite number");

  const bool wanted = !gradient.empty();
  const AlignedVector<double> x(parameters.begin(), parameters.end());
  const auto add_chunks = [&](const tbb::blocked_range<Index>& chunks, Partial partial) {
    if (wanted && partial.gradient.empty()) partial.gradient.assign(parameters.size(), 0.0);
    for (Index q = chunk_begin_[chunks.begin()]; q < chunk_begin_[chunks.end()]; ++q) {
      const Query query = data_->query(q);
      partial.value +=
          query.weight * (wanted ? likelihood_->add_gradient(query, x, partial.gradient)
                                 : likelihood_->value(query, x));
    }
    return partial;
  };
  // Splits and joins follow the range alone, never the schedule.
  const auto num_chunks = static_cast<Index>(chunk_begin_.size()) - 1;
  Partial total;
  tbb::task_arena arena(options_.threads == 0 ? tbb::task_arena::automatic : options_.threads);
  arena.execute([&] {
    total = tbb::parallel_deterministic_reduce(tbb::blocked_range<Index>(0, num_chunks, 1),
                                               Partial{}, add_chunks, combine);
  });

  std::ranges::copy(total.gradient, gradient.begin());
  double squares = 0;
  for (Index j = 0; j < num_weights(); ++j) {
    squares += parameters[j] * parameters[j];
    if (wanted) gradient[j] -= options_.l2 * parameters[j];
  }
  return total.value - options_.l2 / 2 * squares;
}

}  // namespace fubini
