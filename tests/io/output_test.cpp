// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/error.hpp"
#include "fubini/io/detail/beside.hpp"
#include "fubini/io/file.hpp"
#include "tests/support/folder.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace fubini {
namespace {

// What this program sees of two calls of the system: both are made below.
int umask_calls = 0;
std::function<void()> before_flock;

}  // namespace
}  // namespace fubini

extern "C" mode_t umask(mode_t mask) noexcept {
  ++fubini::umask_calls;
  return static_cast<mode_t>(syscall(SYS_umask, mask));
}

extern "C" int flock(int file, int how) noexcept {
  if (const auto hook = std::exchange(fubini::before_flock, {})) hook();
  return static_cast<int>(syscall(SYS_flock, file, how));
}

namespace fubini {
namespace {

namespace fs = std::filesystem;

class Outputs : public FolderTest {
 protected:
  void raw(const std::string& name, const std::string& text = "") const {
    std::ofstream(path(name)) << text;
  }
  bool same(const std::string& one, const std::string& other) const {
    return same_file(path(one), path(other));
  }
  mode_t mode(const std::string& name) const {
    struct stat about {};
    stat(path(name).c_str(), &about);
    return about.st_mode & 07777;
  }
};

TEST_F(Outputs, WhatKilledRunsLeftIsRemovedAndNothingElse) {
  const std::vector<std::string> left = {".a.fubini-abcdef", ".a.fubini-234567"};
  const std::vector<std::string> others = {
      ".a.fubini-abcde",  ".a.fubini-abcdefg", ".a.fubini-ABCDEF", "a.fubini-abcdef",
      ".b.fubini-abcdef", ".a.fubini-abc.ef",  "a.abcdef",         ".aa.fubini-abcdef"};
  for (const auto* names : {&left, &others})
    for (const std::string& name : *names) raw(name, "text");
  fs::create_directory(path(".a.fubini-folder"));
  fs::create_symlink(path("a.abcdef"), path(".a.fubini-linked"));
  check_writable(path("a"));
  for (const std::string& name : left) EXPECT_FALSE(exists(name)) << name;
  for (const std::string& name : others) EXPECT_TRUE(exists(name)) << name;
  EXPECT_TRUE(exists(".a.fubini-folder"));
  EXPECT_TRUE(fs::is_symlink(path(".a.fubini-linked")));
  EXPECT_FALSE(exists("a")) << "it is looked at, not written";
}

TEST_F(Outputs, WhatARunIsStillWritingStays) {
  raw(".a.fubini-abcdef");
  const int running = open(path(".a.fubini-abcdef").c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(running, LOCK_EX), 0);
  check_writable(path("a"));
  EXPECT_TRUE(exists(".a.fubini-abcdef"));
  close(running);
  check_writable(path("a"));
  EXPECT_FALSE(exists(".a.fubini-abcdef"));
}

// A new file is locked a moment after it is made: in between it looks like a leftover.
TEST_F(Outputs, AFileTakenForALeftoverIsMadeAgain) {
  int taken = 0;
  const std::function<void()> take = [&] {
    remove_leftovers(path("a"));  // by somebody else
    if (++taken < 3) before_flock = take;
  };
  before_flock = take;
  write_file(path("a"), "text");
  EXPECT_EQ(taken, 3);
  EXPECT_EQ(read_file(path("a")), "text");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("")), {}), 1) << "a alone";
}

TEST_F(Outputs, NamesOfEveryLengthCanBeWritten) {
  const std::string longest(255, 'x');
  write_file(path(longest), "text");
  check_writable(path(longest));
  EXPECT_EQ(read_file(path(longest)), "text");
}

TEST_F(Outputs, ALinkToWhatIsNotThereYetIsFollowed) {
  fs::create_directory(path("folder"));
  fs::create_symlink("folder/target", path("link"));
  fs::create_symlink("link", path("second"));
  write_file(path("second"), "text");
  EXPECT_TRUE(fs::is_symlink(path("second")));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_file(path("folder/target")), "text");
  remove_file(path("second"));
  EXPECT_FALSE(exists("folder/target"));
  fs::create_symlink("round", path("round"));
  EXPECT_THROW(write_file(path("round"), "text"), FileError);
}

TEST_F(Outputs, TheSameFileIsKnownThroughEveryLink) {
  raw("a");
  raw("b");
  fs::create_directory(path("folder"));
  fs::create_directory_symlink("folder", path("also"));
  fs::create_symlink("a", path("soft"));
  fs::create_hard_link(path("a"), path("hard"));
  fs::create_symlink("folder/new", path("dangling"));
  ASSERT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
  for (const char* name : {"a", "./a", "folder/../a", "also/../a", "soft", "hard"})
    EXPECT_TRUE(same("a", name)) << name;
  for (const char* name : {"folder/new", "also/new", "./folder/./new", "dangling"})
    EXPECT_TRUE(same("folder/new", name)) << name << ", which is not there yet";
  EXPECT_TRUE(same("fifo", "./fifo"));
  EXPECT_TRUE(same("no/folder", "no/folder"));
  for (const char* name : {"b", "new", "folder/new", "folder/a", "folder", "fifo"})
    EXPECT_FALSE(same("a", name)) << name;
  EXPECT_FALSE(same("new", "folder/new"));
  EXPECT_FALSE(same("no/folder", "nor/folder"));
  EXPECT_FALSE(same_file("/dev/null", "/dev/null")) << "any number may use it";
}

TEST_F(Outputs, ADescriptorIsWrittenWhereItStands) {
  const int file = open(path("a").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_EQ(::write(file, "before ", 7), 7);
  const std::string name = "/dev/fd/" + std::to_string(file);
  fs::create_symlink(name, path("link"));
  EXPECT_EQ(kind_of(path("link")), PathKind::stream);
  EXPECT_TRUE(same_file(name, path("a")));
  check_writable(name);
  write_file(path("link"), "text");
  GrowingFile(name).append(" after");
  EXPECT_EQ(read_file(path("a")), "before text after");
  EXPECT_EQ(::write(file, "!", 1), 1) << "it is still open";
  close(file);
  EXPECT_THROW(check_writable(name), FileError);
  const int reading = open(path("a").c_str(), O_RDONLY | O_CLOEXEC);
  EXPECT_THROW(check_writable("/dev/fd/" + std::to_string(reading)), FileError);
  close(reading);
}

TEST_F(Outputs, APipeThatDoesNotWaitIsWrittenWhole) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
  const std::string text(1'000'000, 'x');  // more than a pipe holds
  std::size_t read_bytes = 0;
  std::thread reader([&] {
    std::string some(10'000, ' ');
    for (ssize_t count = 1; count != 0;) {
      count = read(ends[0], some.data(), some.size());
      if (count > 0) read_bytes += static_cast<std::size_t>(count);
      if (count < 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  EXPECT_TRUE(write_all(ends[1], text));
  close(ends[1]);
  reader.join();
  EXPECT_EQ(read_bytes, text.size());
  close(ends[0]);
}

// It belongs to the whole process: to ask for it is to change it, for files of other threads too.
TEST_F(Outputs, TheUmaskCountsAndIsNeverTouched) {
  const mode_t before = umask(027);
  umask_calls = 0;
  check_writable(path("a"));
  write_file(path("a"), "text");
  GrowingFile(path("log")).append("text");
  EXPECT_EQ(umask_calls, 0);
  umask(before);
  EXPECT_EQ(mode("a"), 0640u);
  EXPECT_EQ(mode("log"), 0640u);
}

TEST_F(Outputs, AModeIsKept) {
  raw("secret", "old");
  chmod(path("secret").c_str(), 0600);
  write_file(path("secret"), "new");
  EXPECT_EQ(mode("secret"), 0600u);
  raw("shared", "old");
  chmod(path("shared").c_str(), 0666);
  write_file(path("shared"), "new");
  EXPECT_EQ(mode("shared"), 0666u) << "whatever the umask";
}

TEST_F(Outputs, AGrowingFileTakesThePlaceOfTheOldOneWhenItBegins) {
  raw("log", "old");
  {
    GrowingFile log(path("log"));
    EXPECT_EQ(read_file(path("log")), "old");
    log.append("one\n");
    EXPECT_EQ(read_file(path("log")), "one\n");
    log.append("two\n");
    EXPECT_EQ(read_file(path("log")), "one\ntwo\n");
  }
  GrowingFile(path("log")).append("");
  EXPECT_EQ(read_file(path("log")), "");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("")), {}), 1) << "nothing beside it";
  EXPECT_THROW(GrowingFile("/dev/full").append("text"), FileError);
  EXPECT_THROW(GrowingFile(path("no/log")).append("text"), FileError);
  EXPECT_THROW(GrowingFile(path("")).append("text"), FileError) << "a folder";
}

TEST_F(Outputs, OnlyFilesAreRemoved) {
  raw("a");
  ASSERT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
  fs::create_directory(path("folder"));
  for (const char* name : {"a", "fifo", "folder", "none"}) remove_file(path(name));
  EXPECT_FALSE(exists("a"));
  EXPECT_TRUE(exists("fifo"));
  EXPECT_TRUE(exists("folder"));
}

TEST_F(Outputs, TheBeginningOfAFileIsRead) {
  raw("a", "text");
  EXPECT_EQ(beginning_of(path("a"), 2), "te");
  EXPECT_EQ(beginning_of(path("a"), 9), "text");
  for (const char* name : {"none", ""}) EXPECT_EQ(beginning_of(path(name), 9), "") << name;
}

}  // namespace
}  // namespace fubini
