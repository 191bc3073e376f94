// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/fit/prediction.hpp"

#include "fubini/core/aligned.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace fubini {
namespace {

constexpr Index kSmall = 128;          // items: such queries are measured as they are
constexpr double kLongEnough = 0.005;  // seconds, to be told from what else the machine does

double work_of(Cost cost, double items) {
  switch (cost) {
    case Cost::n: return items;
    case Cost::n_log_n: return items * std::log2(items + 1);
    case Cost::n_cubed: return items * items * items;
    case Cost::n_squared:
    case Cost::unknown:
    case Cost::exponential: break;  // of few items, or not known: pairs are a guess
  }
  return items * items;
}

// The first items of a query, in bucket order
Dataset beginning(const Dataset& data, Index q, Index count) {
  const Query query = data.query(q);
  const std::span<const double> grades = query.grades.first(count);
  const Items& items = query.items;
  if (items.kind() == Items::Kind::identity) {
    std::vector<Index> ids;
    for (Index i = 0; i < count; ++i) ids.push_back(items.id(i));
    Dataset some = Dataset::identity(data.num_distinct_items());
    some.add_query("q", grades, ids);
    return some;
  }
  std::vector<Index> offsets = {0};
  std::vector<Column> columns;
  std::vector<float> values;
  for (Index i = 0; i < count; ++i) {
    items.for_each_feature(i, [&](Index j, double x) {
      columns.push_back(static_cast<Column>(j));
      values.push_back(static_cast<float>(x));
    });
    offsets.push_back(std::ssize(columns));
  }
  if (items.kind() == Items::Kind::sparse) {
    Dataset some = Dataset::sparse(data.num_features());
    some.add_query("q", grades, SparseRows{offsets, columns, values});
    return some;
  }
  Dataset some = Dataset::dense(data.num_features());
  some.add_query("q", grades, values);
  return some;
}

class Measure {
 public:
  Measure(const Objective& objective, std::span<const double> parameters)
      : likelihood_(objective.likelihood()), gradient_(parameters.size()) {
    const std::vector<double> raw = objective.folded(parameters);
    parameters_.assign(raw.begin(), raw.end());
  }

  // The least of a few
  double seconds(const Dataset& data, std::span<const Index> queries) {
    constexpr int kTimes = 3;
    double least = std::numeric_limits<double>::infinity();
    for (int time = 0; time < kTimes; ++time) {
      const auto begin = std::chrono::steady_clock::now();
      likelihood_.sum(data, queries, parameters_, gradient_);
      least = std::min(
          least, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    return least;
  }

 private:
  const QueryLikelihood& likelihood_;
  AlignedVector<double> parameters_, gradient_;
};

// Of queries: a n + b work(n)
struct Growth {
  double linear = 0, by_work = 0;
};

Growth of_small_queries(const Dataset& data, Measure& measure) {
  constexpr Index kMost = 64;
  std::vector<Index> some;
  Index rows = 0;
  const Index count = std::min(data.num_queries(), kMost);
  for (Index k = 0; k < count; ++k) {
    some.push_back(k * data.num_queries() / count);
    rows += data.ranking(some.back()).num_items();
  }
  return {measure.seconds(data, some) / static_cast<double>(rows), 0};
}

// Two sizes tell the scorer's share, which is linear, from the model's.
Growth of_a_large_query(const Dataset& data, Index q, Cost cost, Measure& measure) {
  const Index size = data.ranking(q).num_items();
  const auto of = [&](Index items) {
    return measure.seconds(beginning(data, q, items), std::vector<Index>{0});
  };
  Index half = kSmall / 2;
  double one = of(half), two = of(2 * half);
  while (two < kLongEnough && 4 * half <= size) {
    half *= 2;
    one = two;
    two = of(2 * half);
  }
  const auto n = static_cast<double>(half);
  const double extra = work_of(cost, 2 * n) - 2 * work_of(cost, n);
  const double by_work = extra > 0 ? std::max(0.0, (two - 2 * one) / extra) : 0;
  return {std::max(0.0, (two - by_work * work_of(cost, 2 * n)) / (2 * n)), by_work};
}

std::string in_words(double seconds) {
  constexpr double kMinute = 60, kHour = 3600, kDay = 86400;
  if (seconds < 2 * kHour) return format_double(seconds / kMinute, 2) + " minutes";
  if (seconds < 2 * kDay) return format_double(seconds / kHour, 2) + " hours";
  return format_double(seconds / kDay, 2) + " days";
}

Index largest_query(const Dataset& data) {
  Index largest = 0;
  for (Index q = 1; q < data.num_queries(); ++q)
    if (data.ranking(q).num_items() > data.ranking(largest).num_items()) largest = q;
  return largest;
}

}  // namespace

double predicted_seconds(const Objective& objective, const ModelInfo& model,
                         std::span<const double> parameters, int threads) {
  const Dataset& data = objective.data();
  Measure measure(objective, parameters);
  const Index largest = largest_query(data);
  const Growth growth = data.ranking(largest).num_items() < kSmall
                            ? of_small_queries(data, measure)
                            : of_a_large_query(data, largest, model.cost, measure);
  const auto seconds_of = [&](Index q) {
    const auto items = static_cast<double>(data.ranking(q).num_items());
    return growth.linear * items + growth.by_work * work_of(model.cost, items);
  };
  double all = 0;
  for (Index q = 0; q < data.num_queries(); ++q) all += seconds_of(q);
  const auto cores = std::max(1U, std::thread::hardware_concurrency());
  const double at_once = threads == 0 ? cores : std::min<double>(threads, cores);
  return std::max(all / at_once, seconds_of(largest));  // a query is not shared out
}

void tell_of_long_evaluations(const Objective& objective, const ModelInfo& model,
                              const FitOptions& options) {
  constexpr double kLong = 60;
  double seconds = 0;
  try {
    seconds = predicted_seconds(objective, model, objective.start(options.seed), options.threads);
  } catch (const Stopped&) {
    throw;
  } catch (const Error&) {  // the fit will say it
    return;
  }
  if (seconds < kLong) return;
  const Dataset& data = objective.data();
  const std::string cost = in_words(model.cost);
  options.notice(
      "one evaluation of the objective may take about " + in_words(seconds) +
      ", as far as a sample tells, and a fit takes one an iteration or more: there are " +
      std::to_string(data.num_rows()) + " rows, the largest query has " +
      std::to_string(data.ranking(largest_query(data)).num_items()) + " items" +
      (cost.empty() ? "" : ", and " + model.name + " takes " + cost) +
      "; smaller queries, a model of lower cost (see fubini models) or fewer --iterations "
      "take less");
}

void check_features_pay(std::string_view where, const Dataset& data) {
  constexpr Index kAlways = 1'000'000, kMostEach = 100;
  if (data.kind() != Items::Kind::sparse || data.num_features() <= kAlways) return;
  const auto values = data.items(0, data.num_queries()).sparse_rows().columns.size();
  if (data.num_features() / kMostEach <= static_cast<Index>(values)) return;
  throw ArgumentError(std::string(where) + ": the largest feature number is " +
                      std::to_string(data.num_features()) + ", so each vector of weights takes " +
                      std::to_string(8 * data.num_features()) + " bytes, but the data hold " +
                      std::to_string(values) +
                      " values; wanted features numbered from 1 without such gaps");
}

}  // namespace fubini
