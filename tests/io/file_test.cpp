// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/file.hpp"

#include "fubini/core/error.hpp"
#include "tests/support/archives.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace fubini {
namespace {

class Files : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/fubini-files-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder = name;
  }
  void TearDown() override {
    chmod(folder.c_str(), 0700);
    std::filesystem::remove_all(folder);
  }
  std::size_t count() const {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      static_cast<void>(entry);
      ++files;
    }
    return files;
  }
  std::string folder;
};

TEST_F(Files, AreWrittenWholeAndReadBack) {
  const std::string path = folder + "/a", text = std::string(300'000, 'x') + '\0' + "end";
  write_file(path, "old");
  write_file(path, text);
  EXPECT_EQ(read_file(path), text);
  EXPECT_EQ(count(), 1u) << "nothing else is left";
  struct stat about {};
  stat(path.c_str(), &about);
  const mode_t mask = umask(0);
  umask(mask);
  EXPECT_EQ(about.st_mode & 0777, 0666 & ~mask);
}

TEST_F(Files, ThatDoNotTellTheirSizeAreReadToTheEnd) {
  EXPECT_NE(read_file("/proc/self/status").find("Name:"), std::string::npos);
  EXPECT_EQ(read_file("/dev/null"), "");
}

TEST_F(Files, ThatArePackedAreReadAsText) {
  const std::string path = folder + "/a";
  write_file(path, gzipped("text"));
  EXPECT_EQ(read_text(path), "text");
  write_file(path, "text");
  EXPECT_EQ(read_text(path), "text");
}

TEST_F(Files, BehindALinkAreWrittenAndKeepTheirMode) {
  const std::string path = folder + "/a", link = folder + "/link";
  write_file(path, "old");
  chmod(path.c_str(), 0640);
  std::filesystem::create_symlink(path, link);
  check_writable(link);
  write_file(link, "new");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_file(path), "new");
  struct stat about {};
  stat(path.c_str(), &about);
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
  const std::string missing = folder + "/no/file";
  EXPECT_EQ(error([&] { read_file(missing); }),
            missing + ": cannot open: No such file or directory");
  EXPECT_NE(error([&] { write_file(missing, "x"); }).find(missing + ": cannot write"),
            std::string::npos);
  EXPECT_NE(error([&] { read_file(folder); }).find("Is a directory"), std::string::npos);
  EXPECT_NE(error([&] { write_file("/dev/full", "x"); }).find("No space left"), std::string::npos);
}

TEST_F(Files, StayIntactIfTheFolderIsReadOnly) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const std::string path = folder + "/a";
  write_file(path, "old");
  chmod(folder.c_str(), 0500);
  EXPECT_THROW(write_file(path, "new"), FileError);
  EXPECT_EQ(read_file(path), "old");
}

TEST(Fingerprint, IsXxh3InHexadecimalDigits) {
  EXPECT_EQ(fingerprint(""), "2d06800538d394c2");  // the published value of XXH3_64bits("")
  EXPECT_NE(fingerprint("a"), fingerprint("b"));
}

}  // namespace
}  // namespace fubini
