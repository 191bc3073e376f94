// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.hpp"
#include "cli/scored.hpp"

#include "fubini/core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace fubini::cli {
namespace {

struct RankOptions {
  std::string model, data;
  std::string format = "scores";
  std::string tag = "fubini";
  std::optional<std::string> out;
};

std::string as_scores(const Scored& scored) {
  std::string text;
  for (const double score : scored.scores) text += format_double(score) + "\n";
  return text;
}

// "qid Q0 row rank score tag": rows of the file from 1, ranks from 1; equal scores by row
std::string as_trec(const Scored& scored, const std::string& tag) {
  std::string text;
  for (Index q = 0; q < scored.data.num_queries(); ++q) {
    std::vector<Index> rows(scored.data.ranking(q).num_items());
    std::iota(rows.begin(), rows.end(), scored.data.first_row(q));
    std::ranges::stable_sort(rows, std::greater<>(), [&](Index row) { return scored.scores[row]; });
    for (std::size_t rank = 0; rank < rows.size(); ++rank)
      text += fmt::format("{} Q0 {} {} {} {}\n", scored.data.query(q).id, rows[rank] + 1, rank + 1,
                          format_double(scored.scores[rows[rank]]), tag);
  }
  return text;
}

Outcome rank_command(const Catalogues& known, const RankOptions& options) {
  if (options.tag.empty() || options.tag.find_first_of(" \t\r\n") != std::string::npos)
    throw ArgumentError("--tag: " + shown(options.tag) + "; wanted one word");
  const Files files(
      {{"model", options.model}, {"data", options.data}, {"--out", options.out, Use::write}});
  const Scored scored = scored_by_model(known.scorers, options.model, options.data);
  if (scored.data.kind() == Items::Kind::identity)
    throw ArgumentError(shown_name(options.data) +
                        ": data without features has no rows to rank; wanted lines " +
                        "such as '2 qid:10 1:0.5 3:-2' (the items' worths stand in the model)");
  std::string text = options.format == "trec" ? as_trec(scored, options.tag) : as_scores(scored);
  if (const auto out = files.output("--out")) return {.files = {{*out, std::move(text)}}};
  return {.text = std::move(text)};
}

}  // namespace

void add_rank(CommandLine& line) {
  add_command<RankOptions>(
      line, "rank", "Score the rows of data by a model",
      [](Command& app, RankOptions& to) {
        app.add_input("model", to.model, "Written by fubini fit")->required();
        app.add_input("data", to.data, "Rows with features; their grades do not matter")
            ->required();
        app.add_choice("--format", to.format, {"scores", "trec"},
                       "scores (default: one a line, in the order of rows), or trec: lines of\n"
                       "'qid Q0 row rank score tag', the best row of a query first");
        app.add_output("--out", to.out, "Write to this file");
        app.add_name("--tag", to.tag, "Name of the run in trec (fubini)");
        app.footer("Example: fubini rank model.json test.txt --format trec --out run.txt");
      },
      [&line](const RankOptions& options) { return rank_command(line.known, options); });
}

}  // namespace fubini::cli
