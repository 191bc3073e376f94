// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/detail/comparison.hpp"
#include "fubini/check/detail/errors.hpp"
#include "fubini/check/function/detail/at_once.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/objective.hpp"

#include <tbb/global_control.h>

#include <array>

namespace fubini::check {
namespace {

constexpr Index kEvaluations = 256;
constexpr Index kMostNumbers = Index{1} << 24;  // kept in memory: 128 MiB

// Compares one evaluation with another, entry by entry.
bool note_all(Comparison& result, const Subject& subject, const Evaluation& found,
              const Evaluation& wanted) {
  const double length = norm(wanted.gradient);
  bool worst =
      note(result, found.value, wanted.value, 1, 0, [] { return std::string("the value"); });
  for (std::size_t j = 0; j < wanted.gradient.size(); ++j)
    worst |= note(result, found.gradient[j], wanted.gradient[j], length, 0,
                  [&] { return subject.entry_name(j); });
  return worst;
}

// The sum over all queries, as a fit asks for it
void compare_sums(Comparison& result, const Subject& subject, const Dataset& data,
                  std::span<const double> parameters) {
  using tbb::global_control;
  const global_control allow(
      global_control::max_allowed_parallelism,
      std::max<std::size_t>(kThreads,
                            global_control::active_value(global_control::max_allowed_parallelism)));
  const auto sum = [&](int threads) {
    const Objective objective(data, subject.tested, {.threads = threads});
    Evaluation found{0, std::vector<double>(parameters.size())};
    found.value = objective.value_and_gradient(parameters, found.gradient);
    return found;
  };
  if (note_all(result, subject, sum(kThreads), sum(1)))
    result.worst.place = "the sum over all queries";
}

}  // namespace

// Every thread takes every query, each begins elsewhere, and all begin together: threads of our
// own, since TBB's may come too late on a busy machine.
Comparison compare_threads(const Subject& subject, const Dataset& data,
                           std::span<const double> parameters) {
  const Index room = kMostNumbers / std::max<Index>(std::ssize(parameters), 1);
  const Index count = std::min(data.num_queries(), std::clamp<Index>(room, 1, kEvaluations));
  const auto query = [&](Index k) { return data.query(k * data.num_queries() / count); };
  std::vector<Evaluation> alone(count);
  for (Index k = 0; k < count; ++k) alone[k] = evaluate(*subject.tested, query(k), parameters);

  std::array<Comparison, kThreads> among;
  at_once([&](int t) {
    for (Index step = 0; step < std::max(kEvaluations, count); ++step) {
      const Index k = (step + t * count / kThreads) % count;
      const Evaluation found = evaluate(*subject.tested, query(k), parameters);
      if (note_all(among[t], subject, found, alone[k]))
        among[t].worst.place = "query " + shown(query(k).id);
    }
  });
  Comparison result;
  for (const Comparison& one : among) merge(result, one);
  compare_sums(result, subject, data, parameters);
  return result;
}

}  // namespace fubini::check
