// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/check/function/columns.hpp"
#include "fubini/check/function/junit.hpp"
#include "fubini/check/function/report.hpp"
#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/io/file.hpp"
#include "fubini/io/json.hpp"

#include <cmath>
#include <cstdio>
#include <string_view>

namespace fubini::check {
namespace {

constexpr Against kShownErrors[] = {Against::truth, Against::reverse, Against::forward,
                                    Against::complex_step, Against::differences};
constexpr auto kHint =
    "  the usual causes: exp of a large number (log_sum_exp), a difference of near-equals (log1p, "
    "expm1)\n";

std::string place(const FunctionEntry& entry) {
  return entry.entry.empty() ? "-" : entry.entry + " at " + entry.place;
}

Rows rows(const std::vector<FunctionReport>& reports) {
  Rows rows = {{"function", "n", "points", "entries", "truth", "reverse", "forward", "complex",
                "differences", "undecided", "verdict", "worst"}};
  for (const FunctionReport& report : reports) {
    std::vector<std::string> row = {report.function, std::to_string(report.size),
                                    std::to_string(report.points), std::to_string(report.entries)};
    for (const Against way : kShownErrors)
      row.push_back(report[way].entries == 0 ? "-" : format_error(report[way].error));
    row.push_back(std::to_string(report[Against::differences].undecided));
    const std::string verdict = report.verdict();
    row.push_back(verdict.substr(0, verdict.starts_with("undecided") ? 9 : verdict.size()));
    row.push_back(place(report.worst()));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string details(const FunctionEntry& worst) {
  std::string text = "    found " + format_double(worst.found) + ", wanted " +
                     format_double(worst.wanted) + "; error " + format_error(worst.error) +
                     " of the norm, tolerance " + format_error(worst.tolerance) + "\n";
  if (!worst.point.empty()) text += "    there x = (" + worst.point + ")\n";
  return text;
}

std::string failures(const FunctionReport& report) {
  std::string text;
  for (const std::string& complaint : report.complaints) text += "  threw: " + complaint + "\n";
  if (report.thrown > std::ssize(report.complaints))
    text += "  threw at " + std::to_string(report.thrown) + " points in all\n";
  for (std::size_t k = 0; k < kAgainst; ++k) {
    const FunctionComparison& way = report.ways[k];
    if (way.failures == 0) continue;
    text += "  " + std::string(name(static_cast<Against>(k))) + ": " +
            std::to_string(way.failures) + " of " + std::to_string(way.entries) +
            " entries; worst: " + place(way.worst) + "\n" + details(way.worst) +
            "    rule: " + rule(static_cast<Against>(k)) + "\n";
  }
  return text;
}

std::string losses(const FunctionReport& report) {
  std::string text;
  for (std::size_t k = 0; k < kAgainst; ++k) {
    const FunctionComparison& way = report.ways[k];
    if (way.lost == 0) continue;
    text += "  loses digits (" + std::string(name(static_cast<Against>(k))) +
            "): " + std::to_string(way.lost) + " of " + std::to_string(way.entries) +
            " entries; first: " + place(way.first_lost) + "\n" + details(way.first_lost);
  }
  return text.empty() ? "" : text + kHint;
}

std::string undecided(const FunctionReport& report) {
  std::string text;
  for (std::size_t k = 0; k < kAgainst; ++k) {
    const FunctionComparison& way = report.ways[k];
    if (way.undecided > 0)
      text += "  undecided by " + std::string(name(static_cast<Against>(k))) + ": " +
              std::to_string(way.undecided) + " of " + std::to_string(way.undecided + way.entries) +
              " entries; first: " + way.why + "\n";
  }
  for (const std::string& entry : report.never_judged) text += "  never judged: " + entry + "\n";
  if (report.num_never_judged > std::ssize(report.never_judged))
    text += "  never judged: " + std::to_string(report.num_never_judged) + " entries in all\n";
  return text;
}

std::string remarks(const FunctionReport& report) {
  std::string text = failures(report) + losses(report) + undecided(report);
  if (report.no_value > 0)
    text += "  no finite value at " + std::to_string(report.no_value) + " of " +
            std::to_string(report.no_value + report.points) + " points, which were left alone\n";
  if (report.left_out > 0)
    text += "  left out: " + std::to_string(report.left_out) + " points: no time after " +
            format_double(report.seconds, 3) + " s\n";
  for (const std::string& note : report.notes) text += "  " + note + "\n";
  return text.empty() ? "" : "\n" + report.function + ": " + report.verdict() + "\n" + text;
}

Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }

Json to_json(const FunctionEntry& worst) {
  return {{"entry", worst.entry},
          {"place", worst.place},
          {"found", number(worst.found)},
          {"wanted", number(worst.wanted)},
          {"error", number(worst.error)},
          {"bound", number(worst.tolerance)},
          {"x", worst.point}};
}

Json to_json(const FunctionReport& report) {
  Json row = {{"function", report.function},
              {"n", report.size},
              {"by_hand", report.by_hand},
              {"points", report.points},
              {"entries", report.entries}};
  Json failed = Json::array();
  std::int64_t unsure = 0, lost = 0;
  for (std::size_t k = 0; k < kAgainst; ++k) {
    const FunctionComparison& way = report.ways[k];
    const std::string against(name(static_cast<Against>(k)));
    row[against] = way.entries == 0 ? Json(nullptr) : number(way.error);
    unsure += way.undecided;
    lost += way.lost;
    if (way.failures == 0) continue;
    Json failure = {{"against", against}, {"failed", way.failures}};
    failure.update(to_json(way.worst));
    failure["rule"] = rule(static_cast<Against>(k));
    failed.push_back(std::move(failure));
  }
  for (const std::string& complaint : report.complaints)
    failed.push_back({{"against", "threw"}, {"message", complaint}});
  row["unsure"] = unsure;
  row["lost"] = lost;
  row["no_value"] = report.no_value;
  row["left_out"] = report.left_out;
  row["never_judged"] = report.never_judged;
  row["notes"] = report.notes;
  row["verdict"] = report.verdict();
  row["worst"] = report.worst().entry.empty() ? Json(nullptr) : to_json(report.worst());
  row["passed"] = report.passed();
  row["thrown"] = report.thrown;
  row["failures"] = std::move(failed);
  row["seconds"] = report.seconds;
  return row;
}

std::int64_t num_failed(const std::vector<FunctionReport>& reports) {
  std::int64_t failed = 0;
  for (const FunctionReport& report : reports) failed += report.passed() ? 0 : 1;
  return failed;
}

}  // namespace

std::string to_text(const std::vector<FunctionReport>& reports) {
  std::string text = columns(rows(reports));
  for (const FunctionReport& report : reports) text += remarks(report);
  return text + "\n" + std::to_string(reports.size()) + " gradients checked, " +
         std::to_string(num_failed(reports)) + " failed\n";
}

std::string to_json(const std::vector<FunctionReport>& reports) {
  Json all = {{"version", FUBINI_VERSION}};
  all["seed"] = reports.empty() ? std::uint64_t{1} : reports.front().seed;
  all["passed"] = exit_code(reports) == 0;
  all["functions"] = Json::array();
  for (const FunctionReport& report : reports) all["functions"].push_back(to_json(report));
  return all.dump(2) + "\n";
}

std::string to_junit(const std::vector<FunctionReport>& reports) {
  std::vector<JUnitCase> cases;
  for (const FunctionReport& report : reports) {
    cases.push_back({"functions", report.function, report.seconds});
    if (report.passed()) continue;
    cases.back().failure = report.verdict();
    cases.back().text = to_text({report});
  }
  return junit("fubini check", cases);
}

int conclude(const std::vector<FunctionReport>& reports, int argc, const char* const* argv) {
  try {
    bool json = false;
    for (int k = 1; k < argc; ++k) {
      const std::string_view word = argv[k];
      if (word == "--json")
        json = true;
      else if (word == "--junit" && k + 1 < argc)
        write_file(argv[++k], to_junit(reports));
      else
        throw ArgumentError("'" + std::string(word) + "' is unknown; wanted --json, --junit FILE");
    }
    std::fputs((json ? to_json(reports) : to_text(reports)).c_str(), stdout);
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return exit_code(reports);
}

}  // namespace fubini::check
