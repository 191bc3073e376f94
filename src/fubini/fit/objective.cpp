// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/objective.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fubini {
namespace {

constexpr Index kChunkRows = 512;               // enough work to hide a task
constexpr Index kMostChunks = 256;              // enough to share out
constexpr Index kMostNumbers = Index{1} << 25;  // in all partial gradients together: 256 MiB
constexpr Index kFewestChunks = 16;             // however many parameters there are

struct Partial {
  double value = 0;
  AlignedVector<double> gradient;
};

// Depends on the data and the number of parameters, never on the threads.
std::vector<Index> chunks_of(const Dataset& data, Index num_parameters) {
  const Index most =
      std::clamp(kMostNumbers / std::max<Index>(num_parameters, 1), kFewestChunks, kMostChunks);
  const Index rows = std::max(kChunkRows, (data.num_rows() + most - 1) / most);
  std::vector<Index> begin = {0};
  for (Index q = 1; q < data.num_queries(); ++q)
    if (data.first_row(q) - data.first_row(begin.back()) >= rows) begin.push_back(q);
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
  chunk_begin_ = chunks_of(data, num_parameters());
}

std::vector<double> Objective::start(std::uint64_t seed) const {
  std::vector<double> parameters = likelihood_->initial_weights(seed);
  parameters.resize(num_parameters(), 0.0);
  return parameters;
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
  if (data_->num_queries() != chunk_begin_.back())
    throw ArgumentError("Objective: the dataset has " + std::to_string(data_->num_queries()) +
                        " queries; wanted the " + std::to_string(chunk_begin_.back()) +
                        " that it had when the objective was made");
  for (std::size_t j = 0; j < parameters.size(); ++j)
    if (!std::isfinite(parameters[j]))
      throw NumericalError("Objective: parameter " + std::to_string(j + 1) + " is " +
                           std::to_string(parameters[j]) + "; wanted a finite number");

  const bool wanted = !gradient.empty();
  const AlignedVector<double> x(parameters.begin(), parameters.end());
  std::vector<Partial> partials(chunk_begin_.size() - 1);
  for_each_in_parallel(static_cast<Index>(partials.size()), options_.threads, [&](Index k) {
    Partial partial;
    if (wanted) partial.gradient.assign(x.size(), 0.0);
    for (Index q = chunk_begin_[k]; q < chunk_begin_[k + 1]; ++q) {
      const Query query = data_->query(q);
      if (query.weight == 0) continue;  // even where its value is -infinity
      partial.value +=
          query.weight * (wanted ? likelihood_->add_gradient(query, x, partial.gradient)
                                 : likelihood_->value(query, x));
    }
    partials[k] = std::move(partial);
  });

  // In order, whichever chunk was ready first.
  double value = 0;
  std::ranges::fill(gradient, 0.0);
  for (const Partial& partial : partials) {
    value += partial.value;
    for (std::size_t j = 0; j < partial.gradient.size(); ++j) gradient[j] += partial.gradient[j];
  }
  double squares = 0;
  for (Index j = 0; j < num_weights(); ++j) {
    squares += parameters[j] * parameters[j];
    if (wanted) gradient[j] -= options_.l2 * parameters[j];
  }
  return value - options_.l2 / 2 * squares;
}

}  // namespace fubini
