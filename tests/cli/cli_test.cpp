// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/paths.hpp"
#include "tests/support/run.hpp"

#include "fubini/core/text.hpp"
#include "fubini/catalogue/models.hpp"
#include "fubini/model/log_likelihood.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>

namespace fubini::cli_test {
namespace {

Finished fubini(const std::string& arguments) { return run(program_path() + " " + arguments); }

// The numbers of a JSON array or number that follows "key":
std::vector<double> numbers(const std::string& json, const std::string& key) {
  std::smatch found;
  if (!std::regex_search(json, found, std::regex("\"" + key + "\": (\\[[^\\]]*\\]|[^,}]*)")))
    return {std::nan("")};
  const std::string text = found[1];
  std::vector<double> result;
  const std::regex number("-?[0-9][0-9.e+-]*");
  for (std::sregex_iterator it(text.begin(), text.end(), number), end; it != end; ++it)
    result.push_back(parse_double(it->str()).value());
  return result;
}

TEST(Cli, ListsEveryModelOfTheCatalogue) {
  const Finished listed = fubini("models"), json = fubini("models --json");
  EXPECT_EQ(listed.status, 0);
  EXPECT_EQ(json.status, 0);
  for (const auto& entry : built_in_models()) {
    EXPECT_NE(listed.out.find("\n" + entry.info.name + " "), std::string::npos) << listed.out;
    EXPECT_NE(listed.out.find(entry.info.description), std::string::npos);
    EXPECT_NE(json.out.find("\"name\": \"" + entry.info.name + "\""), std::string::npos);
  }
}

TEST(Cli, LikelihoodPrintsSeventeenDigitsThreeWays) {
  const std::vector<double> f = {1.2, 0.3, -0.5}, ties = {0.1};
  const auto wanted =
      log_likelihood_gradient(built_in_models().make("davidson"), Ranking({1, 2}), f, ties);
  for (const std::string by : {"hand", "autodiff", "digits"}) {
    const Finished found = fubini(
        "likelihood --model davidson --scores 1.2,0.3,-0.5 --buckets 1,2 "
        "--ties 0.1 --json --gradient " +
        by);
    ASSERT_EQ(found.status, 0) << found.err;
    EXPECT_NEAR(numbers(found.out, "value").at(0), wanted.value, 1e-15);
    const auto scores = numbers(found.out, "scores"), slopes = numbers(found.out, "ties");
    ASSERT_EQ(scores.size(), f.size());
    ASSERT_EQ(slopes.size(), ties.size());
    for (std::size_t i = 0; i < f.size(); ++i) EXPECT_NEAR(scores[i], wanted.scores[i], 1e-15);
    EXPECT_NEAR(slopes[0], wanted.ties[0], 1e-15);
    if (by == "hand") {
      EXPECT_EQ(numbers(found.out, "value").at(0), wanted.value) << "digits were lost";
    }
  }
}

TEST(Cli, LikelihoodTakesNegativeFirstScoresAndOptions) {
  EXPECT_EQ(fubini("likelihood --model pmop_full --scores -1,2 --buckets 2").status, 0);
  EXPECT_EQ(fubini("likelihood --model pmop_full --scores=-1,2 --buckets 2").status, 0);
  const Finished without =
      fubini("likelihood --model pmop_full:constant=no --scores -1,2 --buckets 2");
  EXPECT_NE(without.out.find("value           0\n"), std::string::npos) << without.out;
}

TEST(Cli, IsTheSameInALocaleWithDecimalCommas) {
  const std::string command =
      "likelihood --model davidson --scores 1.5,0.25 --buckets 2 --ties 0.5";
  const Finished plain = fubini(command);
  const Finished comma = run("LC_ALL=de_DE.UTF-8 " + program_path() + " " + command);
  EXPECT_EQ(comma.out, plain.out);
  EXPECT_EQ(comma.status, 0);
}

struct Bad {
  const char* arguments;
  const char* sentence;  // that the error must contain
};

class BadInput : public testing::TestWithParam<Bad> {};

TEST_P(BadInput, EndsWithTwoAndASentence) {
  const Finished found = fubini(GetParam().arguments);
  EXPECT_EQ(found.status, 2) << found.out << found.err;
  EXPECT_NE(found.err.find(GetParam().sentence), std::string::npos) << found.err;
  EXPECT_EQ(found.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    Cli, BadInput,
    testing::Values(
        Bad{"", "subcommand"}, Bad{"likelyhood", "did you mean likelihood?"},
        Bad{"models --jsn", "unknown option '--jsn'; did you mean --json?"},
        Bad{"fit --dta x", "did you mean --data?"}, Bad{"fit --quite", "did you mean --quiet?"},
        Bad{"likelihood --model davidson", "--scores is required"},
        Bad{"likelihood --model davidsn --scores 1,2 --buckets 1,1", "did you mean davidson?"},
        Bad{"likelihood --model davidson --scores 1,2 --buckets 1,1",
            "0 tie parameters; wanted 1 (beta)"},
        Bad{"likelihood --model pmop_full --scores 1,2 --buckets 1,1 --ties 3",
            "1 tie parameters; wanted 0"},
        Bad{"likelihood --model pmop_full --scores 1,2,3 --buckets 1,1",
            "--buckets: 2 items; wanted 3"},
        Bad{"likelihood --model pmop_full --scores '' --buckets 1", "--scores: empty; wanted"},
        Bad{"likelihood --model pmop_full --scores 1,x --buckets 1,1",
            "--scores: 'x'; wanted finite numbers"},
        Bad{"likelihood --model pmop_full --scores 1,,2 --buckets 1,1",
            "--scores: empty; wanted finite numbers"},
        Bad{"likelihood --model pmop_full --scores 1,nan --buckets 1,1",
            "--scores: 'nan'; wanted finite"},
        Bad{"likelihood --model pmop_full --scores 1,inf --buckets 1,1",
            "--scores: 'inf'; wanted finite"},
        Bad{"likelihood --model pmop_full --scores 1,1e999 --buckets 1,1", "'1e999'"},
        Bad{"likelihood --model davidson --scores 1,2 --buckets 2 --ties nan",
            "--ties: 'nan'; wanted finite"},
        Bad{"likelihood --model pmop_full --scores 1,2 --buckets 2,0",
            "--buckets: '0'; wanted whole numbers from 1"},
        Bad{"likelihood --model pmop_full --scores 1,2 --buckets ''", "--buckets"},
        Bad{"likelihood --model pmop_full --scores 1,2 --buckets 1.5", "--buckets: '1.5'"},
        Bad{"likelihood --model pmop_full --scores 1 --buckets 99999999999999", "--buckets"},
        Bad{"likelihood --model pmop_full --scores 1,2 --buckets 2 --gradient hnd",
            "did you mean hand?"},
        Bad{"likelihood --model pmop_full:constant --scores 1 --buckets 1", "wanted name=value"},
        Bad{"likelihood --model pmop_full:constant=maybe --scores 1 --buckets 1",
            "option constant: 'maybe'; wanted yes or no"},
        Bad{"likelihood --model pmop_full:konstant=no --scores 1 --buckets 1",
            "did you mean constant?"},
        Bad{"likelihood --model glenn_david --scores 1,2 --buckets 1,1 --ties 800",
            "log-likelihood is"},
        Bad{"likelihood --model glenn_david --scores=0,0,0 --buckets=1,2 --ties=354.88",
            "tie parameter 1 is -inf; scores or tie parameters are too far out"},
        Bad{"likelihood --model davidson_luce --scores 1,2,3 --buckets 3 --ties 0",
            "gives no bucket of more than 2 items"}));

TEST(Cli, AFullDiskIsNotSuccess) {
  const Finished found = run(program_path() + " models >/dev/full");
  EXPECT_EQ(found.status, 2);
  EXPECT_NE(found.err.find("cannot write"), std::string::npos) << found.err;
}

TEST(Cli, HelpAndVersionSucceed) {
  for (const char* arguments : {"--help", "--version", "models --help", "likelihood --help"}) {
    const Finished found = fubini(arguments);
    EXPECT_EQ(found.status, 0) << arguments;
    EXPECT_NE(found.out, "") << arguments;
  }
}

}  // namespace
}  // namespace fubini::cli_test
