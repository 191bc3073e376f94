// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/simulate/simulate.hpp"

#include "cli/parse.hpp"
#include "cli/training.hpp"
#include "fubini/core/names.hpp"
#include "fubini/core/text.hpp"
#include "fubini/io/write.hpp"
#include "fubini/simulate/simulate_pairs.hpp"

#include <fmt/format.h>

#include <array>
#include <map>

namespace fubini::cli {
namespace {

struct Simulation {
  std::string out;
  std::optional<long> queries, features, first_query;
  std::optional<double> mean_size, noise;
  std::uint64_t seed = 1;
  std::string model;
  std::vector<double> ties;
  double scale = 1;
  std::optional<std::string> by;
  std::optional<long> items, comparisons;
};

// Options that say nothing in the kind of data asked for would be passed over in silence.
void refuse(const std::map<std::string, bool>& given, const std::string& why) {
  for (const auto& [name, is_given] : given)
    if (is_given) throw ArgumentError(name + ": " + why);
}

std::string shares(const Dataset& data) {
  std::map<double, Index> counts;
  for (Index q = 0; q < data.num_queries(); ++q)
    for (const double grade : data.query(q).grades) ++counts[grade];
  constexpr std::size_t kMost = 10;
  std::vector<std::string> parts;
  for (const auto& [grade, count] : counts) {
    if (parts.size() == kMost) {
      parts.push_back(fmt::format("... {:g}", counts.rbegin()->first));
      break;
    }
    const auto part = static_cast<double>(count) / static_cast<double>(data.num_rows());
    parts.push_back(fmt::format("{:g} {:.1f}%", grade, 100 * part));
  }
  return join(parts, ", ");
}

Outcome simulate_queries(const Catalogues& known, const Simulation& given, const Output& out) {
  refuse({{"--items", given.items.has_value()}, {"--comparisons", given.comparisons.has_value()}},
         "goes with --model only");
  SimulateOptions options;
  options.queries = given.queries.value_or(options.queries);
  options.features = given.features.value_or(options.features);
  options.first_query = given.first_query.value_or(options.first_query);
  options.mean_size = given.mean_size.value_or(options.mean_size);
  options.noise = given.noise.value_or(options.noise);
  options.seed = given.seed;
  if (given.model.empty()) {
    refuse({{"--ties", !given.ties.empty()},
            {"--by", given.by.has_value()},
            {"--scale", given.scale != 1}},
           "goes with --model only");
  } else {
    refuse({{"--noise", given.noise.has_value()}}, "does not go with --model");
    options.model = known.models.sampler(given.model);
    options.ties = given.ties;
    options.scale = given.scale;
    options.draw = parse_way(given.by.value_or("exact"));
  }
  const Dataset data = simulate(options);
  return {.files = {{out, letor_text(data)}},
          .once_written = fmt::format("{}: {} queries, {} rows, {} features\ngrades: {}\n",
                                      shown_name(given.out), data.num_queries(), data.num_rows(),
                                      data.num_features(), shares(data))};
}

Outcome simulate_comparisons(const Catalogues& known, const Simulation& given, const Output& out) {
  refuse({{"--queries", given.queries.has_value()},
          {"--features", given.features.has_value()},
          {"--first-query", given.first_query.has_value()},
          {"--mean-size", given.mean_size.has_value()},
          {"--noise", given.noise.has_value()},
          {"--by", given.by.has_value()}},
         "does not go with paired comparisons, which have --items and --comparisons");
  SimulatePairsOptions options;
  options.items = given.items.value_or(options.items);
  options.comparisons = given.comparisons.value_or(options.comparisons);
  options.seed = given.seed;
  options.ties = given.ties;
  options.scale = given.scale;
  const SimulatedPairs drawn = simulate_pairs(known.models.make(given.model), options);
  double ties = 0;
  for (Index q = 0; q < drawn.data.num_queries(); ++q)
    if (drawn.data.ranking(q).num_buckets() == 1) ties += drawn.data.query(q).weight;
  return {.files = {{out, pairs_text(drawn.data, simulated_names(options.items))}},
          .once_written = fmt::format("{}: {} comparisons of {} items, {:.1f}% ties\n",
                                      shown_name(given.out), options.comparisons, options.items,
                                      100 * ties / static_cast<double>(options.comparisons))};
}

Outcome simulate_command(const Catalogues& known, const Simulation& given) {
  const Files files({{"--out", given.out, Use::write}});
  const Output out = *files.output("--out");
  if (given.model.empty()) return simulate_queries(known, given, out);
  const Model model = known.models.make(given.model);
  check_arguments("--ties", model.tie_parameters(), Ranking({1}), std::vector<double>{0},
                  given.ties);
  const ModelInfo& info = model.info();
  const bool of_pairs = info.laws.most_items == 2;
  const bool pairs = given.items || given.comparisons || of_pairs;
  return naming_model([&] {
    return pairs ? simulate_comparisons(known, given, out) : simulate_queries(known, given, out);
  });
}

}  // namespace

void add_simulate(CommandLine& line) {
  add_command<Simulation>(
      line, "simulate", "Write data like Yahoo!'s, or drawn from a model",
      [&line](Command& app, Simulation& to) {
        app.add_output("--out", to.out, "The file to write")->required();
        app.add_count("--queries", to.queries, {.least = 1, .most = kMostSimulatedQueries},
                      "How many (1000)");
        app.add_count("--features", to.features, {.least = 1, .most = kMostSimulatedFeatures},
                      "How many a document has (519)");
        app.add_number("--mean-size", to.mean_size, {.least = 1, .most = kLargestMeanSize},
                       "Documents a query, on average (24)");
        app.add_count("--first-query", to.first_query, {.most = kMostSimulatedQueries},
                      "Number of the first (0): pieces of a set");
        app.add_seed(to.seed, "Of everything drawn at random (1)");
        app.add_number("--noise", to.noise, {.least = 0, .most = kLargestNoise},
                       "In grades; the truth has deviation 1 (1)");
        add_model(app, to.model, line.known, "Grades, or comparisons, drawn from it instead");
        app.add_numbers("--ties", to.ties, "The model's tie parameters");
        app.add_number("--scale", to.scale, {.least = -kLargestScale, .most = kLargestScale},
                       "Deviation of scores or log-worths (1)");
        app.add_choice("--by", to.by, {kWays.begin(), kWays.end()}, kWaysHelp);
        app.add_count("--items", to.items, {.least = 2, .most = kMostComparedItems},
                      "Compared in pairs (20)");
        app.add_count("--comparisons", to.comparisons, {.least = 1, .most = kMostComparisons},
                      "How many (10000)");
        app.footer("Example: fubini simulate --queries 200 --first-query 1000 --out test.txt");
      },
      [&line](const Simulation& given) { return simulate_command(line.known, given); });
}

}  // namespace fubini::cli
