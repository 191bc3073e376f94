// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/memory.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace fubini::memory_test {
namespace {

std::string error_of(double bytes) {
  try {
    check_memory("fit", "a vector", bytes, "fewer features");
  } catch (const MemoryError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Memory, MoreThanThereIsIsRefusedWithItsBytes) {
  const std::string error = error_of(4e18);
  EXPECT_TRUE(
      error.starts_with("fit: a vector takes 4000000000000000000 bytes (4000000000.0 GB), but "))
      << error;
  EXPECT_TRUE(error.ends_with(" are free; wanted fewer features")) << error;
}

TEST(Memory, LittleIsNotAskedAbout) {
  EXPECT_EQ(error_of(0), "no error");
  EXPECT_EQ(error_of(kLargeRequest - 1), "no error");
}

TEST(Memory, TheMachineHasSome) {
  EXPECT_GT(available_memory(), 0);
  EXPECT_LT(available_memory(), 1e18);
}

// In a process of its own: what is limited stays so.
TEST(MemoryDeathTest, TheLimitOfTheProcessCounts) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers reserve all the address space there is";
#endif
  constexpr double kRoom = 256 << 20;
  const auto limited = [] {
    double pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const auto most = static_cast<rlim_t>(pages * 4096 + kRoom);
    const rlimit limit{most, RLIM_INFINITY};
    if (setrlimit(RLIMIT_AS, &limit) != 0) std::exit(2);
    const bool right = error_of(kRoom / 2) == "no error" && error_of(1.1 * kRoom) != "no error";
    std::exit(right ? 0 : 1);
  };
  EXPECT_EXIT(limited(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace fubini::memory_test
