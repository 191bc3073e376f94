// SPDX-License-Identifier: BSD-3-Clause
// `fubini check` as people and programs see it.
#include "tests/support/folder.hpp"

#include "cli/cli.hpp"
#include "cli/commands.hpp"
#include "fubini/check/self_test/planted.hpp"

#include "tests/support/known.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

namespace fubini::check_test {
namespace {

using Json = nlohmann::json;

Finished fubini_check(const std::string& arguments) {
  return run(program_path() + " check " + arguments);
}

class CheckCommand : public FolderTest {
 protected:
  std::string file(const std::string& name, const std::string& text) const {
    write(name, text);
    return path(name);
  }
  Json json(const std::string& path) const {
    std::ifstream in(path);
    return Json::parse(in);
  }
};

TEST_F(CheckCommand, PrintsATableAndWritesTheSameAsJson) {
  const Finished done = fubini_check("--model pmop_full --scorer linear --out " + path("c.json"));
  EXPECT_EQ(done.status, 0) << done.out << done.err;
  EXPECT_TRUE(done.err.empty()) << "no progress in a pipe: " << done.err;
  EXPECT_NE(done.out.find("\npmop_full  linear"), std::string::npos) << done.out;
  EXPECT_NE(done.out.find("sums to one"), std::string::npos);

  const Json all = json(path("c.json"));
  ASSERT_EQ(all["gradients"].size(), 1u);
  const Json row = all["gradients"][0];
  const std::string head = done.out.substr(0, done.out.find('\n'));
  std::istringstream words(head);
  for (std::string word; words >> word;) EXPECT_TRUE(row.contains(word)) << word;
  EXPECT_EQ(row["model"], "pmop_full");
  EXPECT_EQ(row["verdict"], "ok");
  EXPECT_GT(row["entries"], 0);
  EXPECT_LE(row["truth"], 1e-13);
  EXPECT_TRUE(row["failures"].empty());
  EXPECT_GE(all["laws"].size(), 5u);
}

// Without the times that were measured
std::string but_for_times(const std::string& text) { return text.substr(0, text.find("Speed: ")); }

TEST_F(CheckCommand, TakesModelsWithOptionsAndASeed) {
  const auto run_with = [&](int seed) {
    const Finished done = fubini_check(
        "--model pmop_full:stage_weights=1,0.5 --scorer worths --seed " + std::to_string(seed));
    return but_for_times(done.out);
  };
  const std::string once = run_with(5);
  EXPECT_NE(once.find("pmop_full:stage_weights=1,0.5"), std::string::npos);
  EXPECT_EQ(once, run_with(5));
  EXPECT_NE(once, run_with(6));
}

TEST_F(CheckCommand, RunsOnAFile) {
  const std::string ranked = file("r.txt", "2 qid:a 1:1 2:0.5\n1 qid:a 1:-1\n1 qid:a 2:3\n");
  const Finished done = fubini_check("--model davidson --data " + ranked);
  EXPECT_EQ(done.status, 0) << done.out << done.err;
  EXPECT_NE(done.out.find("worths: not checked, the data has features"), std::string::npos);
  const std::string pairs = file("p.csv", "item_i,item_j,wins_i,wins_j,ties\na,b,3,1,2\n");
  EXPECT_EQ(fubini_check("--model davidson --scorer worths --data " + pairs).status, 0);
}

TEST_F(CheckCommand, BadInputExitsWithTwoAndASentence) {
  const auto refused = [](const std::string& arguments, const std::string& words) {
    const Finished done = fubini_check(arguments);
    EXPECT_EQ(done.status, 2) << arguments << ": " << done.out;
    EXPECT_TRUE(done.out.empty());
    EXPECT_NE(done.err.find(words), std::string::npos) << arguments << ": " << done.err;
  };
  refused("--model davison", "did you mean davidson?");
  refused("--model pmop_full:constant=perhaps", "constant");
  refused("--scorer liner", "did you mean linear?");
  refused("--scorer mlp", "no layers");
  refused("--scorer mlp:8,0", "'0' is not a size");
  refused("--level deep", "--level: unknown value 'deep'");
  refused("--seed -1", "--seed");
  refused("--data " + path("none"), path("none") + ": cannot open");
  refused("--data " + folder(), "Is a directory");
  refused("--data " + file("bad", "1 qid:1 1:x\n"), "bad:1:11: 'x' as value of feature 1");
  const std::string pairs = file("p.csv", "item_i,item_j,wins_i,wins_j,ties\na,b,3,1,2\n");
  refused("--scorer linear --data " + pairs, "no features");
  const std::string quick = "--model rank_regress --scorer worths --data " + pairs;
  refused(quick + " --out " + path("no/c.json"), "no/c.json: cannot write");
  refused(quick + " --out " + folder(), "Is a directory");
  refused("--data ''", "--data: empty; wanted a file");
  refused(quick + " --out ''", "--out: empty; wanted a file");
  refused("--self-test --level full", "--level");
}

TEST_F(CheckCommand, AFullDiskIsNoSuccess) {
  const Finished done = fubini_check("--model rank_regress --scorer worths > /dev/full");
  EXPECT_EQ(done.status, 2);
  EXPECT_NE(done.err.find("cannot write to standard output"), std::string::npos) << done.err;
  const Finished filed = fubini_check("--model rank_regress --scorer worths --out /dev/full");
  EXPECT_EQ(filed.status, 2);
  EXPECT_NE(filed.err.find("/dev/full: cannot write: No space left"), std::string::npos);
  EXPECT_NE(filed.out.find("rank_regress"), std::string::npos)
      << "the table is printed all the same";
}

// A catalogue with one model whose gradient is wrong
Catalogues wrong_models() {
  Catalogues result = known();
  ModelEntry entry = known().models.find("davidson");
  entry.name = entry.info.name = "slipped";
  entry.make = [](std::string_view) {
    const ModelTexts right = texts("davidson");
    return check::with_gradient(
               right,
               [model = right.plain](const Ranking& ranking, auto f, auto ties, Gradient g) {
                 model.log_likelihood(ranking, f, ties, g);
                 g.scores[0] += 0.25;
               })
        .plain;
  };
  result.models = ModelCatalogue({entry});
  return result;
}

TEST_F(CheckCommand, AWrongGradientExitsWithOneAndNamesTheEntryAndTheRule) {
  const cli::Outcome outcome =
      cli::check_command(wrong_models(), {.scorer = "worths", .out = path("c.json")});
  EXPECT_EQ(outcome.status, 1);
  for (const char* words :
       {"FAILED: truth, hard, reverse, forward, differences", "worst: item 1 of case ", "found ",
        "wanted ", "rule: |found - 50 digits| <= 1e-13 max(norm, 1)",
        "fubini likelihood --model slipped --buckets "})
    EXPECT_NE(outcome.text.find(words), std::string::npos) << words << "\n" << outcome.text;
  ASSERT_EQ(outcome.files.size(), 1u);
  const Json row = Json::parse(outcome.files[0].text)["gradients"][0];
  EXPECT_EQ(row["passed"], false);
  const Json failure = row["failures"][0];
  EXPECT_EQ(failure["against"], "truth");
  EXPECT_TRUE(failure["entry"].get<std::string>().starts_with("item ")) << failure;
  EXPECT_NE(failure["found"], failure["wanted"]);
}

TEST_F(CheckCommand, RefusesQueryNamesThatWouldSpoilTables) {
  const std::string data = file("l.txt", "2 qid:caf\xe9\x1b 1:1\n1 qid:caf\xe9\x1b 1:0.5\n");
  const Finished done = fubini_check("--model pmop_full --scorer linear --data " + data);
  EXPECT_EQ(done.status, 2);
  EXPECT_NE(done.err.find("l.txt:1:3: query"), std::string::npos) << done.err;
  EXPECT_EQ(done.err.find('\x1b'), std::string::npos);
}

TEST_F(CheckCommand, IsTheSameWithDecimalCommas) {
  const std::string arguments = "--model rank_regress --scorer linear";
  const Finished plain = fubini_check(arguments);
  const Finished german = run("LC_ALL=de_DE.UTF-8 " + program_path() + " check " + arguments);
  EXPECT_EQ(but_for_times(plain.out), but_for_times(german.out));
}

}  // namespace
}  // namespace fubini::check_test
