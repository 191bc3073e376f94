// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/catalogue/metrics.hpp"

#include "fubini/core/text.hpp"

namespace fubini {

Metric MetricCatalogue::make(std::string_view text) const {
  const auto at = text.find('@');
  const MetricEntry& entry = find(text.substr(0, at));
  if (at == std::string_view::npos) return entry.make_at(0);
  if (!entry.takes_cutoff)
    throw ArgumentError("metric " + shown(text) + ": " + entry.name +
                        " takes no cutoff; wanted it without @");
  const auto cutoff = parse_integer(text.substr(at + 1));
  if (!cutoff || *cutoff < 1)
    throw ArgumentError("metric " + shown(text) +
                        ": wanted a whole number, 1 or more, after the @");
  return entry.make_at(*cutoff);
}

std::vector<Metric> MetricCatalogue::make_all(std::string_view text) const {
  std::vector<Metric> metrics;
  for (const std::string_view part : split(text, ',')) metrics.push_back(make(part));
  if (metrics.empty())
    throw ArgumentError("no metrics; wanted some of " + fubini::join(names(), ", "));
  return metrics;
}

}  // namespace fubini
