// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/evaluate/metric.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"

#include <algorithm>

namespace fubini {
namespace {

bool takes_cutoff(Measure measure) {
  return measure != Measure::map && measure != Measure::tau_b && measure != Measure::pairwise;
}

}  // namespace

const std::vector<std::string>& measure_names() {
  // in the order of Measure
  static const std::vector<std::string> all = {"ndcg", "dcg",   "err",     "map",
                                               "mrr",  "tau_b", "pairwise"};
  return all;
}

bool by_position(const Metric& metric) {
  return metric.measure != Measure::tau_b && metric.measure != Measure::pairwise;
}

std::string name(const Metric& metric) {
  const std::string& measure = measure_names()[static_cast<std::size_t>(metric.measure)];
  return metric.cutoff == 0 ? measure : measure + "@" + std::to_string(metric.cutoff);
}

Metric parse_metric(std::string_view text) {
  const auto at = text.find('@');
  const std::string_view measure = text.substr(0, at);
  const auto found = std::ranges::find(measure_names(), measure);
  if (found == measure_names().end())
    throw UnknownName(unknown_name("metric", measure, measure_names()));
  Metric metric{static_cast<Measure>(found - measure_names().begin())};
  if (at == std::string_view::npos) return metric;
  if (!takes_cutoff(metric.measure))
    throw ArgumentError("metric " + shown(text) + ": " + *found +
                        " takes no cutoff; wanted it without @");
  const auto cutoff = parse_integer(text.substr(at + 1));
  if (!cutoff || *cutoff < 1)
    throw ArgumentError("metric " + shown(text) +
                        ": wanted a whole number, 1 or more, after the @");
  metric.cutoff = *cutoff;
  return metric;
}

std::vector<Metric> parse_metrics(std::string_view text) {
  std::vector<Metric> metrics;
  for (const std::string_view part : split(text, ',')) metrics.push_back(parse_metric(part));
  if (metrics.empty())
    throw ArgumentError("no metrics; wanted some of " + join(measure_names(), ", "));
  return metrics;
}

}  // namespace fubini
