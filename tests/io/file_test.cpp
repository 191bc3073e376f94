// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/file.hpp"

#include "fubini/core/error.hpp"
#include "tests/support/archives.hpp"
#include "tests/support/folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace fubini::file_test {
namespace {

class Files : public FolderTest {
 protected:
  void TearDown() override {
    chmod(folder().c_str(), 0700);
    FolderTest::TearDown();
  }
  std::size_t count() const {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
      static_cast<void>(entry);
      ++files;
    }
    return files;
  }
};

TEST_F(Files, AreWrittenWholeAndReadBack) {
  const std::string file = path("a"), text = std::string(300'000, 'x') + '\0' + "end";
  write_file(file, "old");
  write_file(file, text);
  EXPECT_EQ(read_file(file), text);
  EXPECT_EQ(count(), 1u) << "nothing else is left";
  struct stat about {};
  stat(file.c_str(), &about);
  const mode_t mask = umask(0);
  umask(mask);
  EXPECT_EQ(about.st_mode & 0777, 0666 & ~mask);
}

TEST_F(Files, ThatDoNotTellTheirSizeAreReadToTheEnd) {
  EXPECT_NE(read_file("/proc/self/status").find("Name:"), std::string::npos);
  EXPECT_EQ(read_file("/dev/null"), "");
}

TEST_F(Files, ThatArePackedAreReadAsText) {
  const std::string file = path("a");
  write_file(file, gzipped("text"));
  EXPECT_EQ(read_text(file), "text");
  write_file(file, "text");
  EXPECT_EQ(read_text(file), "text");
}

TEST_F(Files, BehindALinkAreWrittenAndKeepTheirMode) {
  const std::string file = path("a"), link = path("link");
  write_file(file, "old");
  chmod(file.c_str(), 0640);
  std::filesystem::create_symlink(file, link);
  check_writable(link);
  write_file(link, "new");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_file(file), "new");
  struct stat about {};
  stat(file.c_str(), &about);
  EXPECT_EQ(about.st_mode & 0777, 0640u);
  EXPECT_EQ(count(), 2u);
}

TEST_F(Files, ErrorsNameTheFileAndTheReason) {
  const auto error = [](auto&& call) -> std::string {
    try {
      call();
    } catch (const FileError& found) {
      return found.what();
    }
    return "no error";
  };
  const std::string missing = path("no/file");
  EXPECT_EQ(error([&] { read_file(missing); }),
            missing + ": cannot open: No such file or directory");
  EXPECT_NE(error([&] { write_file(missing, "x"); }).find(missing + ": cannot write"),
            std::string::npos);
  EXPECT_NE(error([&] { read_file(folder()); }).find("Is a directory"), std::string::npos);
  EXPECT_NE(error([&] { write_file("/dev/full", "x"); }).find("No space left"), std::string::npos);
}

TEST_F(Files, StayIntactIfTheFolderIsReadOnly) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const std::string file = path("a");
  write_file(file, "old");
  chmod(folder().c_str(), 0500);
  EXPECT_THROW(write_file(file, "new"), FileError);
  EXPECT_EQ(read_file(file), "old");
}

TEST(Fingerprint, IsXxh3InHexadecimalDigits) {
  EXPECT_EQ(fingerprint(""), "2d06800538d394c2");  // the published value of XXH3_64bits("")
  EXPECT_NE(fingerprint("a"), fingerprint("b"));
}

}  // namespace
}  // namespace fubini::file_test
