// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/tables.hpp"

#include "fubini/core/text.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace fubini::check {
namespace {

std::string format_ulps(double ulps) {
  if (!(ulps >= 100 && ulps < 1e15)) return format_error(ulps);
  return std::to_string(std::llround(ulps));
}

std::string place(const WorstEntry& worst) {
  return worst.entry.empty() ? "-" : worst.entry + " of " + worst.place;
}

std::string failure(const GradientReport& report, Way way) {
  const Comparison& found = report[way];
  const WorstEntry& worst = found.worst;
  std::string text = "  " + std::string(name(way)) + ": " + std::to_string(found.failures) +
                     " of " + std::to_string(found.entries) + " entries; worst: " + place(worst) +
                     "\n    found " + format_double(worst.found) + ", wanted " +
                     format_double(worst.wanted) + "; error " + format_error(worst.error) +
                     ", norm " + format_double(worst.norm, 3) +
                     "\n    rule: " + rule(way, worst.bound) + "\n";
  if (!worst.reproduce.empty())
    text +=
        "    its scores: fubini likelihood --model " + report.model + " " + worst.reproduce + "\n";
  return text;
}

std::string failures(const GradientReport& report) {
  if (report.passed()) return "";
  std::string text = "\n" + report.model + ", " + report.scorer + ": " + report.verdict() + "\n";
  for (const std::string& complaint : report.complaints) text += "  threw: " + complaint + "\n";
  if (report.thrown > static_cast<std::int64_t>(report.complaints.size()))
    text += "  threw in " + std::to_string(report.thrown) + " cases in all\n";
  for (std::size_t way = 0; way < kWays; ++way)
    if (report.ways[way].failures > 0) text += failure(report, static_cast<Way>(way));
  return text;
}

std::string notes(const GradientReport& report) {
  std::string text;
  const std::string who = report.model + ", " + report.scorer + ": ";
  if (report.own_bound.bound > 0)
    text += who + "own bound " + format_double(report.own_bound.bound) + ", since " +
            std::string(report.own_bound.why) + "\n";
  const auto precise = static_cast<std::int64_t>(report.errors.size());
  if (precise == 0 && report.thrown == 0) text += who + "no query was small enough for 50 digits\n";
  for (const Way way : {Way::differences, Way::hessian})
    if (report[way].unsure > 0)
      text += who + std::to_string(report[way].unsure) + " of " +
              std::to_string(report[way].unsure + report[way].entries) + " " +
              std::string(name(way)) + " too rough to judge, by their own account\n";
  return text;
}

}  // namespace

Rows rows(const std::vector<GradientReport>& reports) {
  Rows rows = {{"model", "scorer", "cases", "entries", "truth", "hard", "ulps", "reverse",
                "forward", "differences", "hessian", "verdict", "worst"}};
  for (const GradientReport& report : reports) {
    const auto error = [&](Way way) {
      return report[way].entries == 0 ? "-" : format_error(report[way].error);
    };
    rows.push_back({report.model, report.scorer, std::to_string(report.cases),
                    std::to_string(report.entries), error(Way::truth), error(Way::hard),
                    report.errors.empty() ? "-" : format_ulps(report.ulps()), error(Way::reverse),
                    error(Way::forward), error(Way::differences), error(Way::hessian),
                    report.verdict(), place(report.worst())});
  }
  return rows;
}

std::string remarks(const std::vector<GradientReport>& reports) {
  std::string text;
  for (const GradientReport& report : reports) text += notes(report);
  for (const GradientReport& report : reports) text += failures(report);
  return text;
}

Rows rows(const std::vector<LawReport>& reports) {
  Rows rows = {{"model", "law", "cases", "error", "verdict", "over"}};
  for (const LawReport& report : reports)
    rows.push_back({report.model, report.law, std::to_string(report.cases),
                    report.declared || report.holds() ? format_error(report.error) : "-",
                    report.verdict(), report.note});
  return rows;
}

std::string remarks(const std::vector<LawReport>& reports) {
  std::string text;
  for (const LawReport& report : reports) {
    if (report.passed()) continue;
    text += "\n" + report.model + ": " + report.law + ": error " + format_error(report.error) +
            ", wanted at most " + format_double(report.bound) + "; " + report.note + "\n";
    if (!report.worst.empty())
      text += "  worst: fubini likelihood --model " + report.model + " " + report.worst + "\n";
  }
  return text;
}

namespace {

std::string table_and_remarks(const Rows& rows, const std::string& remarks) {
  return columns(rows) + (remarks.empty() || remarks.starts_with('\n') ? "" : "\n") + remarks;
}

}  // namespace

std::string to_text(const std::vector<GradientReport>& reports) {
  return table_and_remarks(rows(reports), remarks(reports));
}

std::string to_text(const std::vector<LawReport>& reports) {
  return table_and_remarks(rows(reports), remarks(reports));
}

}  // namespace fubini::check
