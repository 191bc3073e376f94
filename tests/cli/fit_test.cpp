// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/text.hpp"
#include "fubini/io/ranker.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/random_rows.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <sstream>

namespace fubini::fit_test {
namespace {

using Json = nlohmann::json;

// What is asked of worths: six digits, and the log-likelihood to six places
constexpr double kSixDigits = 1e-6;

constexpr auto kPudding =
    "item_i,item_j,wins_i,wins_j,ties\n"
    "brand1,brand2,19,22,16\nbrand1,brand3,16,19,12\nbrand2,brand3,19,19,10\n"
    "brand1,brand4,18,23,13\nbrand2,brand4,23,19,9\nbrand3,brand4,19,20,15\n"
    "brand1,brand5,13,19,18\nbrand2,brand5,16,20,12\nbrand3,brand5,16,15,17\n"
    "brand4,brand5,17,14,16\nbrand1,brand6,18,21,12\nbrand2,brand6,22,20,12\n"
    "brand3,brand6,13,18,10\nbrand4,brand6,14,19,18\nbrand5,brand6,11,21,12\n";

// By R: see validation/estimates
struct Estimates {
  const char* model;
  std::vector<double> log_worths;
  std::map<std::string, double> ties;
  double log_likelihood;
};
const std::vector<Estimates> kEstimates = {
    {"bradley_terry",
     {0, 0.2189799433041763, 0.1535692979116815, 0.1704230504694885, 0.1349247264415046,
      0.3738215983504454},
     {},
     -374.3604061450337},
    {"davidson",
     {0, 0.2202419002413232, 0.1529777048541744, 0.1751449085898066, 0.1338652269910972,
      0.3771348958015901},
     {{"beta", -0.2919270862480198}},
     -809.7095100902873},
    {"rao_kupper",
     {0, 0.1737181087532436, 0.1200491978650104, 0.1398786645456945, 0.1049691097287403,
      0.298009298402165},
     {{"alpha", -0.289741184653066}},
     -809.6971334885841}};

class FitCommand : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    write("pudding.csv", kPudding);
    write("train.txt", random_rows(30, 4, 1));
    write("valid.txt", random_rows(10, 4, 2));
  }
};

TEST_F(FitCommand, WorthsAreThoseOfOthersAsJson) {
  for (const Estimates& wanted : kEstimates) {
    const Finished found = fubini(std::string("fit --data pudding.csv --scorer worths --json ") +
                                  "--model " + wanted.model);
    ASSERT_EQ(found.status, 0) << found.err;
    const Json json = Json::parse(found.out);
    ASSERT_EQ(json["items"].size(), 6);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_EQ(json["items"][i]["name"], "brand" + std::to_string(i + 1));
      EXPECT_NEAR(json["items"][i]["log_worth"], wanted.log_worths[i], kSixDigits) << wanted.model;
    }
    EXPECT_EQ(json["items"][0]["log_worth"], 0.0) << "the first item stands at 0";
    ASSERT_EQ(json["ties"].size(), wanted.ties.size());
    for (const auto& [name, value] : wanted.ties)
      EXPECT_NEAR(json["ties"][name], value, kSixDigits) << wanted.model;
    EXPECT_NEAR(json["log_likelihood"], wanted.log_likelihood, kSixDigits) << wanted.model;
  }
}

TEST_F(FitCommand, WorthsStandInATable) {
  const Estimates& wanted = kEstimates[1];
  const Finished found = fubini("fit --data pudding.csv --model davidson");
  ASSERT_EQ(found.status, 0) << found.err;
  double total = 0;
  for (const double log : wanted.log_worths) total += std::exp(log);
  std::map<std::string, std::vector<std::string>> rows;
  std::istringstream lines(found.out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first, word;
    words >> first;
    while (words >> word) rows[first].push_back(word);
  }
  for (std::size_t i = 0; i < 6; ++i) {
    const auto& row = rows["brand" + std::to_string(i + 1)];
    ASSERT_EQ(row.size(), 2) << found.out;
    const double log = wanted.log_worths[i];
    EXPECT_NEAR(parse_double(row[0]).value(), std::exp(log) / total, kSixDigits);
    EXPECT_NEAR(parse_double(row[1]).value(), log, kSixDigits);
  }
  ASSERT_EQ(rows["beta"].size(), 1) << found.out;
  EXPECT_NEAR(parse_double(rows["beta"][0]).value(), wanted.ties.at("beta"), kSixDigits);
  ASSERT_EQ(rows["log-likelihood"].size(), 1) << found.out;
  EXPECT_NEAR(parse_double(rows["log-likelihood"][0]).value(), wanted.log_likelihood, kSixDigits);
}

TEST_F(FitCommand, WorthsWithoutAFiniteMaximumAreDiagnosedByName) {
  write("apart.csv", "item_i,item_j,wins_i,wins_j,ties\nann,bob,2,1,1\ncid,dan,1,2,1\n");
  write("beaten.csv", "item_i,item_j,wins_i,wins_j,ties\nann,bob,2,1,1\nbob,cid,3,0,0\n");
  for (const auto& [file, items] :
       {std::pair{"apart.csv", std::vector{"'ann', 'bob'", "'cid', 'dan'"}},
        std::pair{"beaten.csv", std::vector{"'cid'", "'ann', 'bob'"}}}) {
    const std::string command = std::string("fit --model davidson --data ") + file;
    const Finished found = fubini(command);
    EXPECT_EQ(found.status, 2) << found.out;
    for (const char* some : items) EXPECT_NE(found.err.find(some), std::string::npos) << found.err;
    EXPECT_NE(found.err.find("no finite maximum"), std::string::npos) << found.err;
    EXPECT_EQ(fubini(command + " --l2 0.1").status, 0) << "a penalty makes one";
  }
}

TEST_F(FitCommand, FitsRanksAndEvaluates) {
  const Finished fitted =
      fubini("fit --data train.txt --model davidson --valid valid.txt --out model.json --quiet");
  ASSERT_EQ(fitted.status, 0) << fitted.err;
  EXPECT_NE(fitted.out.find("written to model.json"), std::string::npos);
  EXPECT_FALSE(exists("model.json.checkpoint")) << "an ended fit needs none";
  const FittedModel model = read_model(path("model.json"));
  EXPECT_EQ(model.from.data, "train.txt");
  EXPECT_EQ(model.from.fingerprint, fingerprint(read_file(path("train.txt"))));
  EXPECT_NE(model.from.command.find("--valid valid.txt"), std::string::npos);
  const Finished ranked = fubini("rank model.json valid.txt");
  EXPECT_EQ(ranked.status, 0) << ranked.err;
  write("scores.txt", ranked.out);
  const Json by_model = Json::parse(fubini("evaluate model.json valid.txt --json").out);
  const Json by_scores = Json::parse(fubini("evaluate --scores scores.txt valid.txt --json").out);
  EXPECT_EQ(by_model["metrics"]["ndcg@10"], by_scores["metrics"]["ndcg@10"]);
  const std::string best = format_double(by_model["metrics"]["ndcg@10"]["mean"].get<double>());
  EXPECT_NE(fitted.out.find("ndcg@10 " + best.substr(0, 6)), std::string::npos)
      << "the model file is that of the best iteration: " << fitted.out << best;
  const Json on_train = Json::parse(fubini("evaluate model.json train.txt --json").out);
  EXPECT_NEAR(on_train["metrics"]["log_likelihood"]["mean"].get<double>(),
              model.from.log_likelihood / static_cast<double>(model.from.num_queries), kSixDigits)
      << "weights of raw features, weights of queries 1";
}

TEST_F(FitCommand, LogsALineOfJsonAnIteration) {
  const Finished found = fubini(
      "fit --data train.txt --model pmop_full --valid valid.txt --optimizer adam --iterations 5 "
      "--log log --quiet");
  ASSERT_EQ(found.status, 0) << found.err;
  EXPECT_EQ(found.err, "") << "quiet";
  std::istringstream lines(read_file(path("log")));
  int iteration = 0;
  for (std::string line; std::getline(lines, line);) {
    const Json row = Json::parse(line);
    EXPECT_EQ(row["iteration"], ++iteration);
    for (const char* key : {"objective", "gradient_norm", "validation", "seconds"})
      EXPECT_TRUE(row[key].is_number()) << key << line;
  }
  EXPECT_EQ(iteration, 5);
}

TEST_F(FitCommand, QuietIsQuietOnATerminalToo) {
  const auto on_terminal = [&](const std::string& option) {
    return shell("script -qec '" + program_path() + " fit --data train.txt --model pmop_full " +
                 option + " >result' typed </dev/null")
        .out;
  };
  EXPECT_NE(on_terminal("").find("reading train.txt"), std::string::npos);
  EXPECT_EQ(on_terminal("--quiet"), "");
}

TEST_F(FitCommand, IsTheSameInALocaleWithDecimalCommas) {
  const std::string command = program_path() +
                              " fit --data train.txt --valid valid.txt --model rao_kupper --l2 0.5 "
                              "--scorer products:0.01 --iterations 5 --quiet --out model.json";
  const Finished plain = shell(command);
  ASSERT_EQ(plain.status, 0) << plain.err;
  const std::string model = read_file(path("model.json"));
  const Finished comma = shell("LC_ALL=de_DE.UTF-8 " + command);
  EXPECT_EQ(comma.out, plain.out);
  EXPECT_EQ(read_file(path("model.json")), model);
}

TEST_F(FitCommand, BadInputEndsWithTwoAndASentence) {
  write("wide.txt", "1 qid:1 1:1 5:1\n0 qid:1 1:2\n");
  write("other.csv", "item_i,item_j,wins_i,wins_j,ties\nbrand1,brand7,1,1,1\n");
  const std::string fit = "fit --data train.txt --model ";
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"fit --model davidson", "--data is required"},
      {"fit --data train.txt", "--model is required"},
      {"fit --data nowhere.txt --model davidson", "nowhere.txt: cannot open"},
      {fit + "davidsn", "did you mean davidson?"},
      {fit + "davidson --scorer mpl:3", "did you mean mlp?"},
      {fit + "davidson --scorer worths", "the data has features"},
      {"fit --data pudding.csv --model davidson --scorer linear", "no features"},
      {fit + "davidson --optimizer adm", "did you mean adam?"},
      {fit + "davidson --scorer prodcts", "did you mean products?"},
      {fit + "davidson --scorer products:2", "the threshold is 2; wanted a correlation"},
      {fit + "davidson --scorer linear:3", "it has no options"},
      {fit + "davidson --inference gibs", "did you mean gibbs?"},
      {fit + "pmop_mean --inference gibbs --optimizer lbfgs",
       "which the optimizer lbfgs cannot use; wanted one by steps"},
      {fit + "davidson --l2 -1", "--l2: '-1'; wanted a finite number, 0 or more"},
      {fit + "davidson --l2 nan", "--l2: 'nan'; wanted"},
      {fit + "davidson --l1 -1", "--l1: '-1'; wanted"},
      {fit + "davidson --l1 1 --optimizer sgd",
       "l1 does not go with the optimizer sgd; wanted lbfgs"},
      {fit + "davidson --rate -1 --optimizer sgd", "--rate: '-1'; wanted"},
      {fit + "davidson --iterations 0", "--iterations: '0'; wanted a whole number from 1"},
      {fit + "davidson --tolerance nan", "--tolerance: 'nan'; wanted"},
      {fit + "davidson --patience 3", "patience without validation data"},
      {fit + "davidson --valid nowhere.txt", "nowhere.txt: cannot open"},
      {fit + "davidson --valid wide.txt", "wide.txt:1:"},
      {fit + "davidson --valid pudding.csv", "--valid: pudding.csv has items"},
      {"fit --data pudding.csv --model davidson --valid other.csv", "brand7"},
      {fit + "davidson --metric ndgc", "did you mean ndcg?"},
      {fit + "davidson --threads -1", "--threads: '-1'; wanted"},
      {fit + "davidson --seed x", "--seed: 'x'"},
      {fit + "davidson --resume", "wanted --checkpoint FILE"},
      {fit + "davidson --every 0", "--every: '0'; wanted a whole number from 1"},
      {fit + "davidson_luce:max_order=2", "the model at most 2"}};
  for (const auto& [arguments, sentence] : bad) {
    const Finished found = fubini(arguments);
    EXPECT_EQ(found.status, 2) << arguments;
    EXPECT_NE(found.err.find(sentence), std::string::npos) << arguments << "\n" << found.err;
    EXPECT_EQ(found.out, "") << arguments;
  }
}

}  // namespace
}  // namespace fubini::fit_test
