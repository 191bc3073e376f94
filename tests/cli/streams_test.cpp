// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/ranker.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/random_rows.hpp"

#include <nlohmann/json.hpp>

#include <sstream>

namespace fubini::streams_test {
namespace {

// Ways to spoil standard error, as a shell has them; the last is a pipe whose reader has gone.
constexpr const char* kSpoiltErrors[] = {"2>&-", "2>/dev/full", "2>&1 >/dev/null | :"};

class Streams : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    write("train.txt", random_rows(60, 4, 1));
  }
  // The status of a command in front of `| :`, too
  Finished spoilt(const std::string& arguments, const std::string& how) const {
    return shell("bash -c '" + program_path() + " " + arguments + " " + how +
                 "; exit ${PIPESTATUS[0]}'");
  }
};

TEST_F(Streams, ASentenceThatNobodyCanReadIsNoAccident) {
  for (const char* how : kSpoiltErrors)
    for (const std::string arguments :
         {"fit --data nowhere --model davidson", "fit --dta x", "likelyhood",
          "fit --data train.txt --model davidson --checkpoint train.txt", "rank a b"})
      EXPECT_EQ(spoilt(arguments, how).status, 2) << arguments << " " << how;
}

TEST_F(Streams, ProgressThatNobodyCanReadIsNoAccident) {
  // beyond a second, so that progress is told
  const std::string fit =
      "fit --data train.txt --model pmop_mean --scorer mlp:32 --tolerance 0 --iterations 100000 "
      "--every 1 --log log --out model.json";
  for (const char* how : kSpoiltErrors) {
    std::filesystem::remove(path("log"));
    const Finished found = shell("bash -c 'timeout --signal=INT 2 " + program_path() + " " + fit +
                                 " " + how + "; exit ${PIPESTATUS[0]}'");
    EXPECT_TRUE(found.status == 124 || found.status == 130) << found.status << " " << how;
    EXPECT_EQ(read_model(path("model.json")).from.stopped, "it was interrupted") << how;
    std::istringstream lines(read_file(path("log")));
    int iteration = 0;
    for (std::string line; std::getline(lines, line);)
      EXPECT_EQ(nlohmann::json::parse(line)["iteration"], ++iteration) << how;
    EXPECT_GT(iteration, 1);
    EXPECT_EQ(read_file(path("model.json.checkpoint")).find("fubini journal"), 0u);
    EXPECT_EQ(read_file(path("model.json.checkpoint")).find("objective"), std::string::npos);
  }
}

TEST_F(Streams, WhatCannotBePrintedIsNotSuccess) {
  for (const std::string arguments :
       {"--help", "--version", "fit --help", "models", "models --json",
        "likelihood --model pmop_full --scores 1,2 --buckets 2",
        "sample --model pmop_full --scores 1,2", "fit --data train.txt --model davidson --quiet"})
    for (const char* how : {">/dev/full", ">&-"}) {
      const Finished found = spoilt(arguments, how);
      EXPECT_EQ(found.status, 2) << arguments << how;
      EXPECT_NE(found.err.find("cannot write to standard output"), std::string::npos)
          << arguments << how << found.err;
    }
}

TEST_F(Streams, APipeThatNobodyReadsIsASentence) {
  const Finished found =
      shell("mkfifo pipe; bash -c 'exec 3<>pipe 4>pipe 3<&-; " + program_path() + " models >&4'");
  EXPECT_EQ(found.status, 2);
  EXPECT_NE(found.err.find("Broken pipe"), std::string::npos) << found.err;
}

TEST_F(Streams, NoFileTakesThePlaceOfAClosedStream) {
  ASSERT_EQ(fubini("fit --data train.txt --model davidson --quiet --out wanted.json").status, 0);
  const FittedModel wanted = read_model(path("wanted.json"));
  for (int closed = 0; closed < 8; ++closed) {
    const bool in = (closed & 1) == 0, out = (closed & 2) == 0, err = (closed & 4) == 0;
    const std::string how =
        std::string(in ? "" : " <&-") + (out ? "" : " >&-") + (err ? "" : " 2>&-");
    const Finished fitted = shell(program_path() +
                                  " fit --data train.txt --model davidson --cache --log log "
                                  "--every 1 --out model.json" +
                                  how);
    EXPECT_EQ(fitted.status, out ? 0 : 2) << how << "; what was found could not be printed";
    EXPECT_EQ(read_model(path("model.json")).weights, wanted.weights) << how;
    EXPECT_EQ(read_file(path("log")).find("{\"iteration\":1,"), 0u) << how;
    EXPECT_FALSE(exists("model.json.checkpoint"));
    const Finished ranked = shell(program_path() + " rank model.json train.txt --out ranks" + how);
    EXPECT_EQ(ranked.status, 0) << how << "; there was nothing to print";
    EXPECT_EQ(read_file(path("ranks")), fubini("rank model.json train.txt").out) << how;
  }
}

}  // namespace
}  // namespace fubini::streams_test
