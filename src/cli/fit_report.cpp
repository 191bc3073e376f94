// SPDX-License-Identifier: BSD-3-Clause
#include "cli/fit_report.hpp"
#include "cli/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fubini::cli {
namespace {

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

}  // namespace

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
  if (found.summary.validation)
    text += fmt::format("validation      {} {:.6f} at iteration {}\n", metric,
                        *found.summary.validation, found.summary.best_iteration);
  return text + fmt::format("stopped         after {}: {}\n",
                            count(static_cast<std::size_t>(found.summary.iterations), "iteration"),
                            found.summary.message);
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
      {"validation", found.summary.validation ? number(*found.summary.validation) : Json(nullptr)},
      {"iterations", found.summary.iterations},
      {"best_iteration", found.summary.best_iteration},
      {"stopped", found.summary.message}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace fubini::cli
