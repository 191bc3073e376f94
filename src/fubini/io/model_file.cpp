// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/model_file.hpp"

#include "fubini/core/error.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"
#include "fubini/io/document.hpp"
#include "fubini/io/file.hpp"
#include "fubini/io/lines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

namespace fubini {
namespace {

constexpr DocumentKind kKind{"fubini model", 1};
constexpr Index kMostFeatures = 100'000'000;
constexpr long kMostCounted = 1'000'000'000'000;  // queries or rows

// A number that is not finite has no place in JSON.
Json number(double x) { return std::isfinite(x) ? Json(x) : Json(nullptr); }
double number(const Json& object, const char* key, const std::string& name) {
  const Json* found = object.find(key);
  if (found != nullptr && found->is_null()) return std::numeric_limits<double>::quiet_NaN();
  return entry<double>(object, key, name);
}

Json to_json(const Provenance& from) {
  return {{"command", from.command},
          {"data", from.data},
          {"fingerprint", from.fingerprint},
          {"queries", from.num_queries},
          {"rows", from.num_rows},
          {"objective", number(from.objective)},
          {"log_likelihood", number(from.log_likelihood)},
          {"iterations", from.iterations},
          {"stopped", from.stopped}};
}

long count(const Json& object, const char* key, const std::string& name) {
  const long value = entry<long>(object, key, name);
  if (value < 0 || value > kMostCounted)
    throw FileError(name + ": \"" + key + "\" is " + std::to_string(value) + "; wanted 0 to " +
                    std::to_string(kMostCounted));
  return value;
}

Provenance provenance(const Json& from, const std::string& name) {
  return {.command = entry<std::string>(from, "command", name),
          .data = entry<std::string>(from, "data", name),
          .fingerprint = entry<std::string>(from, "fingerprint", name),
          .num_queries = count(from, "queries", name),
          .num_rows = count(from, "rows", name),
          .objective = number(from, "objective", name),
          .log_likelihood = number(from, "log_likelihood", name),
          .iterations = static_cast<int>(
              std::min<long>(count(from, "iterations", name), std::numeric_limits<int>::max())),
          .stopped = entry<std::string>(from, "stopped", name)};
}

bool is_feature(const Json& value) {
  const std::optional<long> number = value.whole();
  return number && *number >= 1 && *number <= kMostFeatures;
}

// Version 0.1.0 kept the pairs of products beside the scorer "linear".
std::string scorer(const Json& content, const std::string& name) {
  std::string scorer = entry<std::string>(content, "scorer", name);
  const Json* products = content.find("products");
  if (products == nullptr) return scorer;
  const auto all = products->list();
  if (!all) throw FileError(name + ": \"products\" is not a list");
  std::vector<std::string> pairs;
  for (const Json& one : *all) {
    const auto pair = one.list();
    if (!pair || pair->size() != 2 || !is_feature((*pair)[0]) || !is_feature((*pair)[1]))
      throw FileError(name + ": \"products\" holds " + shown(one.dump()) +
                      "; wanted pairs of feature numbers");
    pairs.push_back((*pair)[0].dump() + "x" + (*pair)[1].dump());
  }
  if (pairs.empty()) return scorer;
  if (scorer != "linear")
    throw FileError(name + ": products of features with the scorer " + shown(scorer) +
                    "; wanted linear");
  return "products:" + join(pairs, ",");
}

void check_items(const std::vector<std::string>& items, const std::string& name) {
  const std::set<std::string_view> distinct(items.begin(), items.end());
  if (distinct.size() != items.size()) throw FileError(name + ": \"items\" has a name twice");
  for (const std::string& item : items)
    if (item.empty() || !is_plain_text(item))
      throw FileError(name + ": \"items\" has the name " + shown(item) +
                      "; wanted UTF-8 without control characters");
}

}  // namespace

std::string format_model(const FittedModel& model) {
  Json ties = Json::object();
  for (std::size_t t = 0; t < model.ties.size(); ++t) ties[model.tie_parameters[t]] = model.ties[t];
  return format_document(kKind, {{"model", model.model},
                                 {"scorer", model.scorer},
                                 {"num_features", model.num_features},
                                 {"items", model.items},
                                 {"ties", ties},
                                 {"weights", model.weights},
                                 {"trained", to_json(model.from)}});
}

FittedModel parse_model(std::string_view text, const std::string& name) {
  const Json content = parse_document(kKind, text, name);
  FittedModel model;
  model.model = entry<std::string>(content, "model", name);
  model.scorer = scorer(content, name);
  model.num_features = entry<long>(content, "num_features", name);
  if (model.num_features < 0 || model.num_features > kMostFeatures)
    throw FileError(name + ": \"num_features\" is " + std::to_string(model.num_features) +
                    "; wanted 0 to " + std::to_string(kMostFeatures));
  model.items = entry<std::vector<std::string>>(content, "items", name);
  check_items(model.items, name);
  model.weights = entry<std::vector<double>>(content, "weights", name);
  const Json ties = entry<Json>(content, "ties", name);
  if (!ties.is_object()) throw FileError(name + ": \"ties\" is not an object");
  for (const auto& [tie, value] : ties.members()) {
    const std::optional<double> number = value.number();
    if (!number || !std::isfinite(*number))
      throw FileError(name + ": \"" + tie + "\" is not a number");
    model.tie_parameters.push_back(tie);
    model.ties.push_back(*number);
  }
  model.from = provenance(entry<Json>(content, "trained", name), name);
  return model;
}

FittedModel read_model(const std::string& path) {
  return parse_model(read_file(path), shown_name(path));
}

void write_model(const std::string& path, const FittedModel& model) {
  write_file(path, format_model(model));
}

}  // namespace fubini
