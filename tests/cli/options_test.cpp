// SPDX-License-Identifier: BSD-3-Clause
// What every option takes and refuses, by the program's own description.
#include "tests/support/folder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

namespace fubini::options_test {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongest = 520;  // 500 bytes of sentence, and "fubini: "

class Options : public FolderTest {
 protected:
  // By value: a range-for would not keep an object alive whose member it goes through.
  std::vector<Json> commands() const {
    const Finished told = fubini("--describe");
    EXPECT_EQ(told.status, 0) << told.err;
    const Json all = Json::parse(told.out);
    EXPECT_GE(all["commands"].size(), 10U);
    return {all["commands"].begin(), all["commands"].end()};
  }

  // One printable line on standard error that has `words`, exit code 2, nothing on standard output
  void expect_refused(const std::string& arguments, const std::string& words) const {
    const Finished found = fubini(arguments);
    EXPECT_EQ(found.status, 2) << arguments.substr(0, 200);
    EXPECT_EQ(found.out, "") << arguments.substr(0, 200);
    EXPECT_NE(found.err.find(words), std::string::npos) << arguments.substr(0, 200) << "\n"
                                                        << found.err << "wanted: " << words;
    EXPECT_LE(found.err.size(), kLongest);
    EXPECT_TRUE(found.err.ends_with("\n"));
    for (const char c : found.err.substr(0, found.err.size() - 1))
      EXPECT_TRUE(static_cast<unsigned char>(c) >= 32 && c != 127)
          << "byte " << int{static_cast<unsigned char>(c)} << " of " << found.err;
  }

  // `fubini COMMAND` with this value of an option, or of a positional in its place
  static std::string with(const Json& command, const Json& option, const std::string& value) {
    std::string text = command["name"].get<std::string>();
    if (!option["positional"].get<bool>())
      return text + " " + option["name"].get<std::string>() + " '" + value + "'";
    for (const Json& other : command["options"]) {
      if (!other["positional"].get<bool>()) continue;
      if (other["name"] == option["name"]) return text + " '" + value + "'";
      text += other["choices"].empty() ? " x" : " " + other["choices"][0].get<std::string>();
    }
    return text;
  }
};

TEST_F(Options, AreAllDescribedThatHelpLists) {
  for (const Json& command : commands()) {
    const std::string help = fubini(command["name"].get<std::string>() + " --help").out;
    std::set<std::string> listed, told;
    const std::regex option("(^|\n)  (--[a-z0-9-]+)");
    for (std::sregex_iterator it(help.begin(), help.end(), option), end; it != end; ++it)
      listed.insert((*it)[2]);
    listed.erase("--help");
    for (const Json& one : command["options"])
      if (!one["positional"].get<bool>()) told.insert(one["name"].get<std::string>());
    EXPECT_EQ(told, listed) << command["name"];
  }
}

TEST_F(Options, RefuseAnEmptyValueByTheirName) {
  for (const Json& command : commands())
    for (const Json& option : command["options"]) {
      const std::string name = option["name"];
      if (option["kind"] == "flag")
        expect_refused(command["name"].get<std::string>() + " " + name + "=x", name + ": 'x'");
      else
        expect_refused(with(command, option, ""), name + ": empty; wanted ");
    }
}

TEST_F(Options, RefuseWrongNumbersByTheirName) {
  const std::string digits(42, '4');
  for (const Json& command : commands())
    for (const Json& option : command["options"]) {
      const std::string name = option["name"], kind = option["kind"];
      const Json of = option["of"];
      if (kind == "count" || of == "count")
        for (const std::string& wrong : {std::string("1.5"), digits})
          expect_refused(with(command, option, wrong), name + ": '" + wrong.substr(0, 40));
      if (kind == "number" || of == "number")
        for (const std::string wrong : {"nan", "1e999"})
          expect_refused(with(command, option, wrong), name + ": '" + wrong + "'; wanted ");
    }
}

TEST_F(Options, RefuseWhatIsBeyondTheirRange) {
  const auto beyond = [](const std::string& least) { return least == "0" ? "-1" : "-99999999"; };
  for (const Json& command : commands())
    for (const Json& option : command["options"])
      if (option["least"].is_string()) {
        const std::string wrong = beyond(option["least"]);
        expect_refused(with(command, option, wrong),
                       option["name"].get<std::string>() + ": '" + wrong + "'; wanted ");
      }
}

TEST_F(Options, EchoNothingRaw) {
  const std::string hostile = "a\n\x1b[31m\xff" + std::string(100'000, 'x');
  write("words", hostile);
  for (const std::string command :
       {"fit --data x --model \"$(cat words)\"", "fit --data \"$(cat words)\" --model davidson",
        "fit --data x --model davidson --scorer \"$(cat words)\"",
        "fit --data x --model \"davidson_luce:max_order=$(cat words)\"",
        "fit --data x --model \"davidson_luce:$(cat words)\"", "fit \"--$(cat words)\"",
        "\"$(cat words)\"", "rank a b \"$(cat words)\"", "rank a \"$(cat words)\"",
        "likelihood --model pmop_full --scores \"1,$(cat words)\" --buckets 1",
        "new potential \"$(cat words)\" --out x", "evaluate a b --metrics \"$(cat words)\"",
        "models --json=\"$(cat words)\"", "compare --data x --models \"$(cat words)\""})
    expect_refused(command, "fubini: ");
  write("data.csv", "weight," + std::string(100'000, 'n') + ",b\n1,x,1\n");
  expect_refused("fit --data data.csv --model davidson", "data.csv:2:3: 'x' as rank of 'nnn");
  write("two.csv", "weight,a,b\n1,1,2\n");
  expect_refused("fit --data two.csv --model davidson_luce:max_order=1000000",
                 "max_order is 1000000; wanted 1 to 10000");
  expect_refused("likelihood --model davidson_luce:max_order=10000 --scores 1 --buckets 1",
                 "log_delta_2");
}

TEST_F(Options, ThatAreForgottenOrDoubledAreNamed) {
  expect_refused("fit --out --model davidson", "--out: '--model'; wanted a value");
  expect_refused("fit --l2= --data x", "'--l2=': empty; wanted a value");
  expect_refused("fit --out", "--out: no value; wanted one");
  expect_refused("fit --l2 1 --l2 2", "--l2: given 2 times; wanted once");
  expect_refused("rank a b c", "'c': one word too many");
  expect_refused("fit --data x --model davidson_luce:", "nothing after the colon");
  expect_refused("fit --data x --model davidson_luce:max_order=", "max_order: empty; wanted");
  expect_refused("fit --data x --model davidson_luce:max_order=3:max_order=4", "stands twice");
  expect_refused("fit --data x --model davidson_luce:orders=", "orders: empty; wanted");
}

TEST_F(Options, AreCheckedBeforeDataIsRead) {
  for (const std::string wrong :
       {"--l1 1 --optimizer sgd", "--inference gibbs --optimizer lbfgs",
        "--optimizer lbfgs:memory=0", "--optimizer lbfgs:memory=2000000000"})
    for (const std::string command :
         {"fit --data nowhere --model davidson ", "compare --data nowhere --models davidson "}) {
      const Finished found = fubini(command + wrong);
      EXPECT_EQ(found.status, 2);
      EXPECT_EQ(found.err.find("nowhere"), std::string::npos) << found.err;
    }
  expect_refused("fit --data nowhere --model davidson --patience 3", "--patience");
  expect_refused("fit --data nowhere --model davidson --l1 1 --optimizer sgd", "--optimizer: l1");
  for (const std::string output : {"--out", "--log", "--checkpoint"})
    expect_refused("fit --data nowhere --model davidson " + output + " " + std::string(300, 'x'),
                   output + ": 'xxx");
  expect_refused("compare --data nowhere --metrics ndgc", "--metrics: unknown metric");
}

TEST_F(Options, OfAComparisonThatCannotBeAreNoEmptyTable) {
  write("rows.txt", "2 qid:1 1:1\n0 qid:1 1:2\n1 qid:2 1:3\n0 qid:2 1:1\n");
  for (const std::string wrong : {"--l2 nan", "--scorer garbage", "--scorer mlp:garbage",
                                  "--scorer worths", "--iterations -1", "--batch -1"})
    expect_refused("compare --data rows.txt " + wrong, "--");
  write("pairs.csv", "item_i,item_j,wins_i,wins_j,ties\na,b,3,0,0\n");
  expect_refused("compare --data pairs.csv --models bradley_terry", "bradley_terry");
  // What some models cannot do is said below the table of the others.
  const Finished some =
      fubini("compare --data rows.txt --models 'pmop_full;davidson_luce:max_order=1'");
  EXPECT_EQ(some.status, 0) << some.err;
}

TEST_F(Options, OfAScorerThatDoesNotGoWithTheDataAreNamed) {
  write("rows.txt", "2 qid:1 1:1\n0 qid:1 1:2\n1 qid:2 1:3\n0 qid:2 1:1\n");
  write("pairs.csv", "item_i,item_j,wins_i,wins_j,ties\na,b,3,1,0\nb,a,2,1,0\n");
  for (const std::string command :
       {"fit --model plackett_luce ", "compare --models plackett_luce "}) {
    expect_refused(command + "--data rows.txt --scorer mlp:0", "--scorer: scorer mlp: '0'");
    expect_refused(command + "--data rows.txt --scorer worths",
                   "--scorer: scorer worths: the data");
    for (const std::string scorer : {"linear", "products:all"})
      expect_refused(command + "--data pairs.csv --scorer " + scorer,
                     "--scorer: the data has no features");
  }
}

TEST_F(Options, TakeNumbersByNoLocale) {
  const std::string fit =
      "LC_ALL=de_DE.UTF-8 " + program_path() + " fit --data x --model davidson ";
  EXPECT_NE(shell(fit + "--l2 0.5").err.find("x: cannot open"), std::string::npos);
  EXPECT_NE(shell(fit + "--l2 0,5").err.find("--l2: '0,5'"), std::string::npos);
}

TEST_F(Options, ThatAModelCannotServeAreNamed) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"sample --model davidson_luce --scores 1,2 --ties 1,2", "--ties: 2 tie parameters"},
      {"simulate --model davidson --out x --ties 1,2", "--ties: 2 tie parameters"},
      {"simulate --model rank_regress --out x", "--model: simulate: model rank_regress is a loss"},
      {"sample --model bradley_terry --scores 1,2", "--model: model bradley_terry does not choose"},
      {"likelihood --model davidson --scores=-1e308,1e308 --buckets 1,1 --ties 0",
       "--scores, --ties: davidson: the log-likelihood is -inf"}};
  for (const auto& [words, sentence] : wrong) {
    const Finished found = fubini(words);
    EXPECT_EQ(found.status, 2) << words;
    EXPECT_NE(found.err.find(sentence), std::string::npos) << words << "\n" << found.err;
    EXPECT_FALSE(exists("x")) << words;
  }
}

}  // namespace
}  // namespace fubini::options_test
