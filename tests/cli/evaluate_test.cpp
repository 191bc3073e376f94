// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/evaluate/evaluate.hpp"

#include "fubini/core/text.hpp"
#include "fubini/io/file.hpp"
#include "fubini/io/model_file.hpp"
#include "fubini/io/ranker.hpp"
#include "fubini/io/read.hpp"
#include "fubini/catalogue/metrics.hpp"
#include "fubini/catalogue/models.hpp"
#include "tests/support/folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace fubini::evaluate_test {
namespace {

using Json = nlohmann::json;

constexpr auto kRows =
    "# a comment\n"
    "0 qid:7 1:0.5 2:1\n"
    "2 qid:7 1:0.25\n"
    "1 qid:7 2:-1\n"
    "\n"
    "0 qid:x,y 1:1\n"
    "0 qid:x,y 1:2\n"
    "4 qid:9 1:3 2:1\n"
    "0 qid:9 1:3 2:1\n";
constexpr auto kScores = "1\n1\n0.5\n\n2\n3\n0\n1e-3\n";
const std::vector<double> kNumbers = {1, 1, 0.5, 2, 3, 0, 1e-3};

class EvaluateCommand : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    write("rows.txt", kRows);
    write("scores.txt", kScores);
  }
  Json json(const std::string& arguments) const {
    const Finished found = fubini(arguments + " --json");
    EXPECT_EQ(found.status, 0) << found.err;
    return found.status == 0 ? Json::parse(found.out) : Json();
  }
  void expect_refused(const std::string& arguments, const std::string& part) const {
    const Finished found = fubini(arguments);
    EXPECT_EQ(found.status, 2) << arguments;
    EXPECT_NE(found.err.find(part), std::string::npos) << found.err;
    EXPECT_EQ(found.out, "");
  }
};

TEST_F(EvaluateCommand, PrintsWhatTheLibraryFinds) {
  const Dataset data = parse_dataset(kRows, "rows").data;
  const auto metrics = parse_metrics("ndcg@1,ndcg,dcg,err@2,map,mrr,tau_b,pairwise");
  const auto wanted = evaluate(data, kNumbers, metrics);
  const Json found = json(
      "evaluate --scores scores.txt rows.txt --metrics "
      "ndcg@1,ndcg,dcg,err@2,map,mrr,tau_b,pairwise");
  for (const Summary& one : wanted) {
    const Json& entry = found["metrics"][one.name];
    EXPECT_EQ(entry["mean"].get<double>(), one.mean) << one.name;
    EXPECT_EQ(entry["standard_error"].get<double>(), one.standard_error) << one.name;
    EXPECT_EQ(entry["queries"].get<Index>(), 2) << one.name << ": one has nothing relevant";
  }
  EXPECT_EQ(found["queries"], 3);
  EXPECT_EQ(found["rows"], 7);
  EXPECT_EQ(found["conventions"]["text"], describe({}, metrics));
}

TEST_F(EvaluateCommand, OptionsAreTheConventions) {
  const Dataset data = parse_dataset(kRows, "rows").data;
  const auto metrics = parse_metrics("ndcg,err,map");
  const Conventions conventions{.gain = Gain::linear,
                                .ties = TiedScores::worst,
                                .empty = 0.5,
                                .max_grade = 5,
                                .relevant_above = 1};
  const auto wanted = evaluate(data, kNumbers, metrics, conventions);
  const std::string arguments =
      "evaluate --scores scores.txt rows.txt --metrics ndcg,err,map --tied-scores worst --empty "
      "0.5 "
      "--gain linear --max-grade 5 --relevant 1";
  const Json found = json(arguments);
  for (const Summary& one : wanted) {
    EXPECT_EQ(found["metrics"][one.name]["mean"].get<double>(), one.mean) << one.name;
    EXPECT_EQ(found["metrics"][one.name]["queries"], 3);
  }
  EXPECT_NE(fubini(arguments).out.find(describe(conventions, metrics)), std::string::npos);
}

FittedModel linear_model(const std::string& model, std::vector<std::string> names,
                         std::vector<double> ties) {
  return {.model = model,
          .num_features = 2,
          .weights = {1, -0.3},
          .tie_parameters = std::move(names),
          .ties = std::move(ties)};
}

TEST_F(EvaluateCommand, ModelsRankAndHaveAHeldOutLogLikelihood) {
  const FittedModel fitted = linear_model("davidson", {"beta"}, {-0.25});
  write_model(path("model.json"), fitted);
  const Dataset data = parse_dataset(kRows, "rows").data;
  const Ranker ranker(fitted);
  const auto scores =
      score_all(data, [&](const Query& query) { return ranker.score(query.items); });
  EXPECT_EQ(scores[0], 0.5 - 0.3) << "scores stand in the order of rows";
  const Summary likelihood =
      log_likelihoods(built_in_models().make("davidson"), data, scores, fitted.ties);
  const auto metrics = parse_metrics("ndcg@5");
  const Json found = json("evaluate model.json rows.txt");
  EXPECT_EQ(found["model"], "davidson");
  EXPECT_EQ(found["metrics"]["ndcg@5"]["mean"].get<double>(),
            evaluate(data, scores, metrics)[0].mean);
  EXPECT_EQ(found["metrics"]["log_likelihood"]["total"].get<double>(), likelihood.total);
  EXPECT_EQ(found["metrics"]["log_likelihood"]["mean"].get<double>(), likelihood.total / 3);

  std::string lines;
  for (const double score : scores) lines += format_double(score) + "\n";
  const Finished ranked = fubini("rank model.json rows.txt");
  EXPECT_EQ(ranked.out, lines) << ranked.err;
  EXPECT_EQ(fubini("rank model.json rows.txt --out ranked.txt").out, "");
  EXPECT_EQ(read_file(path("ranked.txt")), lines);
  const Json by_scores = json("evaluate --scores ranked.txt rows.txt");
  Json of_model = found["metrics"];
  of_model.erase("log_likelihood");
  EXPECT_EQ(by_scores["metrics"], of_model) << "digits were lost on the way";
}

TEST_F(EvaluateCommand, RanksInTheFormatOfTrec) {
  write_model(path("model.json"), linear_model("ranking_svm", {}, {}));
  // rows 4 and 5 are in the other order; 6 and 7 have equal features
  const std::vector<std::pair<int, double>> order = {{3, 0.3}, {2, 0.25},    {1, 0.5 - 0.3}, {5, 2},
                                                     {4, 1},   {6, 3 - 0.3}, {7, 3 - 0.3}};
  const std::vector<std::string> queries = {"7", "7", "7", "x,y", "x,y", "9", "9"};
  const std::vector<int> ranks = {1, 2, 3, 1, 2, 1, 2};
  std::string wanted;
  for (std::size_t i = 0; i < order.size(); ++i)
    wanted += queries[i] + " Q0 " + std::to_string(order[i].first) + " " +
              std::to_string(ranks[i]) + " " + format_double(order[i].second) + " mine\n";
  EXPECT_EQ(fubini("rank model.json rows.txt --format trec --tag mine").out, wanted);
  EXPECT_FALSE(json("evaluate model.json rows.txt")["metrics"].contains("log_likelihood"));
  expect_refused("evaluate model.json rows.txt --metrics log_likelihood", "ranking_svm is a loss");
  expect_refused("rank model.json rows.txt --format trek", "did you mean trec?");
  expect_refused("rank model.json rows.txt --tag 'my run'", "--tag: 'my run'; wanted one word");
  expect_refused("rank model.json rows.txt --out nowhere/run", "nowhere/run: cannot write");
}

TEST_F(EvaluateCommand, WorthsRankItemsByName) {
  write("pairs.csv", "item_i,item_j,wins_i,wins_j,ties\npear,apple,3,1,2\n");
  write("others.csv", "item_i,item_j,wins_i,wins_j,ties\npear,plum,3,1,2\n");
  const FittedModel fitted{.model = "davidson",
                           .scorer = "worths",
                           .items = {"apple", "pear"},
                           .weights = {0, 0.7},
                           .tie_parameters = {"beta"},
                           .ties = {0.2}};
  write_model(path("worths.json"), fitted);
  const double log_z = std::log(std::exp(0.35) + std::exp(-0.35) + std::exp(0.2));
  const Json found = json("evaluate worths.json pairs.csv");
  EXPECT_NEAR(found["metrics"]["log_likelihood"]["total"].get<double>(),
              (3 - 1) * 0.35 + 2 * 0.2 - (3 + 1 + 2) * log_z, 1e-13);
  EXPECT_DOUBLE_EQ(found["metrics"]["pairwise"]["mean"].get<double>(), 3 / 4.0);
  expect_refused("evaluate worths.json others.csv", "others.csv:2:6: item 'plum' is unknown");
  expect_refused("evaluate worths.json rows.txt", "worths.json is a model of items by name");
  expect_refused("rank worths.json pairs.csv", "pairs.csv: data without features");
  write_model(path("rows.json"), linear_model("pmop_full", {}, {}));
  expect_refused("evaluate rows.json pairs.csv", "rows.json is a model of rows with features");
}

TEST_F(EvaluateCommand, WritesALineAQuery) {
  EXPECT_EQ(fubini("evaluate --scores scores.txt rows.txt --metrics mrr,map --tied-scores row "
                   "--per-query q.csv")
                .status,
            0);
  const std::string half = format_double(0.5), map = format_double((1 / 2.0 + 2 / 3.0) / 2);
  EXPECT_EQ(read_file(path("q.csv")), "query,weight,mrr,map\n7,1," + half + "," + map +
                                          "\n\"x,y\",1,,\n9,1," + half + "," + half + "\n");
}

TEST_F(EvaluateCommand, ComparisonsWithoutFeaturesHaveScoresByItem) {
  write("pairs.csv", "item_i,item_j,wins_i,wins_j,ties\na,b,3,1,2\nc,a,0,2,0\n");
  write("worths.txt", "2\n1\n3\n");  // a, b, c: right in 3 of 4, then in 2 of 2 wrong
  const Json found = json("evaluate --scores worths.txt pairs.csv");
  EXPECT_DOUBLE_EQ(found["metrics"]["pairwise"]["mean"].get<double>(), 3 / 6.0);
  EXPECT_DOUBLE_EQ(found["metrics"]["tau_b"]["mean"].get<double>(), (3 - 3) / 6.0);
  EXPECT_FALSE(found["metrics"].contains("ndcg"));
  expect_refused("evaluate --scores worths.txt pairs.csv --metrics ndcg", "ndcg needs grades");
}

TEST_F(EvaluateCommand, NamesFileAndLineOfBadScores) {
  write("bad.txt", "1\n1\n0.5x\n2\n3\n0\n0\n");
  write("inf.txt", "1\ninf\n0.5\n2\n3\n0\n0\n");
  write("short.txt", "1\n2\n3\n");
  write("long.txt", std::string(kScores) + "5\n");
  expect_refused("evaluate --scores bad.txt rows.txt", "bad.txt:3:1: '0.5x' is not a score");
  expect_refused("evaluate --scores inf.txt rows.txt", "inf.txt:2:1: 'inf' is not a score");
  expect_refused("evaluate --scores short.txt rows.txt", "short.txt:3: the file ends after 3");
  expect_refused("evaluate --scores long.txt rows.txt",
                 "long.txt:9:1: one score too many; wanted 7");
}

TEST_F(EvaluateCommand, RefusesWhatItCannotUse) {
  const std::string evaluate = "evaluate --scores scores.txt rows.txt ";
  expect_refused("evaluate", "wanted two files");
  expect_refused("evaluate rows.txt", "wanted two files");
  expect_refused("evaluate --scores scores.txt model.json rows.txt", "wanted two files");
  expect_refused("evaluate nowhere.json rows.txt", "nowhere.json: cannot open");
  expect_refused("evaluate scores.txt rows.txt", "scores.txt");
  expect_refused(evaluate + "--metrics ndgc@5", "did you mean ndcg?");
  expect_refused(evaluate + "--metrics likelihood", "did you mean log_likelihood?");
  expect_refused(evaluate + "--metrics log_likelihood", "--scores has none");
  expect_refused(evaluate + "--tied-scores avg", "did you mean average?");
  expect_refused(evaluate + "--empty 2", "--empty: unknown value '2'");
  expect_refused(evaluate + "--gain exponential", "did you mean exp?");
  expect_refused(evaluate + "--max-grade 3", "rows.txt: query '9': a grade is 4; err wants");
  expect_refused(evaluate + "--max-grade nan", "--max-grade: 'nan'");
  expect_refused(evaluate + "--per-query nowhere/q.csv", "nowhere/q.csv: cannot write");
}

}  // namespace
}  // namespace fubini::evaluate_test
