// SPDX-License-Identifier: BSD-3-Clause
#include "cli/json.hpp"
#include "cli/parse.hpp"
#include "cli/training.hpp"

#include "fubini/core/memory.hpp"
#include "fubini/sample/sampler.hpp"

#include <fmt/format.h>
#include <vector>

namespace fubini::cli {
namespace {

struct SampleCommandOptions {
  std::string model;
  std::vector<double> scores;
  std::vector<double> ties;
  long draws = 10;
  std::string by = "exact";
  std::uint64_t seed = 1;
  bool json = false;
};

constexpr long kMostDraws = 100'000'000;

// Items of each bucket, counted from 1
std::vector<std::vector<Index>> buckets(const Ranking& ranking) {
  std::vector<std::vector<Index>> result(ranking.num_buckets());
  for (Index p = 0; p < ranking.num_items(); ++p)
    result[ranking.bucket_of(p)].push_back(ranking.order()[p] + 1);
  return result;
}

// "2 > 1 = 3"
std::string in_words(const Ranking& ranking) {
  std::vector<std::string> parts;
  for (const auto& bucket : buckets(ranking)) {
    std::vector<std::string> items;
    for (const Index item : bucket) items.push_back(std::to_string(item));
    parts.push_back(join(items, " = "));
  }
  return join(parts, " > ");
}

Json to_json(const ChainReport& report) {
  Json result = {{"acceptance_rate", report.acceptance_rate},
                 {"effective_sample_size", report.effective_sample_size},
                 {"split_r_hat", report.split_r_hat}};
  result["total_variation"] =
      report.total_variation < 0 ? Json(nullptr) : Json(report.total_variation);
  result["expected_variation"] =
      report.expected_variation < 0 ? Json(nullptr) : Json(report.expected_variation);
  return result;
}

std::string in_words(const ChainReport& report, Index steps) {
  std::string text = fmt::format(
      "# first stage, 4 chains of {} steps: acceptance {:.3f}, effective sample size {:.0f}, split "
      "R-hat {:.4f}",
      steps, report.acceptance_rate, report.effective_sample_size, report.split_r_hat);
  if (report.total_variation >= 0)
    text += fmt::format(", total variation to the exact law {:.4f} (independent draws: {:.4f})",
                        report.total_variation, report.expected_variation);
  return text + "\n";
}

// Of the text, which doubles as it grows
void check_room(long draws, std::size_t items) {
  constexpr double kAnItem = 6, kGrowth = 3;
  check_memory("--draws", fmt::format("{} rankings of {} items", draws, items),
               kGrowth * kAnItem * static_cast<double>(draws) * static_cast<double>(items),
               "fewer at a time, with other seeds");
}

std::string sample_command(const Catalogues& known, const SampleCommandOptions& options) {
  const Sampler sampler = known.models.sampler(options.model);
  const std::vector<double>&f = options.scores, &ties = options.ties;
  const SampleOptions way = parse_way(options.by);
  const std::uint64_t seed = options.seed;

  check_arguments("--ties", sampler.tie_parameters(), Ranking({std::ssize(f)}), f, ties);
  check_room(options.draws, f.size());
  std::string text;
  for (long index = 0; index < options.draws; ++index) {
    const Ranking drawn = sampler.draw(f, ties, seed, static_cast<std::uint64_t>(index), way);
    if (options.json)
      text += (index > 0 ? "," : "") + Json(buckets(drawn)).dump();
    else
      text += in_words(drawn) + "\n";
  }
  const Json about = {{"model", options.model}, {"by", options.by}};
  std::string after;
  if (way.by != SampleBy::exact) {
    constexpr Index kSteps = 1000;
    const ChainReport report = sampler.diagnose(f, ties, kSteps, seed, way);
    if (options.json)
      after = ",\"chains\":" + to_json(report).dump();
    else
      text += in_words(report, kSteps);
  }
  if (!options.json) return text;
  std::string head = about.dump();
  head.back() = ',';  // the object goes on: a tree of many rankings would be ten times as large
  return head + "\"rankings\":[" + text + "]" + after + "}\n";
}

}  // namespace

void add_sample(CommandLine& line) {
  add_command<SampleCommandOptions>(
      line, "sample", "Draw rankings with ties from a model",
      [&line](Command& app, SampleCommandOptions& to) {
        add_model(app, to.model, line.known, "One that chooses bucket after bucket")->required();
        app.add_numbers("--scores", to.scores, "Scores of the items")->required();
        app.add_numbers("--ties", to.ties, "The model's tie parameters");
        app.add_count("--draws", to.draws, {.least = 1, .most = kMostDraws}, "How many (10)");
        app.add_choice("--by", to.by, {kWays.begin(), kWays.end()}, kWaysHelp);
        app.add_seed(to.seed, "Of everything drawn at random (1)");
        app.add_flag("--json", to.json,
                     "Print JSON: rankings as lists of buckets, and how the chains mixed");
        app.footer("Example: fubini sample --model pmop_full --scores 1,0.5,-1 --draws 5");
      },
      [&line](const SampleCommandOptions& options) {
        return Outcome{.text = naming_model([&] { return sample_command(line.known, options); })};
      });
}

}  // namespace fubini::cli
