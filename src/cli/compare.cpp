// SPDX-License-Identifier: BSD-3-Clause
#include "cli/fit_progress.hpp"
#include "cli/interruption.hpp"
#include "cli/json.hpp"
#include "cli/training.hpp"

#include "fubini/check/tables.hpp"
#include "fubini/core/stopping.hpp"
#include "fubini/core/text.hpp"
#include "fubini/evaluate/evaluate.hpp"
#include "fubini/io/ranker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace fubini::cli {
namespace {

struct CompareOptions {
  std::string data, models = "all", metrics;
  std::optional<std::string> test;
  TrainingWords training;
  bool json = false, quiet = false;
};

// One fitted model, or why there is none
struct Row {
  std::string model, failure;
  double log_likelihood = 0, seconds = 0;
  std::size_t parameters = 0;
  int iterations = 0;
  std::vector<Summary> metrics;
  std::optional<Summary> test_likelihood;
};

std::vector<std::string> names_asked(const Catalogues& known, const std::string& text) {
  std::vector<std::string> names;
  // Options may hold commas: names that have some are separated by semicolons.
  const char separator = text.find_first_of(":;") == std::string::npos ? ',' : ';';
  if (text == "all")
    for (const auto& entry : known.models) names.push_back(entry.name);
  else
    for (const std::string_view name : split(text, separator)) names.emplace_back(name);
  for (const std::string& name : names) known.models.make(name);  // throws if there is none
  if (names.empty()) throw ArgumentError("no models; wanted names separated by commas");
  return names;
}

// What can be measured on such data
std::vector<Metric> usual_metrics(const MetricCatalogue& metrics, const Dataset& data) {
  const bool grades = data.kind() != Items::Kind::identity;
  return metrics.make_all(grades ? "ndcg@1,ndcg@5,ndcg@10,err" : "tau_b,pairwise");
}

// An empty table is no answer: what cannot be is then the data or the options.
void check_something_was_fitted(const std::vector<Row>& rows) {
  const auto failed = [](const Row& row) { return !row.failure.empty(); };
  if (rows.empty() || !std::ranges::all_of(rows, failed)) return;
  const std::string& why = rows[0].failure;
  const bool same = std::ranges::all_of(rows, [&](const Row& row) { return row.failure == why; });
  throw ArgumentError(fmt::format("--models: nothing could be fitted: {}{}",
                                  same ? "" : shown_name(rows[0].model) + ": ", why));
}

Row fit_one(const CommandLine& line, const CompareOptions& options, const std::string& name,
            const ReadData& train_data, const ReadData& test, std::span<const Metric> metrics) {
  Row row;
  row.model = name;
  const auto start = std::chrono::steady_clock::now();
  try {
    FitOptions how = parse_training(options.training, line.known);
    how.items = train_data.items;
    how.stop = &Interrupt::flag();
    how.notice = tell_notice;
    const Fit found = fit(line.known, train_data.data, name, how);
    stop_if_asked();  // half a fit is no row
    const auto took = std::chrono::steady_clock::now() - start;
    const FittedModel& fitted = found.model;
    row.model = fitted.model;
    row.seconds = std::chrono::duration<double>(took).count();
    row.log_likelihood = fitted.from.log_likelihood;
    row.parameters = fitted.weights.size() + fitted.ties.size();
    row.iterations = found.summary.iterations;
    const Ranker ranker(fitted, line.known.scorers);
    const std::vector<double> scores =
        score_all(test.data, [&](const Query& query) { return ranker.score(query.items); });
    row.metrics = evaluate(test.data, scores, metrics);
    const Model model = line.known.models.make(fitted.model);
    if (model.info().kind == Kind::probability)
      row.test_likelihood = log_likelihoods(model, line.known.models.sampler(fitted.model),
                                            test.data, scores, fitted.ties, how.threads, how.seed);
  } catch (const ArgumentError& error) {
    row.failure = error.what();
  } catch (const NumericalError& error) {
    row.failure = error.what();
  }
  return row;
}

// "-" where there are too few queries for it
std::string rounded(double x, int digits) {
  return std::isfinite(x) ? fmt::format("{:.{}f}", x, digits) : "-";
}

// Of the mean, where draws took the place of normalisers
double estimation_error(const Summary& found) { return found.estimation_error / found.weight; }

// An estimate by draws has its error beside it: a mean over the same queries for every model.
std::string likelihood_cell(const Summary& found) {
  return rounded(found.mean, 4) +
         (found.estimated > 0 ? " +- " + rounded(estimation_error(found), 4) : "");
}

std::string as_text(const std::vector<Row>& rows, std::span<const Metric> metrics, bool tested) {
  check::Rows table = {{"model"}};
  for (const Metric& metric : metrics) table[0].push_back(metric.name());
  for (const char* head :
       {"log-lik. a query", "training log-lik.", "parameters", "iterations", "s"})
    table[0].push_back(head);
  std::string failures;
  for (const Row& row : rows) {
    if (!row.failure.empty()) {
      failures += row.model + ": " + row.failure + "\n";
      continue;
    }
    std::vector<std::string> cells = {row.model};
    for (const Summary& metric : row.metrics)
      cells.push_back(rounded(metric.mean, 4) + " +- " + rounded(metric.standard_error, 4));
    cells.push_back(row.test_likelihood ? likelihood_cell(*row.test_likelihood) : "-");
    cells.push_back(rounded(row.log_likelihood, 3));
    cells.push_back(std::to_string(row.parameters));
    cells.push_back(std::to_string(row.iterations));
    cells.push_back(fmt::format("{:.2f}", row.seconds));
    table.push_back(std::move(cells));
  }
  return check::columns(table) + "\n" + describe({}, metrics) +
         (tested ? "" : "\nmeasured on the training data: no --test was given") +
         "\nlosses have no likelihood: theirs is minus the loss\n" +
         (failures.empty() ? "" : "\nnot fitted:\n" + failures);
}

std::string as_json(const std::vector<Row>& rows) {
  Json all = Json::array();
  for (const Row& row : rows) {
    Json one = {{"model", row.model}};
    if (!row.failure.empty()) {
      one["failure"] = row.failure;
      all.push_back(one);
      continue;
    }
    for (const Summary& metric : row.metrics)
      one["metrics"][metric.name] = {{"mean", number(metric.mean)},
                                     {"standard_error", number(metric.standard_error)}};
    one["test_log_likelihood"] =
        row.test_likelihood ? number(row.test_likelihood->mean) : Json(nullptr);
    if (row.test_likelihood && row.test_likelihood->estimated > 0)
      one["test_log_likelihood_error"] = number(estimation_error(*row.test_likelihood));
    one["log_likelihood"] = number(row.log_likelihood);
    one["parameters"] = row.parameters;
    one["iterations"] = row.iterations;
    one["seconds"] = row.seconds;
    all.push_back(one);
  }
  return all.dump(2) + "\n";
}

Outcome compare_command(const CommandLine& line, const CompareOptions& options) {
  const std::vector<std::string> names = names_asked(line.known, options.models);
  parse_training(options.training, line.known);  // complain of options once, not for each model
  std::vector<Metric> metrics;
  if (!options.metrics.empty()) metrics = line.known.metrics.make_all(options.metrics);
  const Files files({{"--data", options.data}, {"--test", options.test}});
  ReadOptions reading = reading_options(options.training);
  const ReadData read = read_with_progress(options.data, reading);
  reading.num_features = read.data.num_features();
  reading.items = read.items;
  check_scorer(options.training, line.known, read.data);
  std::optional<ReadData> test;
  if (options.test) test = read_with_progress(*options.test, reading);
  if (metrics.empty()) metrics = usual_metrics(line.known.metrics, read.data);
  const Interrupt interrupt;
  const Progress progress;
  std::vector<Row> rows;
  int status = 0;
  try {
    const Stoppable stoppable(&Interrupt::flag());
    for (std::size_t k = 0; k < names.size(); ++k) {
      if (!options.quiet) progress.show(k, names.size(), "fitting " + names[k]);
      rows.push_back(fit_one(line, options, names[k], read, test ? *test : read, metrics));
    }
  } catch (const Stopped&) {
    status = kInterrupted;
    progress.clear();
    tell_notice("interrupted: the table has the fits that had ended");
  }
  progress.clear();
  if (status == 0) check_something_was_fitted(rows);
  return {.status = status,
          .text = options.json ? as_json(rows) : as_text(rows, metrics, test.has_value())};
}

}  // namespace

void add_compare(CommandLine& line) {
  add_command<CompareOptions>(
      line, "compare", "Fit several models, and show them in one table",
      [&line](Command& app, CompareOptions& to) {
        app.add_input("--data", to.data, "Training data")->required();
        app.add_input("--test", to.test, "Data to measure on");
        app.add_names("--models", to.models, "Names by commas (with options, by ;), or all",
                      line.known.models.names(),
                      [&line](const std::string& text) { names_asked(line.known, text); });
        app.add_names("--metrics", to.metrics, "On the test data (ndcg@1,ndcg@5,ndcg@10,err)",
                      line.known.metrics.names(),
                      [&line](const std::string& text) { line.known.metrics.make_all(text); });
        add_training_options(app, to.training, line.known);
        app.add_flag("--quiet", to.quiet, "No progress");
        app.add_flag("--json", to.json, "Print JSON");
        app.footer(
            "Example: fubini compare --data train.txt --test test.txt --models "
            "pmop_full,plackett_luce,davidson");
      },
      [&line](const CompareOptions& options) { return compare_command(line, options); });
}

}  // namespace fubini::cli
