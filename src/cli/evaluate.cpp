// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.hpp"
#include "cli/json.hpp"
#include "cli/scored.hpp"

#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"
#include "fubini/evaluate/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fubini::cli {
namespace {

constexpr auto kLikelihood = "log_likelihood";  // a metric that only models have
constexpr auto kMetrics = "ndcg@1,ndcg@5,ndcg@10,ndcg,err,map,mrr,tau_b,pairwise";
constexpr auto kMetricsWithoutGrades = "tau_b,pairwise";

struct EvaluateOptions {
  std::string first, second;  // model and data, or data alone
  std::optional<std::string> scores;
  std::string metrics;
  std::string ties = "average", empty = "skip", gain = "exp";
  double max_grade = 4, relevant = 0;
  std::optional<std::string> per_query;
  bool json = false;
};

const std::string& data_path(const EvaluateOptions& options) {
  return options.scores ? options.first : options.second;
}

// Each in the order of its enumeration
const std::vector<std::string> kTiedScores = {"average", "row", "worst", "best"};
const std::vector<std::string> kGains = {"exp", "linear"};

template <class Choice>
Choice chosen(const std::vector<std::string>& choices, const std::string& text) {
  return static_cast<Choice>(std::ranges::find(choices, text) - choices.begin());
}

Conventions conventions_asked(const EvaluateOptions& options) {
  Conventions result;
  result.ties = chosen<TiedScores>(kTiedScores, options.ties);
  result.gain = chosen<Gain>(kGains, options.gain);
  if (options.empty != "skip") result.empty = parse_double(options.empty);
  result.max_grade = options.max_grade;
  result.relevant_above = options.relevant;
  try {
    check_conventions(result);
  } catch (const ArgumentError& error) {  // the other numbers have their ranges
    throw ArgumentError(std::string("--max-grade: ") + error.what());
  }
  return result;
}

struct Asked {
  std::vector<Metric> metrics;
  bool likelihood = false;
};

Asked metrics_asked(const MetricCatalogue& metrics, const std::string& text) {
  Asked asked;
  std::vector<std::string> known = metrics.names();
  known.emplace_back(kLikelihood);
  for (const std::string_view part : split(text, ',')) {
    const std::string_view measure = part.substr(0, part.find('@'));
    if (!std::ranges::count(known, measure))
      throw UnknownName(unknown_name("metric", measure, known));
    if (part == kLikelihood)
      asked.likelihood = true;
    else
      asked.metrics.push_back(metrics.make(part));
  }
  return asked;
}

// What was asked for, or what makes sense for the data
Asked metrics_for(const MetricCatalogue& metrics, const EvaluateOptions& options,
                  const Scored& scored, bool probability) {
  const bool graded = scored.data.kind() != Items::Kind::identity;
  if (options.metrics.empty()) {
    Asked asked = metrics_asked(metrics, graded ? kMetrics : kMetricsWithoutGrades);
    asked.likelihood = probability;
    return asked;
  }
  Asked asked = metrics_asked(metrics, options.metrics);
  for (const Metric& metric : asked.metrics)
    if (!graded && metric.by_position())
      throw ArgumentError(fmt::format(
          "--metrics: {} needs grades of relevance, which {} does not have; wanted some of {}, {}",
          metric.name(), shown_name(data_path(options)), kMetricsWithoutGrades, kLikelihood));
  if (asked.likelihood && !probability)
    throw ArgumentError(fmt::format(
        "--metrics: {} needs a model that is a probability; {}", kLikelihood,
        scored.fitted ? shown_name(scored.fitted->model) + " is a loss" : "--scores has none"));
  return asked;
}

struct Evaluated {
  Index num_queries = 0, num_rows = 0;
  std::vector<Summary> summaries;
  std::string conventions;
};

std::string shown_number(double x) { return std::isnan(x) ? "-" : fmt::format("{:.6f}", x); }

// What is known of the error, where draws took the place of normalisers
std::string estimates_in_words(const Summary& found) {
  constexpr double kTrusted = 0.7;  // of k-hat
  if (found.estimated == 0) return "";
  std::string text = fmt::format(
      "  by importance sampling in {} of {} queries: standard error of the total {:.2g}, k-hat up "
      "to "
      "{:.2f}\n",
      found.estimated, found.counted, found.estimation_error, found.k_hat);
  if (found.k_hat >= kTrusted)
    text += fmt::format(
        "  k-hat is above {}: the weights of some query vary too much to trust that error\n",
        kTrusted);
  return text;
}

std::string as_text(const Evaluated& found) {
  std::string text =
      fmt::format("{:<14} {:>12} {:>12} {:>8}\n", "metric", "mean", "std. error", "queries");
  for (const Summary& one : found.summaries)
    text += fmt::format("{:<14} {:>12} {:>12} {:>8}\n", one.name, shown_number(one.mean),
                        shown_number(one.standard_error), one.counted);
  for (const Summary& one : found.summaries)
    if (one.name == kLikelihood)
      text += fmt::format("{}: {} in total\n", one.name, shown_number(one.total)) +
              estimates_in_words(one);
  return text + fmt::format("{} queries, {} rows\n", found.num_queries, found.num_rows) +
         found.conventions;
}

std::string as_json(const Evaluated& found, const EvaluateOptions& options, const Scored& scored,
                    const Conventions& conventions) {
  Json all = {{"data", data_path(options)},
              {"queries", found.num_queries},
              {"rows", found.num_rows},
              {"model", scored.fitted ? Json(scored.fitted->model) : Json(nullptr)}};
  all["metrics"] = Json::object();
  for (const Summary& one : found.summaries) {
    Json& entry = all["metrics"][one.name];
    entry = {{"mean", number(one.mean)},
             {"standard_error", number(one.standard_error)},
             {"queries", one.counted},
             {"weight", one.weight}};
    if (one.name != kLikelihood) continue;
    entry["total"] = number(one.total);
    entry["estimated_queries"] = one.estimated;
    entry["estimation_error"] = number(one.estimation_error);
    entry["k_hat"] = number(one.k_hat);
  }
  all["conventions"] = {{"ties", options.ties},
                        {"empty", options.empty},
                        {"gain", options.gain},
                        {"max_grade", conventions.max_grade},
                        {"relevant_above", conventions.relevant_above},
                        {"text", found.conventions}};
  return all.dump(2) + "\n";
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

// Skipped queries have empty fields.
std::string per_query(const Dataset& data, const std::vector<Summary>& summaries) {
  std::string text = "query,weight";
  for (const Summary& one : summaries) text += "," + one.name;
  text += "\n";
  for (Index q = 0; q < data.num_queries(); ++q) {
    const Query query = data.query(q);
    text += csv_field(query.id) + "," + format_double(query.weight);
    for (const Summary& one : summaries)
      text += "," + (one.values[q] ? format_double(*one.values[q]) : "");
    text += "\n";
  }
  return text;
}

Files files_of(const EvaluateOptions& options) {
  if (options.first.empty() || options.second.empty() != options.scores.has_value())
    throw ArgumentError(
        "evaluate: wanted two files, a model and data; or --scores FILE and one file of data");
  const NamedFile model = options.scores ? NamedFile{} : NamedFile{"model", options.first};
  return Files({model,
                {"data", data_path(options)},
                {"--scores", options.scores},
                {"--per-query", options.per_query, Use::write}});
}

Scored scored_as_asked(const Catalogues& known, const EvaluateOptions& options) {
  return options.scores ? scored_by_file(*options.scores, options.first)
                        : scored_by_model(known.scorers, options.first, options.second);
}

Model model_of(const Catalogues& known, const FittedModel& fitted, const std::string& path) {
  const auto make = [&] {
    try {
      return known.models.make(fitted.model);
    } catch (const ArgumentError& error) {
      throw FileError(shown_name(path) + ": " + error.what());
    }
  };
  Model model = make();
  if (model.tie_parameters() != fitted.tie_parameters)
    throw FileError(fmt::format("{}: tie parameters ({}); model {} has ({})", shown_name(path),
                                listed(fitted.tie_parameters), shown_name(fitted.model),
                                listed(model.tie_parameters())));
  return model;
}

Outcome evaluate_command(const Catalogues& known, const EvaluateOptions& options) {
  const Conventions conventions = conventions_asked(options);
  const Files files = files_of(options);
  const Scored scored = scored_as_asked(known, options);
  std::optional<Model> model;
  if (scored.fitted) model = model_of(known, *scored.fitted, options.first);
  const bool probability = model && model->info().kind == Kind::probability;
  const Asked asked = metrics_for(known.metrics, options, scored, probability);

  Evaluated found{
      scored.data.num_queries(), scored.data.num_rows(),
      evaluate_file(data_path(options), scored.data, scored.scores, asked.metrics, conventions),
      describe(conventions, asked.metrics)};
  if (asked.likelihood)
    found.summaries.push_back(log_likelihoods(*model, known.models.sampler(scored.fitted->model),
                                              scored.data, scored.scores, scored.fitted->ties));
  Outcome outcome;
  outcome.text = options.json ? as_json(found, options, scored, conventions) : as_text(found);
  if (const auto out = files.output("--per-query"))
    outcome.files.push_back({*out, per_query(scored.data, found.summaries)});
  return outcome;
}

}  // namespace

void add_evaluate(CommandLine& line) {
  add_command<EvaluateOptions>(
      line, "evaluate", "Measure how well a model or anybody's scores rank data",
      [&line](Command& app, EvaluateOptions& to) {
        app.add_input("model", to.first, "Written by fubini fit; not with --scores");
        app.add_input("data", to.second, "Rows with grades, comparisons or rankings");
        app.add_input("--scores", to.scores, "One number a line, a row of the data each");
        app.add_names("--metrics", to.metrics,
                      "Some of " + join(line.known.metrics.names(), ", ") +
                          " (with a cutoff: ndcg@5), and\n"
                          "of models log_likelihood; separated by commas",
                      line.known.metrics.names(), [&line](const std::string& text) {
                        metrics_asked(line.known.metrics, text);
                      });
        app.add_choice("--tied-scores", to.ties, kTiedScores,
                       "What equal scores count: average (default), row, worst or best");
        app.add_choice("--empty", to.empty, {"skip", "0", "0.5", "1"},
                       "Queries without a relevant item: skip (default), 0, 0.5, 1");
        app.add_choice("--gain", to.gain, kGains, "exp (default: 2^grade - 1) or linear");
        app.add_number("--max-grade", to.max_grade, {.least = 0}, "Of err (4)");
        app.add_number("--relevant", to.relevant, {.least = 0},
                       "For map and mrr, grades above this are (0)");
        app.add_output("--per-query", to.per_query, "Also write a line a query to this CSV file");
        app.add_flag("--json", to.json, "Print JSON");
        app.footer("Example: fubini evaluate model.json test.txt --metrics ndcg@5,err --json");
      },
      [&line](const EvaluateOptions& options) { return evaluate_command(line.known, options); });
}

}  // namespace fubini::cli
