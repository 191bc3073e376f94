// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.hpp"
#include "cli/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace fubini::cli {
namespace {

struct ModelsOptions {
  bool json = false;
};

const char* name(Kind kind) { return kind == Kind::probability ? "probability" : "loss"; }

std::string as_json(const Catalogues& known) {
  Json all = Json::array();
  for (const ModelEntry& entry : known.models) {
    Json options = Json::array();
    for (const OptionInfo& option : entry.options)
      options.push_back(
          {{"name", option.name}, {"default", option.default_value}, {"help", option.help}});
    all.push_back({{"name", entry.name},
                   {"kind", name(entry.info.kind)},
                   {"ties", entry.make("").tie_parameters()},
                   {"complexity", in_words(entry.info.cost)},
                   {"description", entry.info.description},
                   {"options", options}});
  }
  return all.dump(2) + "\n";
}

const std::string& usage(const ScorerEntry& entry) { return entry.usage; }
const std::string& usage(const OptimizerEntry& entry) { return entry.name; }
std::string usage(const MetricEntry& entry) {
  return entry.takes_cutoff ? entry.name + "[@T]" : entry.name;
}
const std::string& about(const ScorerEntry& entry) { return entry.description; }
const std::string& about(const OptimizerEntry& entry) { return entry.info.description; }
const std::string& about(const MetricEntry& entry) { return entry.description; }

std::string models_command(const Catalogues& known, const ModelsOptions& options) {
  if (options.json) return as_json(known);
  using Row = std::array<std::string, 5>;
  std::vector<Row> rows = {{"model", "kind", "ties", "cost", "description"}};
  for (const auto& entry : known.models) {
    const auto ties = entry.make("").tie_parameters();
    rows.push_back({entry.name, name(entry.info.kind), ties.empty() ? "-" : join(ties, ","),
                    in_words(entry.info.cost), entry.info.description});
    for (const OptionInfo& option : entry.options)
      rows.push_back({"", "", "", "",
                      fmt::format("  :{}={}  {}", option.name, option.default_value, option.help)});
  }
  std::array<std::size_t, 4> width{};
  for (const Row& row : rows)
    for (std::size_t c = 0; c < width.size(); ++c) width[c] = std::max(width[c], row[c].size());
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < width.size(); ++c)
      text += fmt::format("{:<{}}  ", row[c], width[c]);
    text += row[4] + "\n";
  }
  const auto list = [&text](const char* what, const auto& catalogue) {
    std::size_t wide = std::string_view(what).size();
    for (const auto& entry : catalogue) wide = std::max(wide, usage(entry).size());
    text += fmt::format("\n{:<{}}  description\n", what, wide);
    for (const auto& entry : catalogue)
      text += fmt::format("{:<{}}  {}\n", usage(entry), wide, about(entry));
  };
  list("scorer", known.scorers);
  list("optimizer", known.optimizers);
  list("metric", known.metrics);
  return text;
}

}  // namespace

void add_models(CommandLine& line) {
  add_command<ModelsOptions>(
      line, "models", "List the models, scorers, optimizers and metrics",
      [](Command& app, ModelsOptions& to) {
        app.add_flag("--json", to.json, "Print JSON: one object a model");
        app.footer("Example: fubini models");
      },
      [&line](const ModelsOptions& options) {
        return Outcome{.text = models_command(line.known, options)};
      });
}

}  // namespace fubini::cli
