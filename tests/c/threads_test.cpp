// SPDX-License-Identifier: BSD-3-Clause
#include "tests/c/support.hpp"

#include <atomic>
#include <latch>
#include <thread>

namespace fubini {
namespace {

constexpr int kRounds = 5000;  // enough for threads to meet

TEST_F(CInterface, TwoThreadsScoreWithOneRanker) {
  std::vector<double> wanted(num_documents());
  ASSERT_EQ(score(wanted.data()), FUBINI_OK);
  std::atomic<int> right = 0;
  std::latch together(2);
  const auto work = [&] {
    together.arrive_and_wait();
    for (int round = 0; round < kRounds; ++round) {
      std::vector<double> found(num_documents());
      if (score(found.data()) == FUBINI_OK && found == wanted) ++right;
    }
  };
  std::thread one(work), two(work);
  one.join();
  two.join();
  EXPECT_EQ(right, 2 * kRounds);
}

TEST_F(CInterface, FreeWhileAnotherThreadScores) {
  std::vector<double> wanted(num_documents());
  ASSERT_EQ(score(wanted.data()), FUBINI_OK);
  std::atomic<int> scored = 0, wrong = 0;
  std::thread scoring([&] {
    std::vector<double> found(num_documents());
    fubini_status status = FUBINI_OK;
    for (; (status = score(found.data())) == FUBINI_OK; ++scored)
      if (found != wanted) ++wrong;
    if (status != FUBINI_BAD_ARGUMENT || !said("freed")) ++wrong;
  });
  while (scored < 100) std::this_thread::yield();
  EXPECT_EQ(fubini_ranker_free(ranker_), FUBINI_OK);
  scoring.join();
  EXPECT_EQ(wrong, 0);
  ranker_ = nullptr;
}

TEST_F(CInterface, OneOfTwoThreadsFrees) {
  for (int round = 0; round < kRounds; ++round) {
    fubini_dataset* data = nullptr;
    ASSERT_EQ(fubini_dataset_new(1, &data), FUBINI_OK);
    std::atomic<int> freed = 0;
    const auto work = [&] { freed += fubini_dataset_free(data) == FUBINI_OK; };
    std::thread other(work);
    work();
    other.join();
    ASSERT_EQ(freed, 1);
  }
}

TEST_F(CInterface, DataGrowsWhileOtherThreadsTrainAndCount) {
  std::thread growing([&] {
    for (int round = 0; round < kRounds; ++round)
      add("more", example_.berlin, example_.berlin_rows);
  });
  int trained = 0;
  std::int64_t seen = 0;
  fubini_train_options both_ways = options_;
  both_ways.validation = data_;
  both_ways.iterations = 2;
  for (int round = 0; round < 5; ++round) {
    fubini_ranker* ranker = nullptr;
    trained += fubini_train(data_, "davidson", &both_ways, &ranker) == FUBINI_OK;
    const std::int64_t before = seen;
    EXPECT_GE(seen = fubini_dataset_num_rows(data_), before);
    fubini_ranker_free(ranker);
  }
  growing.join();
  EXPECT_EQ(trained, 5);
  EXPECT_EQ(fubini_dataset_num_queries(data_), example_.dataset().num_queries() + kRounds);
}

TEST_F(CInterface, ErrorsBelongToTheirThread) {
  EXPECT_EQ(fubini_dataset_num_rows(nullptr), -1);
  const std::string mine = fubini_last_error();
  std::string fresh = "something", theirs;
  std::thread([&] {
    fresh = fubini_last_error();
    fubini_ranker_num_features(nullptr);
    theirs = fubini_last_error();
  }).join();
  EXPECT_EQ(fresh, "");
  EXPECT_NE(theirs, mine);
  EXPECT_EQ(fubini_last_error(), mine);
  EXPECT_EQ(fubini_dataset_num_features(data_), Example::num_features);
  EXPECT_EQ(fubini_last_error(), mine) << "a success leaves it";
}

}  // namespace
}  // namespace fubini
