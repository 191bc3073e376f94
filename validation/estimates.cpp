// SPDX-License-Identifier: BSD-3-Clause
#include "estimates.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/text.hpp"
#include "fubini/fit/fit.hpp"
#include "fubini/io/file.hpp"
#include "fubini/io/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace fubini::validation {
namespace {

constexpr double kDigits = 1e-8;

struct Published {
  const char* name;
  const char* source;
};
constexpr std::array kTables = {
    Published{"pudding", "Davidson 1970: 745 comparisons of 6 puddings"},
    Published{"schools", "Dittrich et al. 1998: 4,454 comparisons of 6 schools"},
    Published{"votes", "40 rankings of 4 items with ties, drawn from Davidson-Luce"},
};

using Wanted = std::map<std::string, double>;  // by parameter

// model -> what the file says; the first line tells by which software
std::map<std::string, Wanted> read_estimates(const std::string& path, std::string& by) {
  std::map<std::string, Wanted> result;
  const std::string text = read_file(path);
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with('#')) by = std::string(line.substr(2));
    const auto parts = split(line, ',');
    const auto value = parts.size() == 3 ? parse_double(parts[2]) : std::nullopt;
    if (value) result[std::string(parts[0])][std::string(parts[1])] = *value;
  }
  if (result.empty()) throw FileError(path + ": no estimates");
  return result;
}

struct Error {
  double worst = 0;
  std::string where;
  void add(double found, double wanted, double scale, const std::string& parameter) {
    double error = std::abs(found - wanted) / scale;
    if (!std::isfinite(error)) error = std::numeric_limits<double>::infinity();
    if (error <= worst) return;
    worst = error;
    where = fmt::format("{}: found {:.15g}, wanted {:.15g}", parameter, found, wanted);
  }
};

}  // namespace

Section check_estimates() {
  Section section;
  section.title = "Published estimates";
  section.text =
      "Maximum-likelihood fits on published tables and on drawn rankings, against estimates by "
      "other software; log-worths and tie parameters must agree to 1e-8, the log-likelihood to "
      "1e-8 of itself.";
  section.table = {{"table", "model", "parameters", "error", "log-likelihood", "error", "verdict"}};
  const Catalogues known = built_in();
  for (const Published& table : kTables) {
    const std::string base = std::string(FUBINI_ESTIMATES) + "/" + table.name;
    const ReadData read = read_dataset(base + ".csv");
    std::string by;
    for (const auto& [name, wanted] : read_estimates(base + ".estimates.csv", by)) {
      const FittedModel best = fit(known, read.data, name, {.items = read.items}).model;
      Error error, value_error;
      for (std::size_t i = 0; i < read.items.size(); ++i) {
        const std::string parameter = "log_worth:" + read.items[i];
        error.add(best.weights[i], wanted.at(parameter), 1, parameter);
      }
      for (std::size_t t = 0; t < best.ties.size(); ++t) {
        const std::string& parameter = best.tie_parameters[t];
        error.add(best.ties[t], wanted.at(parameter), 1, parameter);
      }
      const double value = wanted.at("log_likelihood");
      value_error.add(best.from.log_likelihood, value, std::abs(value), "log_likelihood");
      const bool passed = error.worst <= kDigits && value_error.worst <= kDigits;
      section.table.push_back({table.name, name, std::to_string(wanted.size() - 1),
                               fmt::format("{:.1e}", error.worst), fmt::format("{:.10g}", value),
                               fmt::format("{:.1e}", value_error.worst), passed ? "ok" : "FAILED"});
      if (passed) continue;
      ++section.failures;
      section.remarks +=
          fmt::format("{}, {}: {} {}\n", table.name, name, error.where, value_error.where);
    }
    section.text += fmt::format(" {}: {}, estimates {}.", table.name, table.source, by);
  }
  return section;
}

}  // namespace fubini::validation
