// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/json.hpp"

#include <cmath>

namespace fubini::check {
namespace {

// What is not finite has no number in JSON.
Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json list(const std::vector<LeftOut>& all) {
  Json result = Json::array();
  for (const LeftOut& one : all) result.push_back(to_json(one));
  return result;
}

Json to_json(const Loss& loss) {
  return {{"cases", loss.cases},
          {"overflowed", loss.overflowed},
          {"begins", loss.begins},
          {"hint", loss.hint},
          {"worst", to_json(loss.worst)}};
}

}  // namespace

Json envelope(const std::string& version, std::uint64_t seed, bool passed) {
  return {{"version", version}, {"seed", seed}, {"passed", passed}};
}

Json to_json(const LeftOut& one) {
  return {{"what", one.what}, {"why", one.why}, {"count", one.count()}, {"names", one.names}};
}

Json to_json(const WorstEntry& worst) {
  return {{"entry", worst.entry},         {"place", worst.place},
          {"found", number(worst.found)}, {"wanted", number(worst.wanted)},
          {"error", number(worst.error)}, {"bound", worst.bound},
          {"norm", number(worst.norm)},   {"reproduce", worst.reproduce}};
}

Json to_json(const GradientReport& report) {
  Json row = {{"model", report.model},
              {"scorer", report.scorer},
              {"model_by_hand", report.model_by_hand},
              {"scorer_by_hand", report.scorer_by_hand},
              {"cases", report.cases},
              {"entries", report.entries}};
  for (std::size_t k = 0; k < kWays; ++k) {
    const Comparison& way = report.ways[k];
    row[std::string(name(static_cast<Way>(k)))] =
        way.entries == 0 ? Json(nullptr) : number(way.error);
  }
  row["ulps"] = report.errors.empty() ? Json(nullptr) : number(report.ulps());
  row["unsure"] = report[Way::differences].unsure + report[Way::hessian].unsure;
  row["verdict"] = report.verdict();
  row["worst"] = report.worst().entry.empty() ? Json(nullptr) : to_json(report.worst());
  row["passed"] = report.passed();
  if (report.own_bound.bound > 0)
    row["own_bound"] = {{"bound", report.own_bound.bound}, {"why", report.own_bound.why}};
  row["thrown"] = report.thrown;
  row["outside"] = report.outside;
  row["autodiff_lost"] = report.autodiff_lost;
  if (report.loss.cases > 0) row["loses_digits"] = to_json(report.loss);
  row["left_out"] = list(report.left_out);
  row["failures"] = Json::array();
  for (std::size_t k = 0; k < kWays; ++k) {
    const Comparison& way = report.ways[k];
    if (way.failures == 0) continue;
    Json failure = {{"against", name(static_cast<Way>(k))}, {"failed", way.failures}};
    failure.update(to_json(way.worst));
    failure["rule"] = rule(static_cast<Way>(k), way.worst.bound);
    row["failures"].push_back(std::move(failure));
  }
  for (const std::string& complaint : report.complaints)
    row["failures"].push_back({{"against", "threw"}, {"message", complaint}});
  return row;
}

Json to_json(const LawReport& report) {
  return {
      {"model", report.model},         {"law", report.law},         {"cases", report.cases},
      {"error", number(report.error)}, {"bound", report.bound},     {"declared", report.declared},
      {"verdict", report.verdict()},   {"passed", report.passed()}, {"over", report.note}};
}

Json to_json(const Everything& found, const std::string& version, std::uint64_t seed) {
  Json all = envelope(version, seed, found.passed());
  all["gradients"] = Json::array();
  all["laws"] = Json::array();
  for (const GradientReport& report : found.gradients) all["gradients"].push_back(to_json(report));
  for (const LawReport& report : found.laws) all["laws"].push_back(to_json(report));
  all["left_out"] = list(found.left_out);
  if (!found.words.empty()) all["words"] = found.words;
  return all;
}

}  // namespace fubini::check
