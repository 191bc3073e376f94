// SPDX-License-Identifier: BSD-3-Clause
#include "cli/files.hpp"
#include "fubini/core/error.hpp"
#include "fubini/io/ranker.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/random_rows.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace fubini::files_test {
namespace {

namespace fs = std::filesystem;

class FilesOfCommands : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    write("train.txt", random_rows(30, 4, 1));
    write("valid.txt", random_rows(10, 4, 2));
    ASSERT_EQ(fubini("fit --data train.txt --model davidson --quiet --out model.json").status, 0);
    write("scores.txt", fubini("rank model.json valid.txt").out);
  }
  static inline const std::string kFit = "fit --data train.txt --model davidson --quiet ";

  // The files of this folder with what is in them, less those of a test itself
  std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::directory_iterator(path("")))
      if (entry.is_regular_file()) all[entry.path().filename()] = read_file(entry.path());
    return all;
  }
  void expect_refused(const std::string& arguments, const std::vector<std::string>& words) const {
    const auto before = contents();
    const Finished found = fubini(arguments);
    EXPECT_EQ(found.status, 2) << arguments << "\n" << found.out;
    EXPECT_EQ(found.out, "") << arguments;
    for (const std::string& word : words)
      EXPECT_NE(found.err.find(word), std::string::npos) << arguments << "\n" << found.err;
    EXPECT_EQ(std::ranges::count(found.err, '\n'), 1) << found.err;
    EXPECT_EQ(contents(), before) << arguments;
  }
};

TEST_F(FilesOfCommands, AreNeverTheSameWhereOneIsWritten) {
  struct Pair {
    std::string words, input, option_in, option_out;
  };
  const std::vector<Pair> pairs = {
      {"fit --model davidson --data train.txt --out", "train.txt", "--data", "--out"},
      {"fit --model davidson --data train.txt --log", "train.txt", "--data", "--log"},
      {"fit --model davidson --data train.txt --checkpoint", "train.txt", "--data", "--checkpoint"},
      {"fit --model davidson --data train.txt --valid valid.txt --out", "valid.txt", "--valid",
       "--out"},
      {"rank model.json valid.txt --out", "valid.txt", "data", "--out"},
      {"rank model.json valid.txt --out", "model.json", "model", "--out"},
      {"evaluate model.json valid.txt --per-query", "valid.txt", "data", "--per-query"},
      {"evaluate model.json valid.txt --per-query", "model.json", "model", "--per-query"},
      {"evaluate --scores scores.txt valid.txt --per-query", "scores.txt", "--scores",
       "--per-query"},
      {"check --model davidson --scorer linear --data train.txt --out", "train.txt", "--data",
       "--out"}};
  for (const Pair& pair : pairs) {
    fs::create_symlink(pair.input, path("soft"));
    fs::create_hard_link(path(pair.input), path("hard"));
    for (const std::string& name : {pair.input, "./" + pair.input, path(pair.input),
                                    std::string("soft"), std::string("hard")})
      expect_refused(pair.words + " " + name,
                     {pair.option_out + ": ", " is the file of " + pair.option_in + " too"});
    fs::remove(path("soft"));
    fs::remove(path("hard"));
  }
}

TEST_F(FilesOfCommands, OutputsThatAreNotThereYetAreNeverTheSame) {
  fs::create_directory(path("folder"));
  fs::create_directory_symlink("folder", path("also"));
  fs::create_symlink("folder/new", path("dangling"));
  const std::vector<std::pair<std::string, std::string>> pairs = {
      {"--out", "--checkpoint"}, {"--out", "--log"}, {"--checkpoint", "--log"}};
  for (const auto& [one, other] : pairs)
    for (const char* name : {"folder/new", "also/new", "./folder/../also/new", "dangling"})
      expect_refused(kFit + one + " folder/new " + other + " " + name, {one, other});
  expect_refused(kFit + "--out new --log new.checkpoint", {"--log", "--out (its checkpoint)"});
  expect_refused(kFit + "--cache --out train.txt.cache", {"--cache", "--out"});
  expect_refused(
      "fit --model davidson --cache --data train.txt --valid valid.txt --log "
      "valid.txt.cache",
      {"--cache", "--log"});
  fs::create_symlink("train.txt", path("again"));
  const Finished twice = fubini(kFit + "--cache --valid again --out folder/new");
  EXPECT_EQ(twice.status, 0) << "data may be validation data too: " << twice.err;
}

TEST_F(FilesOfCommands, StandardOutputIsAFileToo) {
  const std::vector<std::string> mixed = {
      kFit + "--out x >x", kFit + "--log x >>x", kFit + "--log x 2>x",
      "rank model.json valid.txt --out x >>x", "rank model.json scores.txt >>scores.txt"};
  for (const std::string& words : mixed) {
    const Finished found = fubini(words);
    EXPECT_EQ(found.status, 2) << words;
  }
  EXPECT_EQ(contents().at("scores.txt"), fubini("rank model.json valid.txt").out);
  const Finished asked = fubini("rank model.json valid.txt --out /dev/stdout >ranked");
  EXPECT_EQ(asked.status, 0) << asked.err;
  EXPECT_EQ(contents().at("ranked"), contents().at("scores.txt")) << "that is what was asked for";
}

TEST_F(FilesOfCommands, SomebodysFileIsNoCheckpointAndNoLog) {
  for (const std::string text : {"precious\n", "{\"iterations\": 3}\n", "fubini cache\n", "\n"}) {
    write("notes", text);
    expect_refused(kFit + "--checkpoint notes", {"--checkpoint: 'notes'", "no checkpoint"});
    expect_refused(kFit + "--checkpoint notes --resume", {"--checkpoint: 'notes'"});
    expect_refused(kFit + "--log notes", {"--log: 'notes'", "no log"});
    write("x.checkpoint", text);
    expect_refused(kFit + "--out x", {"--out (its checkpoint): 'x.checkpoint'"});
  }
  for (const char* option : {"--checkpoint", "--log"})
    expect_refused(kFit + option + " model.json", {"'model.json'"});
}

TEST_F(FilesOfCommands, AnOlderCheckpointLogAndModelAreWrittenOver) {
  const std::string model = contents().at("model.json");
  for (const std::string how : {"--optimizer lbfgs", "--optimizer adam --iterations 20"}) {
    write("log", "");
    write("checkpoint", "");
    for (int k = 0; k < 2; ++k) {
      const Finished found = fubini(
          "fit --data train.txt --model davidson --quiet --checkpoint checkpoint --log log "
          "--every 1 --out model.json " +
          how);
      EXPECT_EQ(found.status, 0) << found.err;
      EXPECT_FALSE(exists("checkpoint"));
      EXPECT_EQ(contents().at("log").find("{\"iteration\":1,"), 0u);
      // what a killed fit leaves: see the next run
      fubini(
          "fit --data train.txt --model davidson --quiet --checkpoint checkpoint --every 1 --out "
          "/dev/full " +
          how);
      EXPECT_TRUE(exists("checkpoint")) << how;
    }
    EXPECT_NE(contents().at("model.json"), model);
  }
}

TEST_F(FilesOfCommands, ARefusedFitTouchesNothing) {
  const Finished kept =
      fubini(kFit + "--checkpoint checkpoint --log log --every 1 --out /dev/full");
  ASSERT_EQ(kept.status, 2);
  write("apart.csv", "item_i,item_j,wins_i,wins_j,ties\nann,bob,3,0,0\n");
  write("bad.txt", "1 qid:1 1:x\n");
  for (const std::string words :
       {"--data apart.csv --model bradley_terry", "--data bad.txt --model davidson",
        "--data nowhere.txt --model davidson", "--data train.txt --valid nowhere --model davidson",
        "--data train.txt --model davidson --scorer products:2"})
    expect_refused("fit --checkpoint checkpoint --log log --out model.json " + words, {});
}

TEST_F(FilesOfCommands, PipesAndDevicesAreOutputs) {
  const std::string nobody =
      geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "";
  fs::permissions(path(""), fs::perms::all);
  const Finished null =
      shell(nobody + program_path() + " " + kFit + "--out /dev/null --log /dev/null");
  EXPECT_EQ(null.status, 0) << null.err;
  EXPECT_FALSE(fs::exists("/dev/null.checkpoint"));
  const std::string scores = contents().at("scores.txt");
  const std::string rank = program_path() + " rank model.json valid.txt --out ";
  const std::map<std::string, std::string> ways = {
      {"standard output", rank + "/dev/stdout"},
      {"standard error", rank + "/dev/stderr 2>&1"},
      {"a descriptor", rank + "/dev/fd/7 7>seven && cat seven"},
      {"a named pipe", "mkfifo fifo; cat fifo & " + rank + "fifo; wait"},
      {"process substitution", "bash -c '" + rank + ">(cat) | cat'"}};
  for (const auto& [name, command] : ways) {
    const Finished found = shell(command);
    EXPECT_EQ(found.status, 0) << name << ": " << found.err;
    EXPECT_EQ(found.out, scores) << name;
  }
  expect_refused(kFit + "--checkpoint /dev/null", {"--checkpoint: '/dev/null'"});
  expect_refused(kFit + "--resume --out /dev/null", {"--resume", "wanted --checkpoint FILE"});
  EXPECT_EQ(fubini(kFit + "--log /dev/stdout").out.find("{\"iteration\":1,"), 0u);
}

TEST_F(FilesOfCommands, AFitThatCannotBeFiledIsKept) {
  for (const std::string how : {"--optimizer lbfgs", "--optimizer adam --iterations 7",
                                "--optimizer sgd --iterations 20"}) {
    const std::string fit = kFit + how;
    ASSERT_EQ(fubini(fit + " --out wanted.json").status, 0);
    const std::string out = " --checkpoint state --out ";
    const Finished unfiled = fubini(fit + out + "/dev/full");
    EXPECT_EQ(unfiled.status, 2);
    EXPECT_NE(unfiled.err.find("/dev/full: cannot write"), std::string::npos) << unfiled.err;
    EXPECT_NE(unfiled.err.find("kept in 'state'"), std::string::npos) << unfiled.err;
    EXPECT_NE(unfiled.out.find("log-likelihood"), std::string::npos) << "what was found is printed";
    EXPECT_EQ(unfiled.out.find("written"), std::string::npos) << unfiled.out;
    ASSERT_EQ(fubini(fit + " --resume --log log" + out + "found.json").status, 0);
    const FittedModel found = read_model(path("found.json")),
                      wanted = read_model(path("wanted.json"));
    EXPECT_EQ(found.weights, wanted.weights) << how;
    EXPECT_EQ(found.ties, wanted.ties) << how;
    EXPECT_EQ(found.from.stopped, wanted.from.stopped) << how;
    EXPECT_EQ(contents().at("log").find("\"replayed\":false"), std::string::npos)
        << "nothing is computed again: " << how;
    EXPECT_FALSE(exists("state"));
  }
}

TEST_F(FilesOfCommands, AFitThatCannotBePrintedIsKeptToo) {
  const Finished lost = fubini(kFit + "--checkpoint state >/dev/full");
  EXPECT_EQ(lost.status, 2);
  EXPECT_NE(lost.err.find("kept in 'state'"), std::string::npos) << lost.err;
  EXPECT_TRUE(exists("state"));
  const Finished filed = fubini(kFit + "--checkpoint state --out x.json >/dev/full");
  EXPECT_EQ(filed.status, 2);
  EXPECT_NE(filed.err.find("'x.json' is written"), std::string::npos) << filed.err;
  EXPECT_FALSE(exists("state"));
  EXPECT_EQ(read_model(path("x.json")).model, "davidson");
}

TEST_F(FilesOfCommands, ALimitOnFilesIsAFullDisk) {
  for (const std::string command :
       {"simulate --queries 200 --features 20 --out model.json",
        "rank model.json train.txt --out model.json.ranks",
        "fit --data train.txt --model "
        "davidson --quiet --scorer mlp:50 --iterations 3 --out model.json"}) {
    const auto before = contents();
    const Finished found = shell("ulimit -f 1; " + program_path() + " " + command + " >/dev/null");
    EXPECT_EQ(found.status, 2) << command;
    EXPECT_NE(found.err.find("File too large"), std::string::npos) << found.err;
    auto after = contents();
    after.erase("model.json.checkpoint");
    EXPECT_EQ(after, before) << command;
  }
}

TEST_F(FilesOfCommands, LeftoversOfKilledRunsAreRemoved) {
  for (const std::string name : {".x.fubini-abcdef", ".x.checkpoint.fubini-234567",
                                 ".train.txt.cache.fubini-abcdef", ".log.fubini-abcdef"})
    write(name, "half");
  write(".other.fubini-abcdef", "half");
  ASSERT_EQ(fubini(kFit + "--cache --out x --log log").status, 0);
  for (const auto& [name, text] : contents())
    EXPECT_EQ(text == "half", name == ".other.fubini-abcdef") << name;
}

// What a path leads to may change while a command works.
TEST_F(FilesOfCommands, AreLookedAtAgainBeforeTheyAreWritten) {
  const cli::Files files({{"--data", path("train.txt"), cli::Use::read},
                          {"--out", path("out"), cli::Use::write},
                          {"--log", path("log"), cli::Use::log}});
  const cli::Output out = *files.output("--out");
  const std::string data = read_file(path("train.txt"));
  write("log", "");
  for (const char* other : {"train.txt", "log"}) {
    fs::create_symlink(path(other), path("out"));
    EXPECT_THROW(out.write("lost"), ArgumentError) << other;
    fs::remove(path("out"));
  }
  EXPECT_EQ(read_file(path("train.txt")), data);
  EXPECT_EQ(read_file(path("log")), "");
  out.write("written");
  EXPECT_EQ(read_file(path("out")), "written");
}

}  // namespace
}  // namespace fubini::files_test
