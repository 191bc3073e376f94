// SPDX-License-Identifier: BSD-3-Clause
#include "fubini/io/detail/compressed.hpp"

#include "fubini/core/error.hpp"
#include "tests/support/archives.hpp"

#include <gtest/gtest.h>

#include <string>

namespace fubini::compressed_test {
namespace {

std::string error_of(const std::string& bytes) {
  try {
    decompress(bytes, "f");
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

// Longer than the buffers of both libraries, and not the same everywhere
std::string long_text() {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += std::to_string(i * 7919L % 100'003) + '\n';
  return text;
}

TEST(Decompress, IsToldByTheFirstBytes) {
  const std::string text = long_text();
  EXPECT_EQ(decompress(text, "f.gz"), text) << "the name says nothing";
  EXPECT_EQ(decompress(gzipped(text), "f"), text);
  EXPECT_EQ(decompress(zstd_packed(text), "f"), text);
  EXPECT_EQ(decompress("", "f"), "");
  EXPECT_EQ(decompress(gzipped(""), "f"), "");
  EXPECT_EQ(decompress(zstd_packed(""), "f"), "");
}

TEST(Decompress, JoinsMembersAndFrames) {
  EXPECT_EQ(decompress(gzipped("1 2") + gzipped("") + gzipped(" 3"), "f"), "1 2 3");
  EXPECT_EQ(decompress(zstd_packed("1 2") + zstd_packed("") + zstd_packed(" 3"), "f"), "1 2 3");
  const std::string skipped = std::string("\x53\x2a\x4d\x18\x02\0\0\0xx", 10);
  EXPECT_EQ(decompress(skipped + zstd_packed("1"), "f"), "1");
}

TEST(Decompress, RefusesWhatIsCutShort) {
  for (const std::string& whole :
       {gzipped(long_text()), zstd_packed(long_text()), gzipped("x"), zstd_packed("x")})
    for (const std::size_t left : {std::size_t{4}, whole.size() / 2, whole.size() - 1}) {
      const std::string error = error_of(whole.substr(0, left));
      EXPECT_TRUE(error.starts_with("f: ")) << error;
      EXPECT_NE(error.find("the end is missing"), std::string::npos) << left << ": " << error;
    }
}

TEST(Decompress, RefusesEveryFlippedBitOrKeepsTheText) {
  const std::string text = "2 qid:1 1:0.5\n1 qid:1 1:0.25\n";
  for (const std::string& whole : {gzipped(text), zstd_packed(text)})
    for (std::size_t bit = 32; bit < 8 * whole.size(); ++bit) {
      std::string bytes = whole;
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
      try {
        EXPECT_EQ(decompress(bytes, "f"), text) << "bit " << bit;  // say, the time in gzip's head
      } catch (const FileError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("f: ")) << error.what();
      }
    }
}

TEST(Decompress, RefusesWhatFollows) {
  EXPECT_NE(error_of(gzipped("x") + "more").find("something else follows"), std::string::npos);
  EXPECT_NE(error_of(zstd_packed("x") + "more").find("wanted an undamaged"), std::string::npos);
}

TEST(Decompress, RefusesBombs) {
  const std::string bomb = zstd_packed(std::string(std::size_t{40} << 20, 'x'));
  ASSERT_LT(bomb.size(), 10'000u);
  EXPECT_NE(error_of(bomb).find("grows to more than"), std::string::npos);
}

}  // namespace
}  // namespace fubini::compressed_test
