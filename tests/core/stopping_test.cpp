// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/stopping.hpp"

#include "fubini/core/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace fubini::stopping_test {
namespace {

TEST(Stopping, OnlyWhileAStoppableStands) {
  const StopFlag asked = true, never = false;
  EXPECT_NO_THROW(stop_if_asked());
  {
    const Stoppable work(&asked);
    EXPECT_THROW(stop_if_asked(), Stopped);
    {
      const Stoppable same(nullptr);
      EXPECT_THROW(stop_if_asked(), Stopped);
      const Stoppable other(&never);
      EXPECT_NO_THROW(stop_if_asked());
    }
    EXPECT_THROW(stop_if_asked(), Stopped);
  }
  EXPECT_NO_THROW(stop_if_asked());
}

TEST(Stopping, ReachesTasksOfTasks) {
  StopFlag asked = false;
  const Stoppable work(&asked);
  std::atomic<int> begun = 0;
  const auto endless = [&](Index) {
    ++begun;
    for (;;) stop_if_asked();
  };
  std::thread other([&] {
    while (begun == 0) std::this_thread::yield();
    asked = true;
  });
  EXPECT_THROW(for_each_in_parallel(4, 2, [&](Index) { for_each_in_parallel(4, 2, endless); }),
               Stopped);
  other.join();
}

TEST(Stopping, OtherWorkGoesOn) {
  const StopFlag asked = true;
  const Stoppable work(&asked);
  bool stopped = false;
  std::thread([&] {
    try {
      stop_if_asked();
    } catch (const Stopped&) {
      stopped = true;
    }
  }).join();
  EXPECT_FALSE(stopped);
}

TEST(Parallel, ThrowsWhatTheFirstOfAllThrows) {
  for (int repeat = 0; repeat < 50; ++repeat) {
    std::vector<std::atomic<int>> done(100);
    const auto work = [&](Index k) {
      ++done[k];
      if (k % 10 == 7) throw std::runtime_error(std::to_string(k));
    };
    try {
      for_each_in_parallel(100, 4, work);
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "7");
    }
    for (Index k = 0; k <= 7; ++k) EXPECT_EQ(done[k], 1);
    for (const auto& times : done) EXPECT_LE(times, 1);
  }
}

std::atomic<int> raised = 0;

TEST(Stopping, ASignalIsPutOffWhileSomethingIsUnbroken) {
  raised = 0;
  const auto before = std::signal(SIGUSR1, [](int signal) {
    if (!Unbroken::put_off(signal)) ++raised;
  });
  {
    const Unbroken outer;
    {
      const Unbroken inner;
      std::raise(SIGUSR1);
    }
    EXPECT_EQ(raised, 0);
  }
  EXPECT_EQ(raised, 1);
  std::raise(SIGUSR1);
  EXPECT_EQ(raised, 2);
  std::signal(SIGUSR1, before);
}

}  // namespace
}  // namespace fubini::stopping_test
