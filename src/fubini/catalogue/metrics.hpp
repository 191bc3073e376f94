// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fubini/catalogue/catalogue.hpp"
#include "fubini/evaluate/metric.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fubini {

struct MetricEntry {
  static constexpr auto what = "metric";
  std::string name = {}, description = {};
  bool takes_cutoff = false;
  Metric (*make_at)(Index cutoff) = nullptr;
};

template <GenericMetric M>
MetricEntry metric_entry() {
  MetricEntry entry{.name = std::string(type_name<M>()), .make_at = [](Index cutoff) {
                      M metric{};
                      if constexpr (requires { metric.cutoff; }) metric.cutoff = cutoff;
                      return Metric(metric);
                    }};
  if constexpr (requires { M::description; }) entry.description = M::description;
  entry.takes_cutoff = requires(M metric) { metric.cutoff; };
  return entry;
}

// Metrics by name: "ndcg@5", and several, separated by commas.
class MetricCatalogue : public Catalogue<MetricEntry> {
 public:
  using Catalogue::Catalogue;

  Metric make(std::string_view text) const;  // throws UnknownName or ArgumentError
  std::vector<Metric> make_all(std::string_view text) const;
};

// The metrics that come with Fubini: one a file of evaluate/metrics.
MetricCatalogue built_in_metrics();
inline Metric parse_metric(std::string_view text) { return built_in_metrics().make(text); }
inline std::vector<Metric> parse_metrics(std::string_view text) {
  return built_in_metrics().make_all(text);
}

}  // namespace fubini
