// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/core/error.hpp"
#include "fubini/io/file.hpp"
#include "tests/support/folder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace fubini::file_bytes_test {
namespace {

class BytesOfFiles : public FolderTest {};

// 0: as many as there are
constexpr int thread_counts[] = {0, 1, 2, 5};

// Random bytes: no two pieces are alike, so that none can stand in the place of another.
std::string varied(std::size_t size) {
  std::mt19937_64 bits(size);
  std::string text(size, '\0');
  for (char& c : text) c = static_cast<char>(bits() >> 56);
  return text;
}

// Does not print megabytes.
void expect_same(std::string_view found, std::string_view wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  EXPECT_TRUE(found == wanted);
}

TEST_F(BytesOfFiles, AreThoseOfReadFileForAnyNumberOfThreads) {
  constexpr std::size_t mebibyte = 1 << 20;
  const std::string text = varied(9 * mebibyte + 3);
  write("large", text);
  expect_same(read_file(path("large")), text);
  for (const int threads : thread_counts) {
    SCOPED_TRACE(threads);
    expect_same(FileBytes::read(path("large"), threads).view(), text);
  }
}

TEST_F(BytesOfFiles, AreReadWholeAtAnySize) {
  constexpr std::size_t kibibyte = 1 << 10;
  for (const std::size_t power : {4 * kibibyte, 64 * kibibyte, 1024 * kibibyte, 2048 * kibibyte,
                                  4096 * kibibyte, 8192 * kibibyte})
    for (const std::size_t size : {power - 1, power, power + 1}) {
      const std::string text = varied(size);
      write("file", text);
      for (const int threads : thread_counts) {
        SCOPED_TRACE(testing::Message() << size << " bytes, threads " << threads);
        expect_same(FileBytes::read(path("file"), threads).view(), text);
      }
    }
}

TEST_F(BytesOfFiles, OfSmallAndEmptyFilesAreRead) {
  for (const std::string& text : {std::string(), std::string("x"), std::string("a\0b", 3)}) {
    write("small", text);
    for (const int threads : thread_counts)
      EXPECT_EQ(FileBytes::read(path("small"), threads).view(), text);
  }
}

TEST_F(BytesOfFiles, ThatDoNotTellTheirSizeAreReadToTheEnd) {
  for (const int threads : thread_counts) {
    EXPECT_EQ(FileBytes::read("/dev/null", threads).view(), "");
    EXPECT_EQ(FileBytes::read("/proc/version", threads).view(), read_file("/proc/version"));
    const FileBytes status = FileBytes::read("/proc/self/status", threads);
    EXPECT_NE(status.view().find("Name:"), std::string_view::npos);
    EXPECT_TRUE(status.view().ends_with('\n'));
  }
}

template <class Call>
std::string error_of(Call&& call) {
  try {
    call();
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(BytesOfFiles, FailAsReadFileDoes) {
  for (const std::string& bad : {path("missing"), path(""), path("no/file")}) {
    const std::string wanted = error_of([&] { read_file(bad); });
    EXPECT_NE(wanted, "no error") << bad;
    for (const int threads : thread_counts)
      EXPECT_EQ(error_of([&] { FileBytes::read(bad, threads); }), wanted);
  }
}

TEST_F(BytesOfFiles, ThatChangeMeanwhileAreRefused) {
  constexpr int most_tries = 1000;  // on a busy machine the other thread may come late
  const std::string text = varied(9 << 20);
  write("file", text);
  const auto read = [&](int k) {
    return k % 2 ? read_file(path("file")) : std::string(FileBytes::read(path("file"), 2).view());
  };
  for (int k = 0; k < 2; ++k) {
    std::string error = "no error";
    {
      std::jthread writer([&](const std::stop_token& asked) {
        for (time_t second = 1; !asked.stop_requested(); ++second) {
          const timespec times[] = {{second, 0}, {second, 0}};
          utimensat(AT_FDCWD, path("file").c_str(), times, 0);
        }
      });
      for (int tries = 0; tries < most_tries && error == "no error"; ++tries)
        error = error_of([&] { read(k); });
    }
    EXPECT_TRUE(
        error.ends_with("file: was changed while it was read; wanted a file that nobody writes to"))
        << error;
    EXPECT_EQ(read(k), text);
  }
}

TEST_F(BytesOfFiles, GoWhereTheyAreMoved) {
  for (const std::size_t size : {0, 5, 100, 9 << 20}) {
    const std::string text = varied(size);
    write("file", text);
    FileBytes first = FileBytes::read(path("file"), 2);
    {
      const FileBytes second = std::move(first);
      expect_same(second.view(), text);
    }  // the first outlives what was in it
  }
}

}  // namespace
}  // namespace fubini::file_bytes_test
