// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/ranker.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/random_rows.hpp"

#include <nlohmann/json.hpp>

namespace fubini::fit_interrupted_test {
namespace {

constexpr int kKilled = 128 + 9;
constexpr int kInterrupted = 130;

class InterruptedFit : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    write("train.txt", random_rows(60, 4, 1));
    write("valid.txt", random_rows(10, 4, 2));
  }

  static std::string command(const std::string& arguments) {
    return program_path() + " fit --data train.txt --quiet --every 1 --log log --out model.json " +
           arguments;
  }

  // Sends the signal as soon as the log has so many lines. The fit may come to its end before.
  Finished signalled(const std::string& arguments, const std::string& signal, int lines) const {
    return shell("rm -f log; " + command(arguments) + " & p=$!; while kill -0 $p 2>/dev/null && " +
                 "[ $(cat log 2>/dev/null | wc -l) -lt " + std::to_string(lines) +
                 " ]; do sleep 0.002; done; kill -" + signal + " $p 2>/dev/null; wait $p");
  }

  void expect_same_bits(const FittedModel& wanted, const std::string& why) const {
    const FittedModel found = read_model(path("model.json"));
    EXPECT_EQ(found.weights, wanted.weights) << why;
    EXPECT_EQ(found.ties, wanted.ties) << why;
    EXPECT_EQ(found.from.iterations, wanted.from.iterations) << why;
    EXPECT_EQ(found.from.objective, wanted.from.objective) << why;
  }

  nlohmann::json first_logged() const {
    const std::string log = read_file(path("log"));
    return nlohmann::json::parse(log.substr(0, log.find('\n')));
  }
};

TEST_F(InterruptedFit, KilledAndResumedEndsWithTheSameBits) {
  for (const std::string how :
       {"--model pmop_mean --optimizer lbfgs --scorer mlp:4 --tolerance 0 --iterations 20 "
        "--valid valid.txt",
        "--model davidson --l1 0.5 --tolerance 0 --iterations 20",
        "--model pmop_mean --optimizer adam --iterations 20 --valid valid.txt"}) {
    const Finished whole = shell(command(how));
    ASSERT_EQ(whole.status, 0) << whole.err;
    const std::string old = read_file(path("model.json"));
    const FittedModel wanted = read_model(path("model.json"));
    for (const int lines : {1, 9}) {
      write("model.json", old);
      const Finished killed = signalled(how, "KILL", lines);
      if (killed.status == 0) continue;  // was faster
      EXPECT_EQ(killed.status, kKilled) << killed.err;
      EXPECT_EQ(read_file(path("model.json")), old) << "the old model is touched at the end only";
      const Finished again = signalled(how + " --resume", "KILL", lines + 5);
      if (again.status != 0) {
        EXPECT_EQ(again.status, kKilled) << again.err;
      }
      const Finished resumed = shell(command(how + " --resume"));
      ASSERT_EQ(resumed.status, 0) << resumed.err;
      EXPECT_EQ(resumed.out, whole.out);
      expect_same_bits(wanted, how);
    }
  }
}

TEST_F(InterruptedFit, ALogThatNobodyReadsEndsOnCtrlC) {
  const std::string fit = program_path() + " fit --data train.txt --model pmop_full --log pipe";
  const Finished found = shell("mkfifo pipe && timeout --preserve-status -k 9 -s INT 1 " + fit);
  EXPECT_EQ(found.status, kInterrupted) << found.err;
  const Finished read = shell("(cat pipe > kept & " + fit + " && wait) && tail -n 1 kept");
  EXPECT_EQ(read.status, 0) << read.err;
  EXPECT_NE(read.out.find("\"iteration\""), std::string::npos) << read.out;
}

TEST_F(InterruptedFit, AResumedFitRepeatsAtMostOneInterval) {
  const std::string how = "--model pmop_mean --optimizer adam --iterations 100000";
  ASSERT_EQ(signalled(how, "KILL", 12).status, kKilled);
  ASSERT_EQ(signalled(how + " --resume", "INT", 1).status, kInterrupted);
  EXPECT_GE(first_logged()["iteration"], 12);
}

TEST_F(InterruptedFit, CtrlCStopsCleanlyWithTheBestModelSoFar) {
  for (const std::string how : {"--model pmop_mean --optimizer adam --valid valid.txt",
                                "--model pmop_mean --optimizer sgd"}) {
    const Finished found = signalled(how + " --iterations 100000 --json", "INT", 5);
    EXPECT_EQ(found.status, kInterrupted) << found.err;
    const auto json = nlohmann::json::parse(found.out);
    EXPECT_GE(json["iterations"], 5);
    EXPECT_EQ(json["stopped"], "it was interrupted");
    const Ranker ranker = Ranker::load(path("model.json"));
    EXPECT_EQ(ranker.model().from.iterations, json["iterations"]);
    EXPECT_EQ(fubini("rank model.json valid.txt").status, 0);
    EXPECT_TRUE(exists("model.json.checkpoint")) << "so that it can go on";
  }
}

TEST_F(InterruptedFit, AfterCtrlCResumeGivesTheSameBits) {
  for (const std::string how :
       {"--model pmop_mean --optimizer lbfgs --scorer mlp:4 --tolerance 0 --iterations 25",
        "--model pmop_mean --optimizer adagrad --iterations 25"}) {
    ASSERT_EQ(shell(command(how)).status, 0);
    const FittedModel wanted = read_model(path("model.json"));
    const Finished stopped = signalled(how, "INT", 6);
    if (stopped.status == 0) continue;  // was faster
    EXPECT_EQ(stopped.status, kInterrupted) << stopped.err;
    ASSERT_EQ(shell(command(how + " --resume")).status, 0);
    expect_same_bits(wanted, how);
  }
}

TEST_F(InterruptedFit, ACheckpointOfAnotherFitIsRefused) {
  const std::string how = "--model pmop_mean --iterations 100000 --optimizer ";
  ASSERT_EQ(signalled(how + "adam", "KILL", 2).status, kKilled);
  for (const char* other : {"adam --l2 1", "adam --seed 2", "sgd", "lbfgs",
                            "adam --valid valid.txt", "adam --rate 0.5", "adam --scorer mlp:2"}) {
    const Finished found = shell(command(how + other + " --resume"));
    EXPECT_EQ(found.status, 2) << other;
    EXPECT_NE(found.err.find("model.json.checkpoint: "), std::string::npos) << found.err;
  }
  EXPECT_EQ(signalled(how + "adam --threads 1 --resume", "INT", 1).status, kInterrupted);
}

// Where a full disk and a read-only folder can be had: root's own mounts, gone with the shell
bool can_mount() { return run("unshare -m sh -c 'mount -t tmpfs none /mnt'").status == 0; }

TEST_F(InterruptedFit, AFullDiskLeavesTheOldModelIntact) {
  const Finished log = fubini("fit --data train.txt --model davidson --quiet --log /dev/full");
  EXPECT_EQ(log.status, 2);
  EXPECT_NE(log.err.find("/dev/full: cannot write"), std::string::npos) << log.err;
  if (!can_mount()) GTEST_SKIP() << "NOT TESTED: a small disk cannot be mounted here (no root)";
  ASSERT_EQ(shell("mkdir disk && " + command("--model davidson")).status, 0);
  const std::string fill =
      "mount -t tmpfs -o size=64k none disk && cp model.json disk/model.json && "
      "{ cat /dev/zero >disk/rest 2>/dev/null; ";
  const std::string fit =
      program_path() + " fit --data train.txt --model rao_kupper --quiet --out disk/model.json";
  for (const char* checkpoint : {"", " --checkpoint checkpoint"}) {
    const Finished found =
        shell("unshare -m sh -c '" + fill + fit + checkpoint +
              "; code=$?; cmp model.json disk/model.json && ls disk >listed; exit $code; }'");
    EXPECT_EQ(found.status, 2) << found.out << found.err;
    EXPECT_NE(found.err.find("cannot write"), std::string::npos) << found.err;
    EXPECT_NE(found.err.find("intact"), std::string::npos) << found.err;
    EXPECT_EQ(read_file(path("listed")), "model.json\nrest\n") << "the same model, no litter";
  }
  EXPECT_TRUE(exists("checkpoint")) << "what was fitted is not lost";
}

TEST_F(InterruptedFit, AReadOnlyFolderIsRefusedBeforeTheFit) {
  if (!can_mount()) GTEST_SKIP() << "NOT TESTED: nothing can be mounted here (no root)";
  ASSERT_EQ(shell("mkdir folder && " + command("--model davidson") +
                  " && cp model.json folder/model.json && rm log")
                .status,
            0);
  const Finished found =
      shell("unshare -m sh -c 'mount --bind folder folder && mount -o remount,ro,bind folder && " +
            program_path() +
            " fit --data train.txt --model rao_kupper --quiet --log log --out folder/model.json'");
  EXPECT_EQ(found.status, 2);
  EXPECT_NE(found.err.find("folder/model.json: cannot write"), std::string::npos) << found.err;
  EXPECT_FALSE(exists("log")) << "it is no use to begin";
  EXPECT_EQ(read_file(path("folder/model.json")), read_file(path("model.json")));
}

}  // namespace
}  // namespace fubini::fit_interrupted_test
