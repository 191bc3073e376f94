// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/simulate/simulate.hpp"

#include "fubini/io/read.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/same_dataset.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace fubini::simulate_test {
namespace {

class SimulateCommand : public FolderTest {
 protected:
  Finished simulate_to_file(const std::string& arguments) const {
    return run(program_path() + " simulate --out " + path("data") + " " + arguments);
  }
};

TEST_F(SimulateCommand, WritesWhatTheLibraryGives) {
  const Finished done = simulate_to_file(
      "--queries 20 --features 8 --mean-size 5 --first-query 7 --seed 3 --noise 0.5");
  ASSERT_EQ(done.status, 0) << done.err;
  const Dataset wanted = simulate(
      {.queries = 20, .features = 8, .mean_size = 5, .first_query = 7, .seed = 3, .noise = 0.5});
  EXPECT_EQ(difference(wanted, read_dataset(path("data"), {8, {}}).data), "");
  EXPECT_NE(done.out.find("20 queries, " + std::to_string(wanted.num_rows()) + " rows"),
            std::string::npos)
      << done.out;
  EXPECT_NE(done.out.find("grades: 0 "), std::string::npos) << done.out;
}

TEST_F(SimulateCommand, DrawsFromModelsOfRankingsAndOfPairs) {
  const Finished ranked =
      simulate_to_file("--queries 5 --features 3 --model davidson_luce --ties 0.5 --scale 2");
  EXPECT_EQ(ranked.status, 0) << ranked.err;
  EXPECT_EQ(read_dataset(path("data")).data.num_queries(), 5);
  for (const char* model : {"davidson --ties 0.1", "bradley_terry", "pmop_mean"}) {
    const Finished pairs =
        simulate_to_file("--items 5 --comparisons 300 --model " + std::string(model));
    ASSERT_EQ(pairs.status, 0) << pairs.err;
    EXPECT_EQ(read_dataset(path("data")).data.num_distinct_items(), 5);
    EXPECT_NE(pairs.out.find("300 comparisons of 5 items"), std::string::npos) << pairs.out;
  }
}

TEST_F(SimulateCommand, HelpFitsAScreenAndEndsWithAnExample) {
  const Finished help = run(program_path() + " simulate --help");
  EXPECT_EQ(help.status, 0);
  EXPECT_LE(std::ranges::count(help.out, '\n'), 24);
  EXPECT_NE(help.out.find("\nExample: fubini simulate "), std::string::npos) << help.out;
}

TEST_F(SimulateCommand, BadInputEndsWithTwoAndASentenceAndNoFile) {
  struct Bad {
    const char *arguments, *sentence;
  };
  for (const Bad& bad :
       {Bad{"--queries 0", "--queries: '0'; wanted a whole number from 1"},
        Bad{"--noise nan", "--noise: 'nan'"}, Bad{"--querys 5", "did you mean --queries?"},
        Bad{"--items 5", "goes with --model only"}, Bad{"--ties 5", "goes with --model only"},
        Bad{"--model davidsn", "did you mean davidson?"}, Bad{"--model ranking_svm", "is a loss"},
        Bad{"--model rank_regress --items 3", "is a loss"},
        Bad{"--model davidson", "wanted 1 (beta)"}, Bad{"--model pmop_elimination", "--items"},
        Bad{"--model pmop_full --by gibs", "did you mean gibbs?"},
        Bad{"--model pmop_full --noise 1", "does not go with --model"},
        Bad{"--model bradley_terry --queries 3", "--queries: does not go with"}}) {
    const Finished found = simulate_to_file(bad.arguments);
    EXPECT_EQ(found.status, 2) << bad.arguments;
    EXPECT_NE(found.err.find(bad.sentence), std::string::npos) << found.err;
    EXPECT_EQ(found.out, "");
    EXPECT_TRUE(std::filesystem::is_empty(folder())) << bad.arguments;
  }
  const Finished nowhere = run(program_path() + " simulate --out /nowhere/data");
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_NE(nowhere.err.find("/nowhere/data: cannot write"), std::string::npos) << nowhere.err;
}

}  // namespace
}  // namespace fubini::simulate_test
