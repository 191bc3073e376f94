// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.hpp"
#include "cli/json.hpp"
#include "cli/progress.hpp"
#include "cli/training.hpp"

#include "fubini/check/self_test/controls.hpp"
#include "fubini/check/everything.hpp"
#include "fubini/check/json.hpp"
#include "fubini/check/junit_reports.hpp"
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
  Json all = check::envelope(FUBINI_VERSION, options.seed, result.passed());
  all.update(
      {{"faults", rows}, {"right_cases", result.right_cases}, {"false_alarms", result.alarms}});
  deliver(options, files, all, outcome);
  return outcome;
}

// On data a check is bounded in any case: nobody knows what queries cost.
check::Budget budget(const CheckOptions& options) {
  constexpr double kQuick = 60, kFull = 600, kMegabyte = 1e6;
  check::Budget result;
  if (options.data) result.seconds = options.level == "quick" ? kQuick : kFull;
  if (options.seconds) result.seconds = *options.seconds;
  if (options.memory) result.bytes = kMegabyte * static_cast<double>(*options.memory);
  return result;
}

}  // namespace

Outcome check_command(const Catalogues& known, const CheckOptions& options) {
  const Files files({{"--data", options.data},
                     {"--out", options.out, Use::write},
                     {"--junit", options.junit, Use::write}});
  if (options.self_test) return self_test(known, options, files);
  const std::vector<std::string> names = models_asked(known, options.model);
  std::vector<check::ScorerUnderTest> scorers = scorers_asked(known, options.scorer);
  std::shared_ptr<const Dataset> data;
  std::string left_out;
  if (options.data) {
    data = std::make_shared<const Dataset>(read_with_progress(*options.data).data);
    check_features_pay(*options.data, *data);
    left_out = keep_fitting(scorers, *data, options.scorer == "all");
  }
  const Progress progress;
  std::vector<check::NamedModel> models;
  for (const std::string& name : names) models.push_back({name, known.models.texts(name)});
  const check::EverythingOptions with{
      .level = check::level(options.level, options.seed),
      .data = data,
      .budget = budget(options),
      .progress = [&](std::size_t done, std::size_t total, const std::string& what) {
        progress.show(done, total, what);
      }};
  const check::Deadline deadline(with.budget.seconds);
  check::Everything found = check::everything(models, scorers, known.models, with);
  if (options.model != "all" && data == nullptr) {
    progress.show(99, 100, "words");
    if (deadline.over())
      leave_out(found.left_out, "checks", "the budget was spent", "the answers in words");
    else
      found.words = check::in_words(models[0].texts, known.models.sampler(options.model),
                                    found.gradients, found.laws);
  }
  progress.clear();
  Outcome outcome{.status = found.passed() ? 0 : 1, .text = left_out + to_text(found)};
  if (const auto junit = files.output("--junit"))
    outcome.files.push_back({*junit, check::to_junit(found.gradients, found.laws)});
  if (options.json || options.out)
    deliver(options, files, to_json(found, FUBINI_VERSION, options.seed), outcome);
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
        const std::vector<CLI::Option*> budgets = {
            app.add_number("--seconds", to.seconds, Real{.least = 0.1},
                           "At most so long, about; what is left out is listed (on --data: 60, or "
                           "600 at level full)"),
            app.add_count("--memory", to.memory, Whole{.least = 1},
                          "At most so many MB for derivatives (half of what is free)")};
        app.add_seed(to.seed, "Of everything drawn at random (1)");
        app.add_flag("--json", to.json, "Print JSON");
        app.add_output("--out", to.out, "Also write JSON to this file");
        CLI::Option* junit =
            app.add_output("--junit", to.junit, "Also write JUnit's XML to this file");
        CLI::Option* self_test =
            app.add_flag("--self-test", to.self_test, "Plant faults, and see that each is caught");
        for (CLI::Option* option : of_gradients) self_test->excludes(option);
        self_test->excludes(junit);
        for (CLI::Option* option : budgets) self_test->excludes(option);
        app.footer(
            "Exit code 1 if anything fails. Errors are relative to max(norm of the gradient, 1); "
            "ulps are\nunits in the last place of that.\nExample: fubini check --model davidson "
            "--scorer linear --out check.json");
      },
      [&line](const CheckOptions& options) { return check_command(line.known, options); });
}

}  // namespace fubini::cli
