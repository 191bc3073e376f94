// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/folder.hpp"
#include "tests/support/random_rows.hpp"

#include <string>

namespace fubini::interrupted_test {
namespace {

constexpr int kInterrupted = 130;

// Commands that would take minutes. After a second comes Ctrl-C; what does not heed it is killed
// (137) long before it could end by itself.
class Interrupted : public FolderTest {
 protected:
  void SetUp() override {
#ifdef __SANITIZE_THREAD__
    GTEST_SKIP() << "the thread sanitizer keeps signals from a thread that computes";
#endif
    FolderTest::SetUp();
    std::string large;
    for (int i = 0; i < 1'000'000; ++i)
      large += std::to_string(i % 4) + " qid:1 1:0." + std::to_string(i % 997) + "\n";
    write("large.txt", large);
    write("train.txt", random_rows(60, 4, 1));
    ASSERT_EQ(fubini("fit --data train.txt --model pmop_full --out model.json --quiet").status, 0);
    ASSERT_EQ(shell("mkfifo fifo").status, 0);
  }
  // (In the foreground: else the group gets a second signal, and two end a fit at once.)
  Finished after_a_second(const std::string& arguments) const {
    return shell("timeout --foreground --preserve-status -s INT -k 20 1 " + program_path() + " " +
                 arguments);
  }
  std::string listing() const { return shell("ls -A").out; }
};

TEST_F(Interrupted, EveryCommandEndsWith130AndLeavesNothing) {
  const std::string before = listing();
  for (const std::string arguments :
       {"check --level full",
        "sample --model davidson_luce --scores 1,2,3,4,5,6,7,8 --ties 0 "
        "--draws 100000000",
        "simulate --queries 400000 --features 20 --out out.txt", "rank model.json fifo",
        "evaluate model.json fifo", "fit --data fifo --model pmop_full --out out.json",
        "simulate --model davidson --items 1000 --ties 0 --comparisons 1000000000 --out out.csv"}) {
    const Finished found = after_a_second(arguments);
    EXPECT_EQ(found.status, kInterrupted) << arguments << ": " << found.err;
    EXPECT_NE(found.err.find("fubini: interrupted\n"), std::string::npos) << found.err;
    EXPECT_EQ(listing(), before) << arguments;
  }
}

TEST_F(Interrupted, AFitHeedsItInTheMiddleOfAnEvaluation) {
  const Finished found = shell(
      "{ " + program_path() +
      " fit --data large.txt --model davidson --out out.json 2>err & p=$!; " +
      "while kill -0 $p && ! grep -q 'may take about' err; do sleep 0.01; done; sleep 0.5; " +
      "kill -TERM $p; wait $p; code=$?; cat err >&2; exit $code; }");  // sh has jobs ignore SIGINT
  EXPECT_EQ(found.status, kInterrupted) << found.err;
  EXPECT_NE(found.err.find("interrupted before the first iteration was over"), std::string::npos)
      << found.err;
  EXPECT_FALSE(exists("out.json"));
}

TEST_F(Interrupted, AComparisonShowsWhatHadEnded) {
  const Finished found = after_a_second(
      "compare --data large.txt --models pmop_full,davidson "
      "--iterations 1 --quiet --metrics ndcg");
  EXPECT_EQ(found.status, kInterrupted) << found.err;
  EXPECT_NE(found.err.find("interrupted"), std::string::npos) << found.err;
  EXPECT_EQ(found.out.find("\ndavidson"), std::string::npos) << "half a fit is no row";
}

}  // namespace
}  // namespace fubini::interrupted_test
