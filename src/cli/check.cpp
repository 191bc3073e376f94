// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.hpp"
#include "cli/json.hpp"
#include "cli/progress.hpp"
#include "cli/training.hpp"

#include "fubini/check/self_test/controls.hpp"
#include "fubini/check/gradients.hpp"
#include "fubini/check/junit_reports.hpp"
#include "fubini/check/laws.hpp"
#include "fubini/check/levels.hpp"
#include "fubini/check/tables.hpp"
#include "fubini/check/words.hpp"
#include "fubini/fit/prediction.hpp"
#include "fubini/io/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace fubini::cli {
namespace {

std::vector<std::string> models_asked(const Catalogues& known, const std::string& name) {
  if (name != "all") {
    known.models.make(name);  // throws if there is none
    return {name};
  }
  std::vector<std::string> names;
  for (const auto& entry : known.models) names.push_back(entry.name);
  return names;
}

std::vector<check::ScorerUnderTest> scorers_asked(const Catalogues& known,
                                                  const std::string& name) {
  if (name == "all") return check::all_scorers(known.scorers);
  return {check::scorer(known.scorers, name)};
}

// Of all scorers, those that can score this data; says which cannot. One that was asked for by name
// must fit.
std::string keep_fitting(std::vector<check::ScorerUnderTest>& scorers, const Dataset& data,
                         bool all) {
  if (!all) return "";
  std::string left_out;
  std::erase_if(scorers, [&](const check::ScorerUnderTest& scorer) {
    const bool features = data.kind() != Items::Kind::identity;
    if (scorer.features == features) return false;
    left_out += fmt::format("{}: not checked, the data has {}\n", scorer.name,
                            features ? "features" : "no features");
    return true;
  });
  return left_out.empty() ? "" : left_out + "\n";
}

Json to_json(const check::WorstEntry& worst) {
  return {{"entry", worst.entry},         {"place", worst.place},
          {"found", number(worst.found)}, {"wanted", number(worst.wanted)},
          {"error", number(worst.error)}, {"bound", worst.bound},
          {"norm", number(worst.norm)},   {"reproduce", worst.reproduce}};
}

Json to_json(const check::GradientReport& report) {
  using check::Way;
  Json row = {{"model", report.model},
              {"scorer", report.scorer},
              {"model_by_hand", report.model_by_hand},
              {"scorer_by_hand", report.scorer_by_hand},
              {"cases", report.cases},
              {"entries", report.entries}};
  for (std::size_t k = 0; k < check::kWays; ++k) {
    const check::Comparison& way = report.ways[k];
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
  row["failures"] = Json::array();
  for (std::size_t k = 0; k < check::kWays; ++k) {
    const check::Comparison& way = report.ways[k];
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

Json to_json(const check::LawReport& report) {
  return {
      {"model", report.model},         {"law", report.law},         {"cases", report.cases},
      {"error", number(report.error)}, {"bound", report.bound},     {"declared", report.declared},
      {"verdict", report.verdict()},   {"passed", report.passed()}, {"over", report.note}};
}

void deliver(const CheckOptions& options, const Files& files, const Json& all, Outcome& outcome) {
  const std::string text = all.dump(2) + "\n";
  if (const auto out = files.output("--out")) outcome.files.push_back({*out, text});
  if (options.json) outcome.text = text;
}

Outcome self_test(const Catalogues& known, const CheckOptions& options, const Files& files) {
  const Progress progress;
  const check::SelfTest result =
      check::self_test(known.models, known.scorers,
                       {.seed = options.seed, .progress = [&](std::size_t done, std::size_t total) {
                          progress.show(done, total, "planting faults");
                        }});
  progress.clear();
  Outcome outcome{.status = result.passed() ? 0 : 1, .text = to_text(result)};
  if (!options.json && !options.out) return outcome;
  Json rows = Json::array();
  for (const check::ControlResult& one : result.faults)
    rows.push_back({{"planted", one.fault},
                    {"in", one.where},
                    {"caught", one.caught},
                    {"reported_by", one.by},
                    {"entry", one.entry}});
  const Json all = {
      {"faults", rows}, {"right_cases", result.right_cases}, {"false_alarms", result.alarms}};
  deliver(options, files, all, outcome);
  return outcome;
}

}  // namespace

Outcome check_command(const Catalogues& known, const CheckOptions& options) {
  const Files files({{"--data", options.data},
                     {"--out", options.out, Use::write},
                     {"--junit", options.junit, Use::write}});
  if (options.self_test) return self_test(known, options, files);
  const std::vector<std::string> names = models_asked(known, options.model);
  std::vector<check::ScorerUnderTest> scorers = scorers_asked(known, options.scorer);
  const check::Level how = check::level(options.level, options.seed);
  std::shared_ptr<const Dataset> data;
  std::string left_out;
  if (options.data) {
    data = std::make_shared<const Dataset>(read_with_progress(*options.data).data);
    check_features_pay(*options.data, *data);
    left_out = keep_fitting(scorers, *data, options.scorer == "all");
  }
  const Progress progress;
  std::vector<check::GradientReport> gradients;
  std::vector<check::LawReport> laws;
  const std::size_t total = names.size() * (scorers.size() + 1);
  std::size_t done = 0;
  for (const std::string& name : names) {
    const ModelTexts model = known.models.texts(name);
    for (const check::ScorerUnderTest& scorer : scorers) {
      progress.show(done++, total, name + ", " + scorer.name);
      gradients.push_back(data == nullptr ? check::gradients(model, scorer, how.gradients)
                                          : check::gradients(model, scorer, data, how.gradients));
      gradients.back().model = name;
    }
    progress.show(done++, total, name + ", laws");
    for (check::LawReport& report : check::laws(model, known.models, how.laws)) {
      report.model = name;
      laws.push_back(std::move(report));
    }
  }
  progress.clear();

  Outcome outcome;
  std::size_t failed = 0;
  for (const auto& report : gradients) failed += report.passed() ? 0 : 1;
  for (const auto& report : laws) failed += report.passed() ? 0 : 1;
  outcome.text = left_out + to_text(gradients) + "\n" + to_text(laws) + "\n" +
                 fmt::format("{} gradients and {} laws checked, {} failed\n", gradients.size(),
                             laws.size(), failed);
  outcome.status = failed == 0 ? 0 : 1;
  std::vector<std::string> words;
  if (options.model != "all" && data == nullptr)
    words = check::in_words(known.models.texts(options.model), known.models.sampler(options.model),
                            gradients, laws);
  if (!words.empty()) outcome.text += "\n" + join(words, "\n") + "\n";
  if (const auto junit = files.output("--junit"))
    outcome.files.push_back({*junit, check::to_junit(gradients, laws)});
  if (options.json || options.out) {
    Json all = {{"gradients", Json::array()}, {"laws", Json::array()}};
    for (const auto& report : gradients) all["gradients"].push_back(to_json(report));
    for (const auto& report : laws) all["laws"].push_back(to_json(report));
    if (!words.empty()) all["words"] = words;
    deliver(options, files, all, outcome);
  }
  return outcome;
}

void add_check(CommandLine& line) {
  add_command<CheckOptions>(
      line, "check", "Prove gradients, and measure the laws of the models",
      [&line](Command& app, CheckOptions& to) {
        const std::vector<CLI::Option*> of_gradients = {
            app.add_name("--model", to.model, "Name, with options as NAME:option=value:..., or all",
                         line.known.models.names(),
                         [&line](const std::string& text) { models_asked(line.known, text); }),
            app.add_name("--scorer", to.scorer, scorers_in_words(line.known.scorers) + ", or all",
                         line.known.scorers.names(),
                         [&line](const std::string& text) { scorers_asked(line.known, text); }),
            app.add_input("--data", to.data, "Queries to check on, instead of generated ones"),
            app.add_choice("--level", to.level, {"quick", "full"},
                           "quick (under a minute) or full (under ten)")};
        app.add_seed(to.seed, "Of everything drawn at random (1)");
        app.add_flag("--json", to.json, "Print JSON");
        app.add_output("--out", to.out, "Also write JSON to this file");
        CLI::Option* junit =
            app.add_output("--junit", to.junit, "Also write JUnit's XML to this file");
        CLI::Option* self_test =
            app.add_flag("--self-test", to.self_test, "Plant faults, and see that each is caught");
        for (CLI::Option* option : of_gradients) self_test->excludes(option);
        self_test->excludes(junit);
        app.footer(
            "Exit code 1 if anything fails. Errors are relative to max(norm of the gradient, 1); "
            "ulps are\nunits in the last place of that.\nExample: fubini check --model davidson "
            "--scorer linear --out check.json");
      },
      [&line](const CheckOptions& options) { return check_command(line.known, options); });
}

}  // namespace fubini::cli
