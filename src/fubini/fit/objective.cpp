// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/objective.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/arguments.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/memory.hpp"
#include "fubini/core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace fubini {
namespace {

constexpr Index kChunkRows = 512;               // enough work to hide a task
constexpr Index kMostChunks = 256;              // enough to share out
constexpr Index kMostNumbers = Index{1} << 25;  // in all partial gradients together: 256 MiB
constexpr Index kFewestChunks = 16;             // however many parameters there are

struct Partial {
  double value = 0, weight = 0;
  AlignedVector<double> gradient;
};

// Where chunks of queries begin, and the end. Depends on the data and the number of parameters,
// never on the threads.
std::vector<std::size_t> chunks_of(const Dataset& data, std::span<const Index> queries,
                                   Index num_parameters) {
  const Index most =
      std::clamp(kMostNumbers / std::max<Index>(num_parameters, 1), kFewestChunks, kMostChunks);
  Index total = 0;
  for (const Index q : queries) total += data.ranking(q).num_items();
  const Index rows = std::max(kChunkRows, (total + most - 1) / most);
  std::vector<std::size_t> begin = {0};
  Index gathered = 0;
  for (std::size_t k = 0; k < queries.size(); ++k) {
    if (gathered >= rows) {
      begin.push_back(k);
      gathered = 0;
    }
    gathered += data.ranking(queries[k]).num_items();
  }
  begin.push_back(queries.size());
  return begin;
}

// Each query has a finite value and finite derivatives, but sums and the penalty may not have.
void check_numbers(double value, std::span<const double> gradient) {
  const auto fail = [](const std::string& what, double found) {
    throw NumericalError("Objective: " + what + " is " + std::to_string(found) +
                         " over all queries; the weights are too large");
  };
  if (!std::isfinite(value)) fail("the value", value);
  if (const std::size_t j = first_not_finite(gradient); j < gradient.size())
    fail("derivative " + std::to_string(j + 1), gradient[j]);
}

}  // namespace

Objective::Objective(const Dataset& data, Likelihood likelihood, ObjectiveOptions options)
    : data_(&data), likelihood_(std::move(likelihood)), options_(std::move(options)) {
  if (likelihood_ == nullptr) throw ArgumentError("Objective: the likelihood is null");
  check_not_negative("Objective", "l2", options_.l2);
  check_at_least("Objective", "threads", options_.threads, 0);
  if (data.num_queries() == 0)
    throw ArgumentError("Objective: the dataset has no query; wanted at least one");
  likelihood_->scorer().check(data);
  ties_ = likelihood_->tie_parameters();
  if (options_.folding && !likelihood_->scorer().can_fold())
    throw ArgumentError("Objective: scorer " + likelihood_->scorer().name() +
                        " has no fold and pull_back; wanted them, or no folding");
  all_.resize(data.num_queries());
  std::iota(all_.begin(), all_.end(), Index{0});
  for (const Index q : all_) total_weight_ += data.weight(q);
  check_room();
}

// Of an evaluation: the derivatives of each chunk, their sum, the weights as they are and folded
void Objective::check_room() const {
  constexpr double kOthers = 4;
  const auto chunks = static_cast<double>(chunks_of(*data_, all_, num_parameters()).size() - 1);
  check_memory("fit", "an evaluation with " + std::to_string(num_parameters()) + " parameters",
               8 * (chunks + kOthers) * static_cast<double>(num_parameters()),
               "fewer features, or a smaller scorer");
}

std::vector<double> Objective::start(std::uint64_t seed) const {
  std::vector<double> parameters = likelihood_->scorer().initial_weights(seed);
  parameters.resize(num_parameters(), 0.0);
  return parameters;
}

double Objective::value(std::span<const double> parameters) const {
  return evaluate(parameters, {}, all_);
}

double Objective::value_and_gradient(std::span<const double> parameters,
                                     std::span<double> gradient) const {
  return value_and_gradient(parameters, gradient, all_);
}

double Objective::value_and_gradient(std::span<const double> parameters, std::span<double> gradient,
                                     std::span<const Index> queries) const {
  if (static_cast<Index>(gradient.size()) != num_parameters())
    throw ArgumentError("Objective: room for " + std::to_string(gradient.size()) +
                        " derivatives; wanted " + std::to_string(num_parameters()));
  return evaluate(parameters, gradient, queries);
}

std::vector<double> Objective::folded(std::span<const double> parameters) const {
  check(parameters);
  std::vector<double> result(parameters.begin(), parameters.end());
  if (options_.folding)
    likelihood_->scorer().fold(*options_.folding, parameters.first(num_weights()),
                               std::span(result).first(num_weights()));
  return result;
}

void Objective::check(std::span<const double> parameters) const {
  if (static_cast<Index>(parameters.size()) != num_parameters())
    throw ArgumentError("Objective: " + std::to_string(parameters.size()) + " parameters; wanted " +
                        std::to_string(num_parameters()) + " (" + std::to_string(num_weights()) +
                        " weights, then " + std::to_string(ties_.size()) + " tie parameters)");
  if (data_->num_queries() != std::ssize(all_))
    throw ArgumentError("Objective: the dataset has " + std::to_string(data_->num_queries()) +
                        " queries; wanted the " + std::to_string(all_.size()) +
                        " that it had when the objective was made");
  if (const std::size_t j = first_not_finite(parameters); j < parameters.size())
    throw NumericalError("Objective: parameter " + std::to_string(j + 1) + " is " +
                         std::to_string(parameters[j]) + "; wanted a finite number");
}

void Objective::penalise(std::span<const double> parameters, double share, double& value,
                         std::span<double> gradient) const {
  if (options_.l2 == 0) return;  // 0 times squares beyond all numbers is no number
  double squares = 0;
  for (Index j = 0; j < num_weights(); ++j) {
    squares += parameters[j] * parameters[j];
    if (!gradient.empty()) gradient[j] -= share * options_.l2 * parameters[j];
  }
  value -= share * options_.l2 / 2 * squares;
}

double Objective::evaluate(std::span<const double> parameters, std::span<double> gradient,
                           std::span<const Index> queries) const {
  const std::vector<double> raw = folded(parameters);
  const bool wanted = !gradient.empty();
  const AlignedVector<double> x(raw.begin(), raw.end());
  const std::vector<std::size_t> begin = chunks_of(*data_, queries, num_parameters());
  std::vector<Partial> partials(begin.size() - 1);
  for_each_in_parallel(std::ssize(partials), options_.threads, [&](Index k) {
    Partial partial;
    if (wanted) partial.gradient.assign(x.size(), 0.0);
    const auto some = queries.subspan(begin[k], begin[k + 1] - begin[k]);
    for (const Index q : some) partial.weight += data_->weight(q);
    partial.value = likelihood_->sum(*data_, some, x, partial.gradient);
    partials[k] = std::move(partial);
  });

  // In order, whichever chunk was ready first.
  double value = 0, weight = 0;
  AlignedVector<double> sum(wanted ? x.size() : 0, 0.0);
  for (const Partial& partial : partials) {
    value += partial.value;
    weight += partial.weight;
    for (std::size_t j = 0; j < partial.gradient.size(); ++j) sum[j] += partial.gradient[j];
  }
  std::ranges::copy(sum, gradient.begin());
  if (wanted && options_.folding)
    likelihood_->scorer().pull_back(*options_.folding, std::span(sum).first(num_weights()),
                                    gradient.first(num_weights()));
  const bool all = queries.size() == all_.size() || total_weight_ == 0;
  // -infinity is the answer where a single ranking has probability 0, and no number where a sum has none.
  const bool impossible = std::isinf(value) && std::ranges::any_of(queries, [&](Index q) {
                            return std::isinf(likelihood_->value(data_->query(q), x));
                          });
  penalise(parameters, all ? 1 : weight / total_weight_, value, gradient);
  if (!impossible) check_numbers(value, gradient);
  return value;
}

}  // namespace fubini
