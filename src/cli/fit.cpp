// SPDX-License-Identifier: BSD-3-Clause
#include "cli/fit_progress.hpp"
#include "cli/interruption.hpp"
#include "cli/json.hpp"
#include "cli/scored.hpp"
#include "cli/training.hpp"

#include "fubini/core/text.hpp"
#include "fubini/io/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace fubini::cli {
namespace {

struct FitCommandOptions {
  std::string data, model;
  TrainingWords training;
  std::optional<std::string> valid, out, log, checkpoint;
  std::string metric = "ndcg@10";
  bool resume = false, quiet = false, json = false, cache = false;
};

// Beside what is no file there is no place for one.
NamedFile checkpoint_of(const FitCommandOptions& options) {
  if (options.checkpoint) return {"--checkpoint", options.checkpoint, Use::checkpoint};
  if (!options.out || kind_of(*options.out) == PathKind::stream) return {};
  return {"--out (its checkpoint)", *options.out + ".checkpoint", Use::checkpoint};
}

Files files_of(const FitCommandOptions& options, const NamedFile& checkpoint) {
  const auto cache_of = [&](const std::optional<std::string>& data) {
    const bool any = options.cache && data;
    return NamedFile{"--cache", any ? std::optional(*data + ".cache") : std::nullopt, Use::cache};
  };
  const bool twice = options.valid && same_file(*options.valid, options.data);
  return Files({{"--data", options.data},
                {"--valid", options.valid},
                {"--out", options.out, Use::write},
                checkpoint,
                {"--log", options.log, Use::log},
                cache_of(options.data),
                cache_of(twice ? std::nullopt : options.valid)});
}

void check_together(const FitCommandOptions& options, const NamedFile& checkpoint) {
  if (options.training.how.patience > 0 && !options.valid)
    throw ArgumentError("--patience: patience without validation data; wanted --valid FILE");
  if (!options.resume || checkpoint.path) return;
  throw ArgumentError("--resume: no checkpoint" +
                      (options.out ? ", as --out " + shown(*options.out) + " is no file" : "") +
                      "; wanted --checkpoint FILE, or --out FILE");
}

void check_alike(const FitCommandOptions& options, const Dataset& train, const Dataset& valid) {
  const auto has = [](const Dataset& data) {
    return data.kind() == Items::Kind::identity ? "items without features" : "feature rows";
  };
  if (std::string_view(has(train)) != has(valid))
    throw ArgumentError(fmt::format("--valid: {} has {}; wanted {}, as {}",
                                    shown_name(*options.valid), has(valid), has(train),
                                    shown_name(options.data)));
}

// exp of log-worths, so that they sum to 1
std::vector<double> worths_of(const std::vector<double>& logs) {
  const double top = *std::ranges::max_element(logs);
  std::vector<double> worths;
  double total = 0;
  for (const double log : logs) total += worths.emplace_back(std::exp(log - top));
  for (double& worth : worths) worth /= total;
  return worths;
}

std::string worths_table(const FittedModel& model) {
  const std::vector<double> worths = worths_of(model.weights);
  std::size_t width = 4;
  for (const std::string& item : model.items) width = std::max(width, item.size());
  std::string text = fmt::format("{:<{}}  {:>12}  {:>12}\n", "item", width, "worth", "log-worth");
  for (std::size_t i = 0; i < worths.size(); ++i)
    text += fmt::format("{:<{}}  {:>12.8f}  {:>12.8f}\n", model.items[i], width, worths[i],
                        model.weights[i]);
  return text + "\n";
}

std::string count(std::size_t number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

// Arguments that the data chose may be many.
std::string short_name(const std::string& scorer) {
  constexpr std::size_t kMost = 60;
  return scorer.size() <= kMost ? scorer : scorer.substr(0, kMost) + "...";
}

// What draws cost in certainty
std::string errors_as_text(const MonteCarlo& found, const FittedModel& model) {
  std::string text =
      fmt::format("by importance   standard error {:.2g}", found.log_likelihood_error);
  if (found.rounds > 0) text += ", " + count(static_cast<std::size_t>(found.rounds), "round");
  text += "\n";
  if (found.errors.empty()) return text;  // it was interrupted, or had no draws
  const auto ties = found.errors.end() - static_cast<Index>(model.ties.size());
  text += fmt::format("                errors of weights at most {:.2g}",
                      *std::max_element(found.errors.begin(), ties));
  for (std::size_t t = 0; t < model.ties.size(); ++t)
    text += fmt::format(", of {} {:.2g}", model.tie_parameters[t], ties[static_cast<Index>(t)]);
  return text + "\n";
}

// How the fit ended; for data without features a table of items with their worths.
std::string fit_as_text(const Fit& found, const std::string& metric) {
  const FittedModel& model = found.model;
  std::string text = model.items.empty() ? "" : worths_table(model);
  text += fmt::format("model           {}\n", model.model);
  if (model.items.empty())
    text += fmt::format("scorer          {}, {} of {}\n", short_name(model.scorer),
                        count(model.weights.size(), "weight"),
                        count(static_cast<std::size_t>(model.num_features), "feature"));
  for (std::size_t t = 0; t < model.ties.size(); ++t)
    text += fmt::format("{:<15} {:.8f}\n", model.tie_parameters[t], model.ties[t]);
  text += fmt::format("data            {} queries, {} rows\n", model.from.num_queries,
                      model.from.num_rows);
  text += fmt::format("log-likelihood  {:.8f}\n", model.from.log_likelihood);
  if (found.summary.monte_carlo) text += errors_as_text(*found.summary.monte_carlo, model);
  if (found.summary.validation)
    text += fmt::format("validation      {} {:.6f} at iteration {}\n", metric,
                        *found.summary.validation, found.summary.best_iteration);
  text += fmt::format("stopped         after {}: {}\n",
                      count(static_cast<std::size_t>(found.summary.iterations), "iteration"),
                      found.summary.message);
  for (const std::string& warning : found.summary.warnings)
    text += fmt::format("warning         {}\n", warning);
  return text;
}

Json errors_as_json(const std::optional<MonteCarlo>& found) {
  if (!found) return nullptr;
  return {{"log_likelihood_error", number(found->log_likelihood_error)},
          {"parameter_errors", found->errors},
          {"rounds", found->rounds},
          {"left_out", number(found->left_out)}};
}

std::string fit_as_json(const Fit& found) {
  const FittedModel& model = found.model;
  Json items = Json::array(), ties = Json::object();
  if (!model.items.empty()) {
    const std::vector<double> worths = worths_of(model.weights);
    for (std::size_t i = 0; i < worths.size(); ++i)
      items.push_back({{"name", model.items[i]},
                       {"log_worth", number(model.weights[i])},
                       {"worth", number(worths[i])}});
  }
  for (std::size_t t = 0; t < model.ties.size(); ++t)
    ties[model.tie_parameters[t]] = number(model.ties[t]);
  const Json all = {
      {"model", model.model},
      {"scorer", model.scorer},
      {"items", items},
      {"ties", ties},
      {"log_likelihood", number(model.from.log_likelihood)},
      {"objective", number(found.summary.objective)},
      {"by_importance", errors_as_json(found.summary.monte_carlo)},
      {"validation", found.summary.validation ? number(*found.summary.validation) : Json(nullptr)},
      {"iterations", found.summary.iterations},
      {"best_iteration", found.summary.best_iteration},
      {"stopped", found.summary.message},
      {"warnings", found.summary.warnings}};
  return all.dump(2) + "\n";
}

// Whether the metric knows these grades is asked before the fit; the error names the file.
void check_measured(const std::string& path, const Dataset& data, const Metric& metric) {
  const std::vector<double> zeros(static_cast<std::size_t>(data.num_rows()));
  evaluate_file(path, data, zeros, {&metric, 1});
}

// Errors name the file.
Fit fit_file(const Catalogues& known, const FitCommandOptions& options, const Dataset& data,
             const FitOptions& how) {
  try {
    return fit(known, data, options.model, how);
  } catch (const NumericalError& error) {
    throw NumericalError(shown_name(options.data) + ": " + error.what());
  }
}

Outcome fit_command(const CommandLine& line, const FitCommandOptions& options) {
  const NamedFile checkpoint = checkpoint_of(options);
  check_together(options, checkpoint);
  FitOptions how = parse_training(options.training, line.known);
  how.metric = line.known.metrics.make(options.metric);
  const Files files = files_of(options, checkpoint);
  ReadOptions reading = reading_options(options.training);
  reading.cache = options.cache;
  const ReadData read = read_with_progress(options.data, reading, options.quiet);
  reading.num_features = read.data.num_features();
  reading.items = read.items;
  check_scorer(options.training, line.known, read.data);
  std::optional<ReadData> valid;
  if (options.valid) {
    valid = read_with_progress(*options.valid, reading, options.quiet);
    check_alike(options, read.data, valid->data);
    check_measured(*options.valid, valid->data, how.metric);
    how.validation = &valid->data;
  }
  how.items = read.items;
  how.from = {.command = line.words, .data = options.data, .fingerprint = read.fingerprint};
  how.checkpoint.path = checkpoint.path.value_or("");
  how.checkpoint.identity = read.fingerprint + "|" + (valid ? valid->fingerprint : "");
  how.checkpoint.resume = options.resume;
  FitProgressReport report(options.quiet, options.log, options.metric);
  const Interrupt interrupt;
  how.progress = [&](const FitProgress& now) {
    report.show(now);
    return !Interrupt::asked();
  };
  how.stop = &Interrupt::flag();
  how.notice = tell_notice;
  const Fit found = fit_file(line.known, options, read.data, how);
  report.finish();

  Outcome outcome;
  outcome.text = options.json ? fit_as_json(found) : fit_as_text(found, options.metric);
  if (found.summary.cancelled()) outcome.status = kInterrupted;
  if (const auto out = files.output("--out")) {
    outcome.files.push_back({*out, format_model(found.model)});
    if (!options.json) outcome.once_written = "written to " + shown_name(*options.out) + "\n";
  }
  if (checkpoint.path) outcome.checkpoint = {*checkpoint.path, !found.summary.cancelled()};
  return outcome;
}

}  // namespace

void add_fit(CommandLine& line) {
  add_command<FitCommandOptions>(
      line, "fit", "Fit a model to data, and write it to a file",
      [&line](Command& app, FitCommandOptions& to) {
        app.add_input("--data", to.data, "Training data")->required();
        add_model(app, to.model, line.known)->required();
        app.add_output("--out", to.out, "Model file to write; checkpoints go to OUT.checkpoint");
        app.add_input("--valid", to.valid, "Validation data: the best iteration is kept");
        app.add_name("--metric", to.metric, "On the validation data (ndcg@10)",
                     line.known.metrics.names(),
                     [&line](const std::string& text) { line.known.metrics.make(text); });
        app.add_count("--patience", to.training.how.patience, {},
                      "Stop after so many iterations without a rise (never)");
        add_training_options(app, to.training, line.known);
        app.add_flag("--resume", to.resume, "Go on from the checkpoint: to the same bits");
        app.add_output("--checkpoint", to.checkpoint, "Its file, if not OUT.checkpoint");
        app.add_count("--every", to.training.how.checkpoint.interval, {.least = 1},
                      "Iterations between two checkpoints (10)");
        app.add_flag("--cache", to.cache, "Keep the parsed data in DATA.cache for next time");
        app.add_output("--log", to.log, "Write every iteration to this file, as JSON lines");
        app.add_flag("--quiet", to.quiet, "No progress");
        app.add_flag("--json", to.json, "Print JSON");
        app.footer("Example: fubini fit --data train.txt --model pmop_full --out model.json");
      },
      [&line](const FitCommandOptions& options) { return fit_command(line, options); });
}

}  // namespace fubini::cli
